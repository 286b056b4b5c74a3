//! Tables as the eye sees them: small pages, each laid out, each for one rule.

use chaffinch::{CellContent, Document, Engine, Page, Relation, Settings};
use chaffinch_tables::{GridSettings, Spanning, SubHeadings, TableMethod, TableSettings};

fn page(html: &str) -> Page {
    let engine = Engine::new(Settings::default()).unwrap();
    engine.render(Document::from_html("page.html", html)).unwrap().page
}

/// What is found, as a report has it.
fn tables(page: &Page, settings: &TableSettings) -> Vec<Relation> {
    chaffinch_tables::tables(page, settings).into_relations(page)
}

fn visual(html: &str) -> Vec<Relation> {
    tables(&page(html), &TableSettings { method: TableMethod::Visual, ..TableSettings::default() })
}

fn only(html: &str) -> Relation {
    let mut found = visual(html);
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

fn names(relation: &Relation) -> Vec<&str> {
    relation.columns.iter().map(|column| column.name.as_deref().unwrap_or(".")).collect()
}

/// The rows as text, `.` for a missing cell.
fn rows(relation: &Relation) -> Vec<String> {
    let text = |cell: &Option<CellContent>| cell.as_ref().map_or(".".into(), |cell| cell.text("|"));
    relation.rows.iter().map(|row| row.cells.iter().map(text).collect::<Vec<_>>().join(" ")).collect()
}

const CELLS: &str = "<b>City</b>|<b>People</b>|Graz|291,134|Linz|207,247";

/// The same six cells in any markup: what stands before each, and behind.
fn six(open: [&str; 6], close: &str) -> String {
    CELLS.split('|').zip(open).map(|(text, open)| format!("{open}{text}{close}")).collect()
}

fn assert_is_the_table(relation: &Relation) {
    assert_eq!(names(relation), ["City", "People"]);
    assert_eq!(rows(relation), ["Graz 291,134", "Linz 207,247"]);
}

#[test]
fn a_table_is_a_table_whatever_it_is_made_of() {
    let row = "<div style='display:table-row'><div style='display:table-cell'>";
    let cell = "<div style='display:table-cell'>";
    let table = six([row, cell, row, cell, row, cell], "</div>")
        .replace("People</b></div>", "People</b></div></div>");
    let table = table.replace("291,134</div>", "291,134</div></div>");
    assert_is_the_table(&only(&format!("<div style='display:table'>{table}</div></div>")));

    let grid = six(["<div>"; 6], "</div>");
    assert_is_the_table(&only(&format!(
        "<div style='display:grid;grid-template-columns:100px 100px'>{grid}</div>"
    )));

    let flex = |a: &str, b: &str| {
        format!(
            "<div style='display:flex'><div style='width:100px'>{a}</div><div style='width:90px'>{b}</div></div>"
        )
    };
    let flex =
        [flex("<b>City</b>", "<b>People</b>"), flex("Graz", "291,134"), flex("Linz", "207,247")].concat();
    assert_is_the_table(&only(&format!("<div>{flex}</div>")));

    let at = |x: u32, y: u32| {
        format!("<div style='position:absolute;left:{x}px;top:{y}px;width:100px;height:20px'>")
    };
    let places = [at(0, 0), at(100, 0), at(0, 20), at(100, 20), at(0, 40), at(100, 40)];
    let absolute = six(places.each_ref().map(String::as_str), "</div>");
    assert_is_the_table(&only(&format!("<div style='position:relative;height:60px'>{absolute}</div>")));

    let pairs = "<div style='display:flex'><dt style='width:100px'>";
    let dl = format!(
        "<dl>{pairs}<b>City</b></dt><dd><b>People</b></dd></div>{pairs}Graz</dt><dd>291,134</dd></div>{pairs}Linz</dt><dd>207,247</dd></div></dl>"
    );
    assert_is_the_table(&only(&dl));
}

#[test]
fn rows_that_are_lists_are_aligned_by_their_order() {
    let line = |items: [&str; 3]| {
        let items: String =
            items.iter().map(|item| format!("<li style='display:inline-block'>{item}</li> ")).collect();
        format!("<ul style='margin:0;padding:0'>{items}</ul>")
    };
    let html = format!(
        "<div>{}{}{}</div>",
        line(["Graz", "291,134", "Styria"]),
        line(["Klagenfurt", "100,817", "Carinthia"]),
        line(["Linz", "207,247", "Upper Austria"])
    );
    let found = only(&html);
    assert_eq!(
        rows(&found),
        ["Graz 291,134 Styria", "Klagenfurt 100,817 Carinthia", "Linz 207,247 Upper Austria"]
    );
}

#[test]
fn tables_on_top_of_one_another_with_the_same_columns_are_one() {
    let table = |cells: [&str; 4]| {
        let [a, b, c, d] = cells;
        let td = "<td width=100>";
        format!("<table width=212><tr>{td}{a}{td}{b}<tr>{td}{c}{td}{d}</table>")
    };
    let html = [table(["a", "1", "b", "2"]), table(["c", "3", "d", "4"])].concat();
    assert_eq!(rows(&only(&html)), ["a 1", "b 2", "c 3", "d 4"]);
}

#[test]
fn a_table_in_a_cell_is_one_of_its_own() {
    let rows_of = "<tr><td>a<td>b<td>c".repeat(12);
    let html =
        format!("<table>{rows_of}<tr><td>x<td>y<td><table><tr><td>p<td>q<tr><td>r<td>s</table></table>");
    let found = visual(&html);
    assert_eq!(found.iter().map(|table| table.rows.len()).collect::<Vec<_>>(), [13, 2]);
}

#[test]
fn spanning_cells_cover_what_they_cover_on_the_screen() {
    let html = "<div style='display:grid;grid-template-columns:80px 80px 80px'>\
        <div style='grid-row:span 2'>a</div><div style='grid-column:span 2'>b</div><div>c</div><div>d</div></div>";
    let repeat = only(html);
    assert_eq!(rows(&repeat), ["a b b", "a c d"]);
    let null = GridSettings { spanning: Spanning::Null, ..GridSettings::default() };
    let settings = TableSettings { method: TableMethod::Visual, grid: null, ..TableSettings::default() };
    assert_eq!(rows(&tables(&page(html), &settings)[0]), ["a b .", ". c d"]);
}

#[test]
fn headers_of_two_rows_are_joined() {
    let html =
        "<table><tr><th rowspan=2>Team<th colspan=2>Goals<tr><th>For<th>Against<tr><td>a<td>1<td>2</table>";
    assert_eq!(names(&only(html)), ["Team", "Goals For", "Goals Against"]);
}

#[test]
fn a_bold_row_below_the_header_is_data() {
    let html = "<table><tr><th>Team<th>Goals<tr><td><b>a</b><td><b>3</b><tr><td>b<td>1</table>";
    assert_eq!(rows(&only(html)), ["a 3", "b 1"]);
}

#[test]
fn a_unit_in_the_header_is_that_of_the_numbers() {
    let found = only("<table><tr><th>Lake<th>Area (km²)<tr><td>a<td>12<tr><td>b<td>7</table>");
    let cell = &found.rows[0].cells[1].as_ref().unwrap().cells()[0];
    assert_eq!(cell.unit.as_deref(), Some("km²"));
}

#[test]
fn records_in_columns_become_rows() {
    let html = "<table><tr><th>Name<td>Ixus<td>Coolpix<tr><th>Weight<td>130 g<td>155 g<tr><th>Released<td>2005-08-22<td>2006-01-05</table>";
    let found = only(html);
    assert_eq!(names(&found), ["Name", "Weight", "Released"]);
    assert_eq!(rows(&found), ["Ixus 130 g 2005-08-22", "Coolpix 155 g 2006-01-05"]);
}

#[test]
fn headings_between_rows_can_become_a_column() {
    let html = "<table><tr><th>City<th>People<tr><td colspan=2>Styria<tr><td>Graz<td>291,134<tr><td colspan=2>Upper Austria\
        <tr><td>Linz<td>207,247<tr><td>Wels<td>61,233</table>";
    let grid = GridSettings { sub_headings: SubHeadings::Column, ..GridSettings::default() };
    let settings = TableSettings { method: TableMethod::Visual, grid, ..TableSettings::default() };
    let found = &tables(&page(html), &settings)[0];
    assert_eq!(names(found), [".", "City", "People"]);
    assert_eq!(
        rows(found),
        ["Styria Graz 291,134", "Upper Austria Linz 207,247", "Upper Austria Wels 61,233"]
    );
}

#[test]
fn ascii_tables_are_read_from_the_places_of_characters() {
    let html = "<p>Before</p><pre>\nCity         People\n----------  -------\nGraz        291,134\nLinz        207,247\nSt. Pölten   55,514\n</pre>";
    let found = only(html);
    assert_eq!(names(&found), ["City", "People"]);
    assert_eq!(rows(&found), ["Graz 291,134", "Linz 207,247", "St. Pölten 55,514"]);
    let page = page(html);
    let cell = &found.rows[2].cells[1].as_ref().unwrap().cells()[0];
    assert_eq!(page.source().slice(cell.span.unwrap()), b"55,514");
}

#[test]
fn a_program_in_pre_is_no_table() {
    assert!(visual("<pre>\nfn main() {\n    let a = 1;\n    print(a);\n}\n</pre>").is_empty());
}

#[test]
fn prose_in_columns_is_refused() {
    let text = "one two three four five six seven eight nine ten ".repeat(6);
    let column = format!("<div style='width:300px;float:left'><p>{text}</p><p>{text}</p></div>");
    let score = visual(&format!("<div>{column}{column}</div>")).first().map_or(0.0, |table| table.score);
    assert!(score < 0.5, "{score}");
    let cells = format!("<table><tr><td>{text}<td>{text}<tr><td>{text}<td>{text}</table>");
    assert!(visual(&cells)[0].score < 0.5);
}

#[test]
fn a_keyword_names_the_table_around_it() {
    let table = |word: &str| format!("<table><tr><td>{word}<td>1<tr><td>b<td>2</table><p>text</p>");
    let page = page(&[table("resolution"), table("weight")].concat());
    for method in TableMethod::ALL {
        let settings = TableSettings { method, keyword: Some("Weight".into()), ..TableSettings::default() };
        let found = tables(&page, &settings);
        assert_eq!(found.len(), 1, "{method:?}");
        assert_eq!(rows(&found[0]), ["weight 1", "b 2"], "{method:?}");
        let nothing = TableSettings { keyword: Some("weigh".into()), ..settings };
        assert!(tables(&page, &nothing).is_empty(), "{method:?}");
    }
}

#[test]
fn each_table_comes_once_by_the_method_that_fits() {
    let grid = six(["<div>"; 6], "</div>");
    let html = format!(
        "<div style='display:grid;grid-template-columns:100px 100px'>{grid}</div>\
         <table><tr><th>k<th>v<tr><td>a<td>1<tr><td>b<td>2</table>"
    );
    let found = tables(&page(&html), &TableSettings::default());
    let mut methods: Vec<&str> = found.iter().map(|table| table.method.as_str()).collect();
    methods.sort_unstable();
    assert_eq!(methods, ["grid", "visual"]);
}
