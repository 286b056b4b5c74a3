//! Style sheets as they are shared by the pages of a site. A sheet is taken apart once into its rules, each rule is parsed when the first
//! page needs it, and what was parsed serves all later pages on all threads.

use super::document::in_units;
use super::unused::{Names, Scanner, Selectors, holds_rules, without_unused};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use style::context::QuirksMode;
use style::media_queries::MediaList;
use style::servo_arc::Arc as StyleArc;
use style::shared_lock::{SharedRwLock, SharedRwLockReadGuard};
use style::stylesheets::{
    AllowImportRules, CssRule, CssRules, DocumentStyleSheet, MediaRule, Origin, Stylesheet,
    StylesheetContents, UrlExtraData,
};

/// A sheet, taken apart.
pub struct SharedSheet {
    css: String,
    /// Whether lengths without a unit are pixels in it.
    quirky: bool,
    rules: Vec<Rule>,
    /// Whether a rule changes what the names in later ones mean, so that the sheet can only be read as a whole.
    is_whole: bool,
}

struct Rule {
    /// Where it stands in the sheet.
    range: Range<usize>,
    kind: Kind,
    /// What the style engine makes of it; of a group, only its condition. Nothing until a page needs it.
    parsed: OnceLock<Vec<CssRule>>,
}

enum Kind {
    Style(Selectors),
    /// Rules behind a condition.
    Group {
        prelude: Range<usize>,
        rules: Vec<Rule>,
    },
    /// Other rules with rules inside; each page gets its own.
    Layers,
    Other,
}

/// How deep rules may be nested for us to look into them.
const MOST_NESTED: usize = 8;

