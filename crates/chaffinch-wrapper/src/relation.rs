//! What a wrapper found, as a relation of the common contract.

use crate::apply::{Applied, FoundValue};
use crate::class::Order;
use crate::markup::{Links, addresses};
use crate::page_bytes::PageBytes;
use crate::wrapper::{Attribute, Rules, Wrapper};
use chaffinch_core::{Cell, CellContent, Column, ColumnType, Relation, RelationKind, Row};
use chaffinch_values::{DecimalMark, decimal_mark, read_as};

impl Wrapper {
    /// What was found on a page as a relation. A flat tuple has a cell for each attribute; the values of a nested
    /// one stand in page order, as its label does.
    pub fn relation(&self, applied: &Applied, page: &PageBytes<'_>) -> Option<Relation> {
        if applied.rows.is_empty() {
            return None;
        }
        let nested = matches!(&self.rules, Rules::Tuples(w) if w.order == Order::Nested)
            && applied.rows.iter().any(|row| row.len() != self.attributes.len());
        let columns: Vec<&Attribute> = if nested {
            let longest = applied.rows.iter().max_by_key(|row| row.len())?;
            longest.iter().map(|found| &self.attributes[found.attribute]).collect()
        } else {
            self.attributes.iter().collect()
        };
        let marks: Vec<DecimalMark> = (0..self.attributes.len())
            .map(|k| {
                let has_mark = self.attributes[k].kind != ColumnType::Text;
                let found = applied.rows.iter().flatten().filter(|found| has_mark && found.attribute == k);
                decimal_mark(found.map(|found| found.text.as_str()))
            })
            .collect();
        let links = Links::of(page.bytes());
        let cell = |found: &FoundValue| self.cell(found, marks[found.attribute], page, &links);
        let row = |row: &Vec<FoundValue>| {
            let cells = if nested {
                row.iter().map(|found| Some(CellContent::One(cell(found)))).collect()
            } else {
                let of = |k: usize| row.iter().filter(|f| f.attribute == k).map(cell).collect();
                (0..self.attributes.len()).map(|k| CellContent::from_cells(of(k))).collect()
            };
            self.row(row, cells, page)
        };
        Some(Relation {
            template: Default::default(),
            kind: self.kind(),
            method: "wrapper".into(),
            score: if applied.misfits.is_empty() { 1.0 } else { 0.5 },
            title: None,
            facts: Default::default(),
            xpath: String::new(),
            rect: None,
            columns: columns.iter().map(|a| Column::new(Some(a.name.clone()), a.kind)).collect(),
            rows: applied.rows.iter().map(row).collect(),
        })
    }

    /// What a page gives: records, or the one thing that it is about.
    pub fn kind(&self) -> RelationKind {
        match &self.rules {
            Rules::Tuples(_) | Rules::Nodes(_) | Rules::Units(_) => RelationKind::Records,
            Rules::Detail { .. } => RelationKind::Detail,
        }
    }

    fn row(&self, found: &[FoundValue], cells: Vec<Option<CellContent>>, page: &PageBytes<'_>) -> Row {
        let texts: Vec<&str> = found.iter().map(|found| found.text.as_str()).collect();
        let spans = || found.iter().filter_map(|found| found.span);
        let piece = match (spans().map(|s| s.start).min(), spans().map(|s| s.end).max(), self.kind()) {
            (Some(start), Some(end), RelationKind::Records) => &page.bytes()[start as usize..end as usize],
            _ => &[],
        };
        let (between, images) = addresses(piece, page.encoding_or(&self.learned.encoding));
        let of_cells = cells.iter().flatten().flat_map(|c| c.cells()).filter_map(|cell| cell.link.clone());
        let mut links: Vec<String> = Vec::new();
        for link in of_cells.chain(between) {
            if !links.contains(&link) {
                links.push(link);
            }
        }
        Row { text: texts.join(" "), links, images, cells, ..Row::default() }
    }

    fn cell(&self, found: &FoundValue, mark: DecimalMark, page: &PageBytes<'_>, links: &Links<'_>) -> Cell {
        let kind = self.attributes[found.attribute].kind;
        let reading = if kind == ColumnType::Text { None } else { read_as(kind, &found.text, mark) };
        let (value, unit, range) =
            reading.map_or((None, None, None), |read| (Some(read.value), read.unit, read.range));
        let encoding = page.encoding_or(&self.learned.encoding);
        let link = found.span.and_then(|span| links.around(span.start as usize, encoding));
        Cell {
            text: found.text.clone(),
            value,
            unit,
            range,
            link,
            xpath: found.xpath.clone(),
            span: found.span,
            ..Cell::default()
        }
    }
}
