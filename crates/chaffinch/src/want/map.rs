//! Finds the column of a relation for each wanted attribute. All constants here are degrees of certainty, 0 to 1.

use super::{Answer, Want, Wanted, words};
use chaffinch_core::{Cell, CellContent, Column, ColumnType, Relation, Row, Value};
use chaffinch_values::{decimal_mark, read_as};

/// From here on two names are the same, so that the types of values do not matter.
const SAME_NAME: f32 = 0.95;
/// The column is the only one of the wanted type.
const ONLY_OF_TYPE: f32 = 0.6;
/// The column is the first of several of the wanted type.
const FIRST_OF_TYPE: f32 = 0.45;
/// The name is wanted, and the column is the first one with distinct texts.
const FIRST_TEXT: f32 = 0.4;
/// A link or image is wanted, and it is the first one of the row.
const FROM_ROW: f32 = 0.5;
/// Least certainty of a match.
const LEAST: f32 = 0.3;

/// Where the values of an attribute come from.
#[derive(Clone, Copy)]
enum Source {
    Column(usize),
    /// The address that the column's cells link to.
    LinkOf(usize),
    Link,
    Image,
}

/// The relation with only the wanted columns.
pub(super) fn answer(want: &Want, relation: Relation) -> Answer {
    let sources = assign(want, &relation);
    let found: f32 = sources.iter().flatten().map(|(_, sure)| sure).sum();
    let share = found / want.attributes.len() as f32;
    let missing: Vec<String> = want
        .attributes
        .iter()
        .zip(&sources)
        .filter(|(_, source)| source.is_none())
        .map(|(wanted, _)| wanted.name.clone())
        .collect();
    // The subject of the page is worth more than another relation with as many fitting columns.
    let worth = share * (0.5 + 0.5 * relation.score);
    let mut relation = relation;
    let mut columns = Vec::new();
    for row in &mut relation.rows {
        row.cells.resize(relation.columns.len(), None);
    }
    let mut cells: Vec<Vec<Option<CellContent>>> = vec![Vec::new(); relation.rows.len()];
    for (wanted, source) in want.attributes.iter().zip(&sources) {
        let values: Vec<Option<CellContent>> =
            relation.rows.iter().map(|row| source.and_then(|(source, _)| value(row, source))).collect();
        let found = source.and_then(|(source, _)| match source {
            Source::Column(at) => Some(relation.columns[at].kind),
            Source::LinkOf(_) | Source::Link => Some(ColumnType::Url),
            Source::Image => Some(ColumnType::Image),
        });
        let kind = wanted.kind.or(found).unwrap_or(ColumnType::Text);
        let values = if wanted.kind.is_some() { convert(values, kind) } else { values };
        columns.push(Column::new(Some(wanted.name.clone()), kind));
        for (row, value) in cells.iter_mut().zip(values) {
            row.push(value);
        }
    }
    relation.columns = columns;
    for (row, cells) in relation.rows.iter_mut().zip(cells) {
        row.cells = cells;
    }
    Answer { relation, worth, missing }
}

