//! Addresses as others can follow them.

use chaffinch_core::{CellContent, Column, ColumnType, PageReport, Row, Value};
use url::Url;

/// Makes the addresses of links and images absolute, seen from `base`. The texts of cells stay as the page writes them.
pub(crate) fn make_absolute(report: &mut PageReport, base: Option<&str>) {
    let Some(base) = base_of(base) else { return };
    for relation in &mut report.relations {
        make_rows_absolute(&relation.columns, &mut relation.rows, &base);
    }
}

/// The address from which those of a page are seen.
pub(crate) fn base_of(address: Option<&str>) -> Option<Url> {
    address.and_then(|base| Url::parse(base).ok()).filter(|base| !base.cannot_be_a_base())
}

fn make_rows_absolute(columns: &[Column], rows: &mut [Row], base: &Url) {
    let addresses: Vec<bool> =
        columns.iter().map(|c| matches!(c.kind, ColumnType::Url | ColumnType::Image)).collect();
    for row in rows {
        row.links.iter_mut().chain(&mut row.images).for_each(|address| resolve(base, address));
        for (at, content) in row.cells.iter_mut().enumerate() {
            let Some(content) = content else { continue };
            if let CellContent::Rows(inner) = content {
                make_rows_absolute(&inner.columns, &mut inner.rows, base);
            }
            for cell in content.cells_mut() {
                cell.link.iter_mut().for_each(|link| resolve(base, link));
                if let (Some(Value::Text(value)), Some(true)) = (&mut cell.value, addresses.get(at)) {
                    resolve(base, value);
                }
            }
        }
    }
}

/// An address that cannot be joined, or that is no address of the web, stays as it is.
pub(crate) fn resolve(base: &Url, address: &mut String) {
    if let Ok(joined) = base.join(address.trim())
        && matches!(joined.scheme(), "http" | "https" | "ftp" | "file")
    {
        *address = joined.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_core::{Cell, Relation, RelationKind};

    #[test]
    fn addresses_are_seen_from_the_page() {
        let address = |text: &str| Cell { value: Some(Value::Text(text.into())), ..Cell::default() };
        let named = Cell { text: "Feeder".into(), link: Some("../p?id=1".into()), ..Cell::default() };
        let cells = vec![
            Some(CellContent::One(named)),
            Some(CellContent::Many(vec![
                address("//cdn.example/a.png"),
                address("data:image/png;base64,AA"),
            ])),
        ];
        let row = Row {
            links: vec!["../p?id=1".into(), "javascript:x()".into(), "#top".into()],
            cells,
            ..Row::default()
        };
        let relation = Relation {
            template: Default::default(),
            kind: RelationKind::Records,
            method: "auto".into(),
            score: 0.9,
            title: None,
            facts: Default::default(),
            xpath: String::new(),
            rect: None,
            columns: vec![Column::text("name"), Column::new(Some("image".into()), ColumnType::Image)],
            rows: vec![row],
        };
        let mut report = PageReport { relations: vec![relation], ..PageReport::new("a.html") };
        let before = report.clone();
        make_absolute(&mut report, None);
        make_absolute(&mut report, Some("mailto:a@b.example"));
        assert_eq!(report, before, "nowhere to be seen from");
        make_absolute(&mut report, Some("https://shop.example/list/"));
        let row = &report.relations[0].rows[0];
        let links = ["https://shop.example/p?id=1", "javascript:x()", "https://shop.example/list/#top"];
        assert_eq!(row.links, links);
        let cell = |at: usize| row.cells[at].as_ref().unwrap().cells();
        assert_eq!((cell(0)[0].text.as_str(), cell(0)[0].link.as_deref()), ("Feeder", Some(links[0])));
        assert_eq!(cell(1)[0].value, Some(Value::Text("https://cdn.example/a.png".into())));
        assert_eq!(cell(1)[1].value, Some(Value::Text("data:image/png;base64,AA".into())));
    }
}