impl SharedSheet {
    /// The sheet of this text, taken apart now or for an earlier page.
    pub fn of(css: String, quirky: bool) -> Arc<SharedSheet> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |sheet: &Arc<SharedSheet>| sheet.quirky == quirky && sheet.css == css;
        if let Some(at) = known.iter().position(same) {
            let sheet = known.remove(at);
            known.push(sheet.clone());
            return sheet;
        }
        drop(known);
        let rules = rules_of(&css, 0..css.len(), MOST_NESTED);
        let is_whole = rules.iter().any(|rule| starts_with(&css[rule.range.clone()], "@namespace"));
        let sheet = Arc::new(SharedSheet { css, quirky, rules, is_whole });
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.push(sheet.clone());
        let mut bytes: usize = known.iter().map(|sheet| sheet.css.len()).sum();
        while bytes > MOST_BYTES || known.len() > MOST_SHEETS {
            bytes -= known.remove(0).css.len();
        }
        sheet
    }

    /// The text of the rules that may match something on a page with these names.
    pub fn used<'s>(&'s self, names: &Names) -> Vec<Cow<'s, str>> {
        let mut pieces = Vec::new();
        self.push_used(&self.rules, names, &mut pieces);
        pieces
    }

    fn push_used<'s>(&'s self, rules: &'s [Rule], names: &Names, out: &mut Vec<Cow<'s, str>>) {
        for rule in rules {
            let text = &self.css[rule.range.clone()];
            match &rule.kind {
                Kind::Style(selectors) if !selectors.may_match(names) => {}
                Kind::Group { prelude, rules } => {
                    out.push(Cow::Borrowed(&self.css[prelude.clone()]));
                    self.push_used(rules, names, out);
                }
                Kind::Layers => out.push(Cow::Owned(without_unused(text, names))),
                _ => out.push(Cow::Borrowed(text)),
            }
        }
    }

    /// The sheet for a page with these names.
    pub fn parsed(&self, names: &Names, url: &UrlExtraData) -> DocumentStyleSheet {
        if self.is_whole {
            return sheet_of(&self.in_units(&without_unused(&self.css, names)), url);
        }
        let lock = SharedRwLock::read_only();
        let guard = lock.read();
        let mut missing = Vec::new();
        find_missing(&self.rules, names, &mut missing);
        self.parse(&missing, url, &guard);
        let mut rules = Vec::new();
        self.gather(&self.rules, names, url, &guard, &mut rules);
        let mut contents = contents_of("", url);
        if let Some(contents) = StyleArc::get_mut(&mut contents) {
            contents.rules = CssRules::new(rules, &lock);
        }
        drop(guard);
        DocumentStyleSheet(StyleArc::new(Stylesheet {
            contents: lock.wrap(contents),
            media: StyleArc::new(lock.wrap(MediaList::empty())),
            shared_lock: lock,
            disabled: false.into(),
        }))
    }

    /// Parses style rules in one go, each on a line of its own, by which what comes of it is found again.
    fn parse(&self, missing: &[&Rule], url: &UrlExtraData, guard: &SharedRwLockReadGuard) {
        let mut text = String::new();
        let mut begins: Vec<(u32, &Rule)> = Vec::with_capacity(missing.len());
        let mut line = 0;
        for rule in missing.iter().copied() {
            let css = self.in_units(&self.css[rule.range.clone()]);
            text.push('\n');
            line += 1;
            begins.push((line, rule));
            text.push_str(&css);
            line += line_breaks(&css);
        }
        let mut found: Vec<Option<&CssRule>> = vec![None; begins.len()];
        let contents = contents_of(&text, url);
        for parsed in contents.rules(guard) {
            let CssRule::Style(style) = parsed else { continue };
            let line = style.read_with(guard).source_location.line;
            if let Ok(at) = begins.binary_search_by_key(&line, |(line, _)| *line) {
                found[at] = Some(parsed);
            }
        }
        for (at, (_, rule)) in begins.iter().enumerate() {
            // A rule behind which one is missing may have swallowed it. Both are parsed alone then, so that what a rule gives does not
            // depend on the pages before, which had other rules beside it. Another thread may have been here first, with the same result.
            let follows = found.get(at + 1).is_none_or(Option::is_some);
            rule.parsed.get_or_init(|| match found[at] {
                Some(parsed) if follows => vec![parsed.clone()],
                _ => self.alone(&self.css[rule.range.clone()], url, guard),
            });
        }
    }

    /// What the style engine makes of a part of the sheet by itself.
    fn alone(&self, css: &str, url: &UrlExtraData, guard: &SharedRwLockReadGuard) -> Vec<CssRule> {
        contents_of(&self.in_units(css), url).rules(guard).to_vec()
    }

    /// What the style engine gets for some rules.
    fn gather(
        &self,
        rules: &[Rule],
        names: &Names,
        url: &UrlExtraData,
        guard: &SharedRwLockReadGuard,
        out: &mut Vec<CssRule>,
    ) {
        let alone = |css: &str| self.alone(css, url, guard);
        for rule in rules {
            let text = &self.css[rule.range.clone()];
            match &rule.kind {
                Kind::Style(selectors) => {
                    if selectors.may_match(names) {
                        out.extend(rule.parsed.get().into_iter().flatten().cloned());
                    }
                }
                Kind::Group { prelude, rules } => {
                    let condition = || alone(&format!("{}{{}}", &self.css[prelude.clone()]));
                    match rule.parsed.get_or_init(condition).first() {
                        Some(CssRule::Media(media)) => {
                            let mut inner = Vec::new();
                            self.gather(rules, names, url, guard, &mut inner);
                            out.push(CssRule::Media(StyleArc::new(MediaRule {
                                media_queries: media.media_queries.clone(),
                                rules: CssRules::new(inner, &SharedRwLock::read_only()),
                                source_location: media.source_location,
                            })));
                        }
                        Some(CssRule::Supports(supports)) if supports.enabled => {
                            self.gather(rules, names, url, guard, out);
                        }
                        _ => {}
                    }
                }
                Kind::Layers => out.extend(alone(&without_unused(text, names))),
                Kind::Other => out.extend(rule.parsed.get_or_init(|| alone(text)).iter().cloned()),
            }
        }
    }

    fn in_units<'c>(&self, css: &'c str) -> Cow<'c, str> {
        in_units(self.quirky, css)
    }
}

/// The sheets of the last pages, the latest last.
static KNOWN: Mutex<Vec<Arc<SharedSheet>>> = Mutex::new(Vec::new());

