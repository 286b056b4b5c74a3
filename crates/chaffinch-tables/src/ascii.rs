//! Tables in `<pre>` elements, with spaces, bars or drawn lines between their columns.

use crate::grid::{CellPlace, Grid, GridCell, GridRow};
use crate::settings::AsciiSettings;
use chaffinch_core::{NodeId, NodeKind, Page};

/// Most characters of a line: a limit against hostile input.
const LONGEST_LINE: usize = 2_000;
/// Characters from one tab stop to the next, as browsers have them.
const TAB: usize = 8;

/// The tables in the `<pre>` elements of a page, in document order.
pub(crate) fn ascii_grids(page: &Page, settings: &AsciiSettings) -> Vec<Grid> {
    page.ids().filter(|id| page.is(*id, "pre")).flat_map(|pre| tables_in(page, pre, settings)).collect()
}

fn tables_in(page: &Page, pre: NodeId, settings: &AsciiSettings) -> Vec<Grid> {
    let lines = lines(page, pre);
    let mut found = Vec::new();
    // A line of its own before a table is its title.
    let mut above: Option<&Line> = None;
    // Between two tables there is an empty line.
    for block in lines.split(Line::is_blank).filter(|block| !block.is_empty()) {
        found.extend(titled_table(page, pre, block, above, settings));
        above = match block {
            [line] if line.is_title(settings.gutter) && !line.leads_over() => Some(line),
            _ => None,
        };
    }
    found
}

/// The table that a block of lines is; where it is none, what is left of it without a title above and a remark below.
fn titled_table(
    page: &Page,
    pre: NodeId,
    block: &[Line],
    above: Option<&Line>,
    settings: &AsciiSettings,
) -> Option<Grid> {
    if let Some(grid) = table(page, pre, block, above, settings) {
        return Some(grid);
    }
    // Two columns without a drawn line between words may be settings of a program.
    let is_sure = |grid: &Grid| grid.width > 2 || block.iter().any(Line::is_rule);
    let is_title = |line: &&Line| line.is_title(settings.gutter);
    let (first, below) = block.split_first()?;
    if is_title(&first) {
        let title = Some(first).filter(|first| !first.leads_over());
        let rest = table(page, pre, below, title, settings).filter(is_sure);
        if rest.is_some() {
            return rest;
        }
    }
    let (last, before) = block.split_last()?;
    let has_remark = is_title(&last);
    has_remark.then(|| table(page, pre, before, above, settings)).flatten().filter(is_sure)
}

/// A character and where it comes from.
#[derive(Debug, Clone, Copy)]
struct Character {
    value: char,
    node: NodeId,
    start: usize,
}

#[derive(Debug, Default)]
struct Line {
    /// The character at each position of the line; nothing for a space.
    columns: Vec<Option<Character>>,
    /// The positions at which there are tabs.
    tabs: Vec<usize>,
}

impl Line {
    fn is_blank(&self) -> bool {
        self.columns.iter().all(Option::is_none)
    }

    /// The position of its first character.
    fn indent(&self) -> usize {
        self.columns.iter().position(Option::is_some).unwrap_or(0)
    }

    /// Whether it only draws a line: `---+---`, `====`.
    fn is_rule(&self) -> bool {
        let drawn = self.columns.iter().flatten();
        drawn.clone().count() > 2
            && drawn.clone().all(|c| {
                matches!(c.value, '-' | '=' | '+' | '|' | '_' | ':' | '*' | '~' | '\u{2500}'..='\u{257f}')
            })
    }

    /// Whether it is words with single spaces between them.
    fn is_title(&self, gutter: usize) -> bool {
        let shown = &self.columns[self.indent()..];
        let end = shown.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let has_gap = shown[..end].windows(gutter.max(1)).any(|gap| gap.iter().all(Option::is_none));
        let has_word = shown.iter().flatten().any(|c| c.value.is_alphabetic());
        // What a program was told stands above its answer, too.
        let is_code =
            shown.iter().flatten().any(|c| matches!(c.value, ';' | '$' | '{' | '}' | '=' | '<' | '>'));
        has_word
            && !is_code
            && !has_gap
            && self.tabs.is_empty()
            && !(0..self.columns.len()).any(|at| self.is_bar(at))
    }

