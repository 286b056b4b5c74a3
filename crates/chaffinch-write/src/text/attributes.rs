use super::measure::{cut, one_line, width, wrap};
use super::{Paint, hint, push_remark};
use crate::WriteOptions;
use crate::words::counted;
use chaffinch_core::CellContent;
use std::fmt::Write as _;

/// Lines of one value before it is cut.
const LINES: usize = 3;

/// The names of one thing's attributes, and their values beside them.
pub(super) fn push(attributes: &[(String, &CellContent)], options: &WriteOptions, out: &mut String) {
    let paint = Paint { color: options.color };
    let shown = &attributes[..attributes.len().min(options.rows)];
    let names: Vec<String> =
        shown.iter().map(|(name, _)| cut(&one_line(name), options.width / 3 - 1) + ":").collect();
    let indent = names.iter().map(|name| width(name)).max().unwrap_or(0) + 2;
    for (name, (_, content)) in names.iter().zip(shown) {
        let value = one_line(&content.text("; "));
        for (i, line) in wrap(&value, options.width - indent, LINES).iter().enumerate() {
            let name = if i == 0 { name.as_str() } else { "" };
            let gap = " ".repeat(indent - width(name));
            let name = if name.is_empty() { String::new() } else { paint.bold(name) };
            let _ = writeln!(out, "{}", format!("{name}{gap}{line}").trim_end());
        }
    }
    let more = attributes.len() - shown.len();
    if more > 0 {
        let said =
            format!("… {}{}", counted(more, "more value", "more values"), hint(&[options.hints.all_values]));
        push_remark(&said, options, out);
    }
}
