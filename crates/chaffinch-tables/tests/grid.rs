//! Made-up tables, each for one rule.

use chaffinch_core::{ColumnType, Page, Relation, Value};
use chaffinch_page::parse_str;
use chaffinch_tables::{GridSettings, Spanning, grid_tables};
use proptest::prelude::*;

fn read(page: &Page, settings: &GridSettings) -> Vec<Relation> {
    grid_tables(page, settings).into_relations(page)
}

fn tables(html: &str) -> Vec<Relation> {
    read(&parse_str(html), &GridSettings::default())
}

fn only(html: &str) -> Relation {
    let mut found = tables(html);
    assert_eq!(found.len(), 1, "{html}");
    found.remove(0)
}

/// The rows as text, `.` for a missing cell.
fn grid(relation: &Relation) -> Vec<String> {
    let text = |cell: &Option<chaffinch_core::CellContent>| cell.as_ref().map_or(".".into(), |c| c.text("|"));
    relation.rows.iter().map(|row| row.cells.iter().map(text).collect::<Vec<_>>().join(" ")).collect()
}

fn names(relation: &Relation) -> Vec<&str> {
    relation.columns.iter().map(|c| c.name.as_deref().unwrap_or(".")).collect()
}

#[test]
fn spanning_cells_are_repeated_in_every_slot() {
    let html = "<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d</table>";
    assert_eq!(grid(&only(html)), ["a b b", "a c d"]);
}

#[test]
fn spanning_cells_can_stand_once() {
    let page = parse_str("<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d</table>");
    let settings = GridSettings { spanning: Spanning::Null, ..GridSettings::default() };
    assert_eq!(grid(&read(&page, &settings)[0]), ["a b .", ". c d"]);
}

#[test]
fn a_rowspan_of_zero_reaches_to_the_end_of_its_row_group() {
    let html = "<table><tbody><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d<tbody><tr><td>e<td>f</table>";
    assert_eq!(grid(&only(html)), ["a b", "a c", "a d", "e f"]);
}

#[test]
fn a_rowspan_ends_with_its_row_group() {
    let html = "<table><tbody><tr><td rowspan=9>a<td>b<tbody><tr><td>c<td>d</table>";
    assert_eq!(grid(&only(html)), ["a b", "c d"]);
}

#[test]
fn a_line_above_the_names_is_the_title() {
    for tag in ["th", "td"] {
        let html = format!(
            "<table><tr><td colspan=2>Towns<tr><{tag}>Town<{tag}>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>"
        );
        let table = only(&html);
        assert_eq!(table.title.as_deref(), Some("Towns"));
        assert_eq!(names(&table), ["Town", "People"]);
        assert_eq!(grid(&table), ["Ulm 126,000", "Trier 110,000"]);
    }
}

#[test]
fn a_column_of_boxes_to_tick_is_left_out() {
    let html = "<table><tr><th><th>Town<th>People<tr><td><input type=checkbox><td>Ulm<td>126,000\
        <tr><td><input type=checkbox><td>Trier<td>110,000</table>";
    assert_eq!(names(&only(html)), ["Town", "People"]);
}

#[test]
fn a_table_with_names_is_one_although_its_cells_are_tables() {
    let inner = "<table><tr><th>Year<th>Mayor<tr><td>1999<td>A. Bell<tr><td>2016<td>C. Dale</table>";
    let html = format!("<table><tr><th>Town<th>Mayors<tr><td>Ulm<td>{inner}<tr><td>Trier<td>{inner}</table>");
    let found = tables(&html);
    let heads: Vec<Vec<&str>> = found.iter().map(names).collect();
    assert_eq!(found.len(), 3, "{heads:?}");
    assert!(heads.contains(&vec!["Town", "Mayors"]), "{heads:?}");
}

#[test]
fn footers_come_last_wherever_they_stand() {
    let html = "<table><tfoot><tr><td>sum<td>3</tfoot><tbody><tr><td>a<td>1<tr><td>b<td>2</tbody></table>";
    assert_eq!(grid(&only(html)), ["a 1", "b 2", "sum 3"]);
}

#[test]
fn where_cells_overlap_the_later_one_is_seen() {
    let html = "<table><tr><td>a<td rowspan=2>b<td>x<tr><td colspan=2>c<td>y</table>";
    assert_eq!(grid(&only(html)), ["a b x", "c c y"]);
}

#[test]
fn short_rows_end_with_missing_cells() {
    let html = "<table><tr><td>a<td>b<td>c<tr><td>d</table>";
    assert_eq!(grid(&only(html)), ["a b c", "d . ."]);
}