    /// Whether it ends as sentences do: then it leads over to the table and does not name it.
    fn leads_over(&self) -> bool {
        let last = self.columns.iter().rev().flatten().next();
        last.is_some_and(|c| matches!(c.value, ':' | '.' | ',' | '!' | '?' | '…'))
    }

    fn is_bar(&self, column: usize) -> bool {
        self.columns
            .get(column)
            .copied()
            .flatten()
            .is_some_and(|c| matches!(c.value, '|' | '│' | '┃' | '║' | '╎' | '┆' | '┊'))
    }

    fn is_free(&self, column: usize) -> bool {
        self.is_bar(column) || self.columns.get(column).copied().flatten().is_none()
    }
}

fn lines(page: &Page, pre: NodeId) -> Vec<Line> {
    let mut lines = vec![Line::default()];
    let texts = page.subtree(pre).filter(|id| page.node(*id).kind == NodeKind::Text);
    for node in texts {
        for (start, value) in page.own_text(node).char_indices() {
            let Some(line) = lines.last_mut() else { continue };
            let width = line.columns.len();
            match value {
                '\n' => lines.push(Line::default()),
                _ if width > LONGEST_LINE => {}
                '\t' => {
                    line.tabs.push(width);
                    line.columns.resize(width - width % TAB + TAB, None);
                }
                _ if value.is_whitespace() => line.columns.push(None),
                _ => line.columns.push(Some(Character { value, node, start })),
            }
        }
    }
    lines
}

/// The table that neighbouring lines are; nothing where they are not one. The `title` becomes a row across it.
fn table(
    page: &Page,
    pre: NodeId,
    block: &[Line],
    title: Option<&Line>,
    settings: &AsciiSettings,
) -> Option<Grid> {
    let block = without_prose(block);
    let (across, block) = title_across(block);
    let title = across.or(title);
    let written: Vec<&Line> = block.iter().filter(|line| !line.is_rule()).collect();
    let width = written.iter().map(|line| line.columns.len()).max()?;
    if written.len() < settings.min_lines || width > LONGEST_LINE {
        return None;
    }
    let fields = separated(block, &written).unwrap_or_else(|| {
        let columns = columns(&written, width, settings.gutter);
        vec![columns; written.len()]
    });
    let width = fields.first()?.len();
    if width < 2 {
        return None;
    }
    // A drawn line below the first line of text makes that the header.
    let has_header = block.iter().position(Line::is_rule) == Some(1)
        || (block.first().is_some_and(Line::is_rule) && block.get(2).is_some_and(Line::is_rule));
    let row_of = rows_of_lines(block, &written, &fields);
    let mut lines = row_of.last().map_or(0, |last| last + 1);
    let mut cells: Vec<GridCell> = Vec::new();
    // For each column the cell of the row that is being read.
    let mut of_row: Vec<Option<usize>> = vec![None; width];
    let mut last = 0;
    for (row, (line, fields)) in row_of.into_iter().zip(written.iter().zip(&fields)) {
        if row != last {
            of_row.fill(None);
            last = row;
        }
        for (column, (begin, end)) in fields.iter().enumerate() {
            let parts = parts(line, *begin, *end);
            if parts.is_empty() {
                continue;
            }
            let known = of_row[column].and_then(|cell| cells.get_mut(cell));
            if let Some(GridCell { place: CellPlace::Text(text), .. }) = known {
                go_on(page, text, parts);
            } else {
                let (place, header) = (CellPlace::Text(parts), has_header && row == 0);
                of_row[column] = Some(cells.len());
                cells.push(GridCell { place, header, row, height: 1, column, width: 1 });
            }
        }
    }
    cells.sort_by_key(|cell| (cell.row, cell.column));
    let slots = width * lines;
    if (cells.len() as f32 / slots as f32) < settings.min_filled {
        return None;
    }
    if let Some(title) = title {
        cells.iter_mut().for_each(|cell| cell.row += 1);
        // Without the bars at the ends of a line that is drawn.
        let is_text = |at: &usize| title.columns[*at].is_some() && !title.is_bar(*at);
        let (begin, end) = (
            (0..title.columns.len()).find(is_text).unwrap_or(0),
            (0..title.columns.len()).rfind(is_text).map_or(0, |last| last + 1),
        );
        let place = CellPlace::Text(parts(title, begin, end));
        cells.insert(0, GridCell { place, header: has_header, row: 0, height: 1, column: 0, width });
        lines += 1;
    }
    let rows = (0..lines).map(|_| GridRow { node: None, in_head: false, slots: Vec::new() }).collect();
    let mut grid = Grid { root: pre, cells, rows, width, caption: None, turned: false };
    grid.fill_slots();
    Some(grid)
}