/// For each wanted attribute its source and how sure that is. The surest pairs are taken first, and no column is taken twice.
fn assign(want: &Want, relation: &Relation) -> Vec<Option<(Source, f32)>> {
    let mut pairs = Vec::new();
    for (at, wanted) in want.attributes.iter().enumerate() {
        for column in 0..relation.columns.len() {
            let sure = likeness(wanted, relation, column);
            if sure >= LEAST {
                pairs.push((sure, at, column));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut sources: Vec<Option<(Source, f32)>> = vec![None; want.attributes.len()];
    let mut taken = vec![false; relation.columns.len()];
    for (sure, at, column) in pairs {
        if sources[at].is_none() && !taken[column] {
            sources[at] = Some((Source::Column(column), sure));
            taken[column] = true;
        }
    }
    for (at, wanted) in want.attributes.iter().enumerate() {
        if sources[at].is_none() {
            sources[at] = from_row(wanted, relation, &taken).map(|source| (source, FROM_ROW));
        }
    }
    sources
}

/// How sure it is that a column has the values of a wanted attribute.
fn likeness(wanted: &Wanted, relation: &Relation, at: usize) -> f32 {
    let column = &relation.columns[at];
    let named = column.name.as_deref().map_or(0.0, |name| words::likeness(&wanted.name, name));
    let asked = wanted.kind.or_else(|| words::type_of(&wanted.name));
    let by_type = asked.map_or(0.0, |asked| {
        let mut alike =
            (0..relation.columns.len()).filter(|other| serves(asked, relation.columns[*other].kind));
        match (alike.next(), alike.next()) {
            (Some(only), None) if only == at => ONLY_OF_TYPE,
            (Some(first), Some(_)) if first == at => FIRST_OF_TYPE,
            _ => 0.0,
        }
    });
    let is_name = words::means(&wanted.name, "name") && first_text(relation) == Some(at);
    let fits = asked.is_none_or(|asked| serves(asked, column.kind) || column.kind == ColumnType::Text);
    // A column with the same name is meant, whatever its values look like.
    if named >= SAME_NAME {
        return named;
    }
    if !fits {
        return 0.0;
    }
    named.max(by_type).max(if is_name { FIRST_TEXT } else { 0.0 })
}

/// Whether a column of type `kind` has values of the type `asked`.
fn serves(asked: ColumnType, kind: ColumnType) -> bool {
    let numbers = [ColumnType::Number, ColumnType::Money, ColumnType::Rating];
    asked == kind || (asked == ColumnType::Number && numbers.contains(&kind))
}

/// The first column of text with values in at least half of the rows, most of them distinct.
fn first_text(relation: &Relation) -> Option<usize> {
    (0..relation.columns.len()).find(|at| {
        let texts = relation.rows.iter().filter_map(|row| row.cells.get(*at)?.as_ref());
        let mut texts: Vec<String> = texts.map(|content| content.text(" ")).collect();
        let filled = texts.len();
        texts.sort_unstable();
        texts.dedup();
        relation.columns[*at].kind == ColumnType::Text
            && filled * 2 >= relation.rows.len()
            && texts.len() * 2 > filled
    })
}

/// Where an address comes from that no column has: the links of a column's cells, or the first link or image of the row.
fn from_row(wanted: &Wanted, relation: &Relation, taken: &[bool]) -> Option<Source> {
    match wanted.kind.or_else(|| words::type_of(&wanted.name))? {
        ColumnType::Image => relation.rows.iter().any(|row| !row.images.is_empty()).then_some(Source::Image),
        ColumnType::Url => {
            let linked = |at: &usize| {
                let cells = relation.rows.iter().filter_map(|row| row.cells.get(*at)?.as_ref());
                cells.filter(|cell| cell.cells().iter().any(|cell| cell.link.is_some())).count() * 2
                    > relation.rows.len()
            };
            let columns = 0..relation.columns.len();
            let of_taken = columns.clone().filter(|at| taken[*at]).find(linked);
            let of_any = || columns.clone().find(linked);
            let of_row = || relation.rows.iter().any(|row| !row.links.is_empty()).then_some(Source::Link);
            of_taken.or_else(of_any).map(Source::LinkOf).or_else(of_row)
        }
        _ => None,
    }
}

fn value(row: &Row, source: Source) -> Option<CellContent> {
    let address = |text: &String| {
        CellContent::One(Cell {
            text: text.clone(),
            value: Some(Value::Text(text.clone())),
            ..Cell::default()
        })
    };
    match source {
        Source::Column(at) => row.cells.get(at)?.clone(),
        Source::LinkOf(at) => {
            row.cells.get(at)?.as_ref()?.cells().iter().find_map(|cell| cell.link.as_ref()).map(address)
        }
        Source::Link => row.links.first().map(address),
        Source::Image => row.images.first().map(address),
    }
}

/// Reads texts as the type that the user asks for.
fn convert(mut values: Vec<Option<CellContent>>, kind: ColumnType) -> Vec<Option<CellContent>> {
    let texts: Vec<String> =
        values.iter().flatten().flat_map(CellContent::cells).map(|cell| cell.text.clone()).collect();
    let mark = decimal_mark(texts.iter().map(String::as_str));
    for content in values.iter_mut().flatten() {
        let cells = match content {
            CellContent::One(cell) => std::slice::from_mut(cell),
            CellContent::Many(cells) => cells,
        };
        for cell in cells {
            let money =
                || read_as(ColumnType::Money, &cell.text, mark).filter(|_| kind == ColumnType::Number);
            if let Some(reading) = read_as(kind, &cell.text, mark).or_else(money) {
                cell.value = Some(reading.value);
                cell.unit = reading.unit.or(cell.unit.take());
                cell.range = reading.range;
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn products() -> Relation {
        let cell = |text: &str, link: Option<&str>| {
            Some(CellContent::One(Cell { text: text.into(), link: link.map(Into::into), ..Cell::default() }))
        };
        let row = |name: &str, price: &str| Row {
            cells: vec![cell(name, Some("/p")), cell(price, None), cell("4 of 5", None)],
            images: vec![format!("{name}.png")],
            ..Row::default()
        };
        Relation {
            template: Default::default(),
            kind: chaffinch_core::RelationKind::Records,
            method: "auto".into(),
            score: 0.9,
            title: None,
            facts: Default::default(),
            xpath: "/html".into(),
            rect: None,
            columns: vec![
                Column::new(None, ColumnType::Text),
                Column::new(Some("offers.price".into()), ColumnType::Money),
                Column::new(None, ColumnType::Rating),
            ],
            rows: vec![row("Feeder", "€4.90"), row("Nest box", "€19.00")],
        }
    }

    fn texts(answer: &Answer) -> Vec<Option<String>> {
        answer.relation.rows[1].cells.iter().map(|cell| cell.as_ref().map(|cell| cell.text(""))).collect()
    }

    #[test]
    fn columns_are_found_by_name_type_and_content() {
        let answer = answer(&Want::names("title, price, stars, image, url, author").unwrap(), products());
        let expected =
            [Some("Nest box"), Some("€19.00"), Some("4 of 5"), Some("Nest box.png"), Some("/p"), None];
        assert_eq!(texts(&answer), expected.map(|text| text.map(str::to_owned)));
        assert_eq!(answer.missing, ["author"]);
    }

    #[test]
    fn types_are_converted() {
        let want = Want::schema(r#"{"properties": {"price": {"type": "number"}}}"#).unwrap();
        let answer = answer(&want, products());
        let cell = &answer.relation.rows[0].cells[0].as_ref().unwrap().cells()[0];
        assert_eq!((cell.value.clone(), cell.unit.as_deref()), (Some(Value::Number(4.9)), Some("EUR")));
    }
}
