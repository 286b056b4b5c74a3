//! Reads invented pages about one thing, and what was told of the thing.

use chaffinch::{Cell, Document, Engine, PageReport, Relation, Settings, Want};

pub fn read(html: &str) -> PageReport {
    Engine::new(Settings::default()).unwrap().read(Document::from_html("page.html", html))
}

/// The page's record, where these names are wanted of it.
pub fn wanted(html: &str, names: &str) -> Relation {
    let want = Want::names(names).unwrap();
    let engine = Engine::new(Settings::default().with(|settings| settings.want = Some(want))).unwrap();
    engine.read(Document::from_html("page.html", html)).relations.remove(0)
}

pub fn cells<'r>(relation: &'r Relation, name: &str) -> Vec<&'r Cell> {
    let at = relation.columns.iter().position(|column| column.name.as_deref() == Some(name));
    let all = || relation.columns.iter().filter_map(|column| column.name.as_deref()).collect::<Vec<_>>();
    let at = at.unwrap_or_else(|| panic!("no {name} among {:?}", all()));
    relation.rows[0].cells[at].as_ref().map_or(Vec::new(), |content| content.cells().iter().collect())
}

pub fn text(relation: &Relation, name: &str) -> String {
    cells(relation, name).iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join("|")
}