/// The line in the first row of a drawn table that has no bars but those at its ends, while the others have more, and the lines below it.
fn title_across(block: &[Line]) -> (Option<&Line>, &[Line]) {
    let bars = |line: &Line| (0..line.columns.len()).filter(|at| line.is_bar(*at)).count();
    let first = block.iter().position(|line| !line.is_rule());
    let below = first.and_then(|first| Some((block.get(first)?, block.get(first + 1..)?)));
    let is_title = |(line, below): &(&Line, &[Line])| {
        bars(line) == 2
            && below.first().is_some_and(Line::is_rule)
            && below.iter().any(|line| !line.is_rule())
            && below.iter().filter(|line| !line.is_rule()).all(|line| bars(line) > 2)
    };
    match below.filter(is_title) {
        Some((line, below)) => (Some(line), below),
        None => (None, block),
    }
}

/// The row of each written line, from 0. Where lines are drawn between all rows, a row may be several lines: the further ones leave cells empty.
fn rows_of_lines(block: &[Line], written: &[&Line], fields: &[Vec<(usize, usize)>]) -> Vec<usize> {
    let mut stretch = 0;
    let mut stretches = Vec::with_capacity(written.len());
    for line in block {
        if line.is_rule() {
            stretch = stretches.last().map_or(0, |last| last + 1);
        } else {
            stretches.push(stretch);
        }
    }
    let leaves_out = |at: usize| {
        let is_blank = |(begin, end): &(usize, usize)| {
            let within = written[at].columns.get(*begin..(*end).min(written[at].columns.len()));
            within.unwrap_or_default().iter().all(Option::is_none)
        };
        fields[at].iter().any(is_blank)
    };
    let go_on = |at: usize| stretches[at] != stretches[at - 1] || leaves_out(at);
    let are_drawn = stretch > 1 && (1..stretches.len()).all(go_on);
    if are_drawn { stretches } else { (0..written.len()).collect() }
}

/// Adds what a cell's next line holds to its text, with the space between them.
fn go_on(
    page: &Page,
    text: &mut Vec<(NodeId, std::ops::Range<usize>)>,
    next: Vec<(NodeId, std::ops::Range<usize>)>,
) {
    if let Some((node, range)) = text.last_mut()
        && page.own_text(*node).get(range.end..range.end + 1).is_some_and(|space| space.trim().is_empty())
    {
        range.end += 1;
    }
    text.extend(next);
}

/// The lines of a block from the first to the last that is drawn or has a bar, where rules and bars draw a table: what stands before and behind
/// them is a command, or what a program says of its answer.
fn without_prose(block: &[Line]) -> &[Line] {
    let has_bar = |line: &Line| (0..line.columns.len()).any(|at| line.is_bar(at));
    let is_drawn = |line: &Line| line.is_rule() || has_bar(line);
    let with_bars = block.iter().filter(|line| has_bar(line) && !line.is_rule()).count();
    let drawn = block.iter().position(is_drawn).zip(block.iter().rposition(is_drawn));
    match drawn.filter(|_| with_bars > 1 && block.iter().any(Line::is_rule)) {
        Some((first, last)) => &block[first..=last],
        None => block,
    }
}