#[test]
fn columns_in_which_no_cell_begins_do_not_exist() {
    let html = "<table><tr><td colspan=100>a<td>b<tr><td colspan=100>c<td>d</table>";
    assert_eq!(grid(&only(html)), ["a b", "c d"]);
}

#[test]
fn a_span_that_is_not_a_number_is_one() {
    let html = "<table><tr><td colspan=x>a<td colspan=-2>b<td colspan=0>c<td colspan=' +2px'>d<td>e\
                <tr><td>1<td>2<td>3<td>4<td>5<td>6</table>";
    assert_eq!(grid(&only(html)), ["a b c d d e", "1 2 3 4 5 6"]);
}

#[test]
fn a_head_of_two_rows_is_joined_without_repeats() {
    let html = "<table><thead><tr><th rowspan=2>Team<th colspan=2>Goals<tr><th>For<th>Goals\
                <tbody><tr><td>a<td>1<td>2</table>";
    assert_eq!(names(&only(html)), ["Team", "Goals For", "Goals"]);
}

#[test]
fn leading_rows_of_header_cells_name_the_columns_and_a_first_column_of_them_is_data() {
    let relation = only("<table><tr><th><th>Q1<tr><th>North<td>5<tr><th>South<td>6</table>");
    assert_eq!(names(&relation), [".", "Q1"]);
    assert_eq!(grid(&relation), ["North 5", "South 6"]);
}

#[test]
fn a_table_without_header_has_columns_without_names() {
    let relation = only("<table><tr><td>a<td>b<tr><td>c<td>d</table>");
    assert_eq!(names(&relation), [".", "."]);
}

#[test]
fn a_table_of_nothing_but_header_cells_keeps_a_row_of_data() {
    let relation = only("<table><tr><th>a<th>b<tr><th>c<th>d</table>");
    assert_eq!(names(&relation), ["a", "b"]);
    assert_eq!(grid(&relation), ["c d"]);
}

#[test]
fn a_first_row_across_the_table_is_its_title() {
    let relation = only("<table><tr><th colspan=2>Results<tr><th>Team<th>Goals<tr><td>a<td>1</table>");
    assert_eq!(relation.title.as_deref(), Some("Results"));
    assert_eq!(names(&relation), ["Team", "Goals"]);
    assert_eq!(grid(&relation), ["a 1"]);
}

#[test]
fn a_caption_is_the_title() {
    let relation = only("<table><caption>Rain\n in mm</caption><tr><td>a<td>b<tr><td>c<td>d</table>");
    assert_eq!(relation.title.as_deref(), Some("Rain in mm"));
}

#[test]
fn empty_cells_are_missing_and_rows_of_them_are_left_out() {
    let html = "<table><tr><td>a<td> &nbsp; <tr><td><td><tr><td><img src=b.png><td>c</table>";
    let relation = only(html);
    assert_eq!(grid(&relation), ["a .", " c"]);
    assert_eq!(relation.rows[1].images, ["b.png"]);
}

#[test]
fn hidden_sort_keys_are_not_text_and_reference_marks_are() {
    let html =
        "<table><tr><td><span style='display: none'>0042</span>42<sup>[1]</sup><td>x<tr><td>7<td>y</table>";
    let relation = only(html);
    assert_eq!(grid(&relation), ["42[1] x", "7 y"]);
    let cell = &relation.rows[0].cells[0].as_ref().unwrap().cells()[0];
    assert_eq!(cell.value, Some(Value::Number(42.0)));
}

#[test]
fn columns_have_the_type_of_their_values() {
    let relation = only(
        "<table><tr><th>Name<th>Size<th>Price<th>Since<th>Site\
         <tr><td>a<td>1.234,5<td>EUR 5<td>12 March 2006<td>https://a.example/\
         <tr><td>b<td>1.234<td>7 €<td>2007-01-02<td>https://b.example/</table>",
    );
    let kinds: Vec<ColumnType> = relation.columns.iter().map(|c| c.kind).collect();
    use ColumnType::*;
    assert_eq!(kinds, [Text, Number, Money, Date, Url]);
    let cell =
        |row: usize, column: usize| relation.rows[row].cells[column].as_ref().unwrap().cells()[0].clone();
    assert_eq!(cell(1, 1).value, Some(Value::Number(1234.0)));
    assert_eq!(cell(1, 2).unit.as_deref(), Some("EUR"));
    assert_eq!(cell(0, 3).value, Some(Value::Text("2006-03-12".into())));
}