/// Most sheets that are kept, and most bytes of them. What was parsed takes several times as much memory.
const MOST_SHEETS: usize = 64;
const MOST_BYTES: usize = 3 << 20;

/// The style rules that a page needs and that no page has needed before.
fn find_missing<'r>(rules: &'r [Rule], names: &Names, out: &mut Vec<&'r Rule>) {
    for rule in rules {
        match &rule.kind {
            Kind::Style(selectors) if rule.parsed.get().is_none() && selectors.may_match(names) => {
                out.push(rule);
            }
            Kind::Group { rules, .. } => find_missing(rules, names, out),
            _ => {}
        }
    }
}

fn rules_of(css: &str, within: Range<usize>, nested: usize) -> Vec<Rule> {
    let mut rules = Vec::new();
    let mut scanner = Scanner { css: &css.as_bytes()[..within.end], at: within.start };
    loop {
        scanner.skip_space();
        let start = scanner.at;
        if start >= within.end {
            return rules;
        }
        let is_at_rule = css.as_bytes()[start] == b'@';
        let brace = scanner.skip_until(if is_at_rule { b";{" } else { b"{" });
        let has_block = scanner.css.get(brace) == Some(&b'{');
        let is_closed = has_block && scanner.skip_block();
        if !has_block {
            scanner.at = (brace + 1).min(within.end);
        }
        let (prelude, end) = (start..brace, scanner.at);
        let kind = match &css[prelude.clone()] {
            text if is_at_rule && is_closed && nested > 0 && is_condition(text) => {
                Kind::Group { prelude, rules: rules_of(css, brace + 1..end - 1, nested - 1) }
            }
            text if is_at_rule && has_block && holds_rules(text) => Kind::Layers,
            text if !is_at_rule && has_block => Kind::Style(Selectors::of(text)),
            _ => Kind::Other,
        };
        rules.push(Rule { range: start..end, kind, parsed: OnceLock::new() });
    }
}

