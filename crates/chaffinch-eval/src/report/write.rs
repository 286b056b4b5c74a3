//! The report as HTML and as Markdown.

use super::{Report, Section};
use std::fmt::Write;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
    pre{background:#f6f6f4;padding:1rem;overflow-x:auto;font-size:13px;line-height:1.35}code{background:#f6f6f4}\
    h2{margin-top:2.5rem}svg{max-width:100%;height:auto}.beside{color:#555}nav a{display:block}";

impl Report {
    /// One page, plots included, without scripts.
    pub fn html(&self) -> String {
        let mut out = format!(
            "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>Chaffinch, measured</title><style>{STYLE}</style>\n<h1>Chaffinch, measured</h1>\n<ul>"
        );
        for line in &self.machine {
            let _ = write!(out, "<li>{}", escaped(line));
        }
        out.push_str("</ul>\n<nav>");
        for (at, section) in self.sections.iter().enumerate() {
            let _ = write!(out, "<a href=\"#s{at}\">{}</a>", escaped(section.title));
        }
        out.push_str("</nav>\n");
        for (at, section) in self.sections.iter().enumerate() {
            let Section { title, command, beside, table, plots } = section;
            let _ = writeln!(
                out,
                "<h2 id=\"s{at}\">{}</h2>\n<p><code>{}</code></p>\n<p class=\"beside\">{}</p>\n<pre>{}</pre>",
                escaped(title),
                escaped(command),
                escaped(beside),
                escaped(table.trim_end())
            );
            plots.iter().for_each(|plot| out.push_str(plot));
        }
        out
    }

    /// The same tables as Markdown; plots are the files `plot-N.svg` beside it.
    pub fn markdown(&self) -> String {
        let mut out = "# Chaffinch, measured\n\n".to_owned();
        for line in &self.machine {
            let _ = writeln!(out, "- {line}");
        }
        let mut plot = 0;
        for section in &self.sections {
            let Section { title, command, beside, table, plots } = section;
            let _ = write!(
                out,
                "\n## {title}\n\n`{command}`\n\n{beside}\n\n```text\n{}\n```\n",
                table.trim_end()
            );
            for _ in plots {
                plot += 1;
                let _ = write!(out, "\n![{title}](plot-{plot}.svg)\n");
            }
        }
        out
    }

    /// The plots in the order in which the Markdown names them.
    pub fn plots(&self) -> impl Iterator<Item = &String> {
        self.sections.iter().flat_map(|section| &section.plots)
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