#[test]
fn every_cell_points_back_at_the_page() {
    let html = "<table><tr><th>a<th>b</tr><tr><td><a href=/x>one</a></td><td>two</td></tr></table>";
    let page = parse_str(html);
    let relation = &read(&page, &GridSettings::default())[0];
    let row = &relation.rows[0];
    let cell = &row.cells[0].as_ref().unwrap().cells()[0];
    assert_eq!(relation.xpath, "/html/body/table");
    assert_eq!(row.xpaths, ["/html/body/table/tbody/tr[2]"]);
    assert_eq!((row.text.as_str(), row.links.as_slice()), ("one two", ["/x".to_owned()].as_slice()));
    assert_eq!(cell.xpath.as_deref(), Some("/html/body/table/tbody/tr[2]/td[1]"));
    assert_eq!(cell.link.as_deref(), Some("/x"));
    assert_eq!(page.source().slice(cell.span.unwrap()), b"one");
}

#[test]
fn layout_tables_are_left_out_and_the_data_tables_in_them_are_not() {
    let data = "<table><tr><th>k<th>v<tr><td>a<td>1<tr><td>b<td>2</table>";
    let html = format!("<table><tr><td>menu<td>{data}<tr><td>more<td>words</table>");
    assert_eq!(names(&only(&html)), ["k", "v"]);
    assert!(tables("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>").is_empty());
    assert!(tables("<table><tr><td>a<tr><td>b</table>").is_empty());
    assert!(tables("<table><tr><td>a<td>b</table>").is_empty());
}

#[test]
fn a_small_table_in_a_cell_does_not_make_the_outer_one_layout() {
    let rows = "<tr><td>a<td>b<td>c".repeat(10);
    let html = format!("<table>{rows}<tr><td>x<td>y<td><table><tr><td>p<td>q<tr><td>r<td>s</table></table>");
    assert_eq!(tables(&html).len(), 2);
}

#[test]
fn the_better_table_comes_first() {
    let html = "<table><tr><td>a<td><tr><td><td>b</table>\
                <table><tr><th>k<th>v<tr><td>a<td>1<tr><td>b<td>2</table>";
    let found = tables(html);
    assert_eq!(names(&found[0]), ["k", "v"]);
    assert!(found[0].score > found[1].score);
}

#[test]
fn hostile_spans_cost_little() {
    let cell = "<td rowspan=65534 colspan=1000>x";
    let html = format!("<table>{}</table>", format!("<tr>{}", cell.repeat(20)).repeat(500));
    let slots: usize = tables(&html).iter().map(|t| t.rows.len() * t.columns.len()).sum();
    assert!(slots <= GridSettings::default().max_slots);
}

#[test]
fn a_long_text_is_not_repeated_without_bound() {
    let long = "x".repeat(1 << 20);
    let html = format!(
        "<table><tr><td rowspan=0 colspan=50>{long}{}</table>",
        format!("<tr>{}", "<td>y".repeat(100)).repeat(100)
    );
    let settings = GridSettings::default();
    let page = parse_str(&html);
    let cells = read(&page, &settings);
    let bytes: usize =
        cells.iter().flat_map(|t| &t.rows).flat_map(|r| &r.cells).flatten().map(|c| c.text("").len()).sum();
    assert!(bytes <= settings.max_repeated_bytes + html.len());
}

#[test]
fn many_tables_share_one_allowance() {
    let page = parse_str(&"<table><tr><td>a<td>b<tr><td>c<td>d</table>".repeat(100));
    let settings = GridSettings { max_slots: 40, ..GridSettings::default() };
    assert_eq!(read(&page, &settings).len(), 10);
}

fn well_formed(page: &Page) -> bool {
    read(page, &GridSettings::default()).iter().all(|relation| {
        (0.0..=1.0).contains(&relation.score)
            && !relation.rows.is_empty()
            && relation.rows.iter().all(|row| row.cells.len() == relation.columns.len())
    })
}

proptest! {
    #[test]
    fn tag_soup_gives_well_formed_relations(parts in prop::collection::vec(part(), 0..60)) {
        prop_assert!(well_formed(&parse_str(&parts.concat())));
    }
}

fn part() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec![
        "<table>",
        "</table>",
        "<tr>",
        "</tr>",
        "<td>",
        "<th>",
        "</td>",
        "<thead>",
        "<tbody>",
        "<tfoot>",
        "<caption>",
        "<td rowspan=0>",
        "<td colspan=3>",
        "<td rowspan=3>",
        "<th rowspan=2 colspan=2>",
        "<td colspan=2000 rowspan=99999>",
        "<a href=x>",
        "<img srcset=', a 1x,,'>",
        "<!--",
        "<col span=3>",
        "<template>",
        "<svg>",
    ]);
    prop_oneof![4 => tag.prop_map(str::to_owned), 2 => "[ -~]{0,6}", 1 => "[$€0-9.,% −äé]{0,6}"]
}