/// The begin and end of each field of each line, where signs and not positions separate them: the same number of tabs in all lines, or of bars
/// where all lines begin with one or a drawn line is among them.
fn separated(block: &[Line], written: &[&Line]) -> Option<Vec<Vec<(usize, usize)>>> {
    let bars =
        |line: &&Line| -> Vec<usize> { (0..line.columns.len()).filter(|at| line.is_bar(*at)).collect() };
    let by_bars: Vec<Vec<usize>> = written.iter().map(bars).collect();
    let is_drawn = block.iter().any(Line::is_rule)
        || by_bars.iter().zip(written).all(|(bars, line)| bars.first() == Some(&line.indent()));
    let by_tabs: Vec<Vec<usize>> = written.iter().map(|line| line.tabs.clone()).collect();
    let is_indented = written.iter().any(|line| line.tabs.first() == Some(&0));
    let agree = |cuts: &[Vec<usize>]| {
        let count = cuts.first().map_or(0, Vec::len);
        count > 0 && cuts.iter().all(|own| own.len() == count)
    };
    let cuts = if is_drawn && agree(&by_bars) {
        by_bars
    } else if !is_indented && agree(&by_tabs) {
        by_tabs
    } else {
        return None;
    };
    let between = |(line, cuts): (&&Line, &Vec<usize>)| -> Vec<(usize, usize)> {
        let begins = std::iter::once(0).chain(cuts.iter().map(|cut| cut + 1));
        begins.zip(cuts.iter().copied().chain([line.columns.len()])).collect()
    };
    let mut fields: Vec<Vec<(usize, usize)>> = written.iter().zip(&cuts).map(between).collect();
    let is_filled = |column: usize| {
        let content = |(line, fields): (&&Line, &Vec<(usize, usize)>)| {
            line.columns[fields[column].0..fields[column].1].iter().any(Option::is_some)
        };
        written.iter().zip(&fields).any(content)
    };
    // What is before the first bar and behind the last one is nothing.
    let kept: Vec<bool> = (0..fields.first()?.len()).map(is_filled).collect();
    for own in &mut fields {
        let mut kept = kept.iter();
        own.retain(|_| kept.next().copied().unwrap_or(false));
    }
    Some(fields)
}

/// The begin and end of each column. Columns are separated by bars, or by gaps of at least `gutter` characters in all lines.
fn columns(lines: &[&Line], width: usize, gutter: usize) -> Vec<(usize, usize)> {
    let mut columns: Vec<(usize, usize)> = Vec::new();
    // How wide the gap before this position is, and whether it has a bar.
    let (mut gap, mut bar) = (gutter, false);
    for at in 0..width {
        if lines.iter().all(|line| line.is_free(at)) {
            gap += 1;
            bar |= lines.iter().any(|line| line.is_bar(at));
            continue;
        }
        match columns.last_mut() {
            Some(column) if gap < gutter && !bar => column.1 = at + 1,
            _ => columns.push((at, at + 1)),
        }
        (gap, bar) = (0, false);
    }
    columns
}

/// The text of a line between two positions, as parts of text nodes.
fn parts(line: &Line, begin: usize, end: usize) -> Vec<(NodeId, std::ops::Range<usize>)> {
    let mut parts: Vec<(NodeId, std::ops::Range<usize>)> = Vec::new();
    let within = line.columns.get(begin..end.min(line.columns.len())).unwrap_or_default();
    for character in within.iter().flatten() {
        let behind = character.start + character.value.len_utf8();
        match parts.last_mut() {
            Some((node, range)) if *node == character.node => range.end = behind,
            _ => parts.push((character.node, character.start..behind)),
        }
    }
    parts
}