/// Whether what stands before a block is a condition for the rules in it.
fn is_condition(prelude: &str) -> bool {
    ["@media", "@supports"].iter().any(|name| {
        starts_with(prelude, name)
            && !prelude[name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_')
    })
}

fn starts_with(css: &str, name: &str) -> bool {
    css.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
}

/// How many lines end in some CSS.
fn line_breaks(css: &str) -> u32 {
    let bytes = css.as_bytes();
    let ends = |at: &usize| match bytes[*at] {
        b'\n' | b'\x0c' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(ends).count() as u32
}

fn contents_of(css: &str, url: &UrlExtraData) -> StyleArc<StylesheetContents> {
    let lock = SharedRwLock::read_only();
    // Imports have been put in.
    let imports = AllowImportRules::No;
    let quirks = QuirksMode::NoQuirks;
    StylesheetContents::from_str(css, url.clone(), Origin::Author, &lock, None, None, quirks, imports, None)
}

fn sheet_of(css: &str, url: &UrlExtraData) -> DocumentStyleSheet {
    let lock = SharedRwLock::read_only();
    let media = StyleArc::new(lock.wrap(MediaList::empty()));
    let (quirks, imports) = (QuirksMode::NoQuirks, AllowImportRules::No);
    let sheet =
        Stylesheet::from_str(css, url.clone(), Origin::Author, media, lock, None, None, quirks, imports);
    DocumentStyleSheet(StyleArc::new(sheet))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSS: &str = "p{color:red} .card{margin:1px}\n.menu{margin:2px} @media (min-width:1px){.card{padding:0}.menu{padding:1px}} \
        @media print{p{color:blue}} @supports (display:block){.card{top:0}} @supports (nothing:at all){.card{top:1px}} \
        .broken}.card{left:0} .card{left:1px} @layer a{.menu{left:1px}.card{left:2px}} @font-face{font-family:x;src:url(a{b)} .card{right:0";

    fn url() -> UrlExtraData {
        let blitz = blitz_dom::BaseDocument::new(blitz_dom::DocumentConfig::default());
        UrlExtraData(StyleArc::new(blitz.base_url().clone()))
    }

    fn names(html: &str) -> Names {
        Names::of(&chaffinch_page::parse_str(html))
    }

    /// The rules that the style engine gets, written out.
    fn written(rules: &[CssRule], guard: &SharedRwLockReadGuard, out: &mut Vec<String>) {
        use style::shared_lock::ToCssWithGuard;
        for rule in rules {
            match rule {
                // Where the condition holds, the rules themselves stand there.
                CssRule::Supports(supports) => {
                    if supports.enabled {
                        written(&supports.rules.read_with(guard).0, guard, out);
                    }
                }
                CssRule::Media(media) => {
                    out.push("media".to_owned());
                    written(&media.rules.read_with(guard).0, guard, out);
                }
                rule => {
                    let mut css = String::new();
                    let _ = rule.to_css(guard, &mut css);
                    out.push(css);
                }
            }
        }
    }

    fn all(sheet: &DocumentStyleSheet) -> Vec<String> {
        let lock = SharedRwLock::read_only();
        let guard = lock.read();
        let mut out = Vec::new();
        written(sheet.0.contents.read_with(&guard).rules(&guard), &guard, &mut out);
        out
    }

    #[test]
    fn each_page_gets_what_it_would_get_alone() {
        let url = url();
        for html in ["<p class=card>", "<p class='menu card'>", "<b>", "<p class=card>"] {
            let names = names(html);
            let shared = SharedSheet::of(CSS.to_owned(), false).parsed(&names, &url);
            assert_eq!(all(&shared), all(&sheet_of(&without_unused(CSS, &names), &url)), "{html}");
        }
    }

    #[test]
    fn a_rule_is_parsed_once_for_all_pages() {
        let url = url();
        let sheet = SharedSheet::of("p{color:red}\r\n.a{color:blue}".to_owned(), false);
        let first = |html: &str| {
            let lock = SharedRwLock::read_only();
            let guard = lock.read();
            let parsed = SharedSheet::of(sheet.css.clone(), false).parsed(&names(html), &url);
            match &parsed.0.contents.read_with(&guard).rules(&guard)[0] {
                CssRule::Style(rule) => rule.clone(),
                other => panic!("no style rule: {other:?}"),
            }
        };
        assert!(StyleArc::ptr_eq(&first("<p>"), &first("<p class=a>")));
    }

    #[test]
    fn what_a_rule_gives_does_not_depend_on_the_pages_before() {
        let url = url();
        // The style engine takes the address as far as the next bracket, and with it the rule behind.
        let css = "p{background:url(a\"b}\n.b{color:red}\n.c{width:calc(1px)}";
        let fresh = |html: &str| {
            let sheet = SharedSheet {
                css: css.to_owned(),
                quirky: false,
                rules: rules_of(css, 0..css.len(), MOST_NESTED),
                is_whole: false,
            };
            all(&sheet.parsed(&names(html), &url))
        };
        let sheet = SharedSheet {
            css: css.to_owned(),
            quirky: false,
            rules: rules_of(css, 0..css.len(), MOST_NESTED),
            is_whole: false,
        };
        for html in ["<p class=b>", "<b class=b>", "<p class=c>", "<b class='b c'>", "<p class='b c'>"] {
            assert_eq!(all(&sheet.parsed(&names(html), &url)), fresh(html), "{html}");
        }
    }

    #[test]
    fn a_sheet_that_names_name_spaces_is_read_as_a_whole() {
        let (url, names) = (url(), names("<p>"));
        let css = "@namespace s url(http://www.w3.org/2000/svg); s|a{color:red} p{color:blue}";
        let sheet = SharedSheet::of(css.to_owned(), false).parsed(&names, &url);
        assert_eq!(all(&sheet).len(), 3);
    }

    #[test]
    fn only_the_latest_sheets_are_kept() {
        for at in 0..2 * MOST_SHEETS {
            SharedSheet::of(format!("p{{top:{at}px}}"), true);
        }
        let known = KNOWN.lock().unwrap();
        assert!(known.len() <= MOST_SHEETS && known.iter().any(|sheet| sheet.css == "p{top:127px}"));
    }
}
