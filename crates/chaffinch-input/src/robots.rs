//! What a site asks robots to leave alone: robots.txt as RFC 9309 describes it.

use std::time::Duration;

/// As much of a robots.txt as is read; the RFC asks for at least this.
pub(crate) const MAX_BYTES: usize = 500 << 10;

/// The most rules that are kept. No honest robots.txt has more.
const MAX_RULES: usize = 10_000;

/// The rules of one site for us.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Robots {
    rules: Vec<Rule>,
    /// The pause that the site asks for between two requests.
    pub delay: Option<Duration>,
}

#[derive(Debug, Clone, PartialEq)]
struct Rule {
    pattern: Vec<u8>,
    allow: bool,
}

impl Robots {
    /// Reads the rules for the robot called `product`.
    pub fn parse(text: &str, product: &str) -> Robots {
        let ours = Robots::of_groups(text, |name| name.eq_ignore_ascii_case(product));
        ours.or_else(|| Robots::of_groups(text, |name| name == "*")).unwrap_or_default()
    }

    /// The rules of all groups for a robot that `is_ours`; nothing where there is no such group.
    fn of_groups(text: &str, is_ours: impl Fn(&str) -> bool) -> Option<Robots> {
        let mut robots = Robots::default();
        let mut any = false;
        let mut in_group = false;
        let mut in_names = false;
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim_start_matches('\u{feff}');
            let Some((key, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            match key.trim().to_ascii_lowercase().as_str() {
                "user-agent" => {
                    // Names that follow each other share a group.
                    in_group = (in_names && in_group) || is_ours(product_token(value));
                    in_names = true;
                    any |= in_group;
                }
                key @ ("allow" | "disallow") => {
                    in_names = false;
                    if in_group && !value.is_empty() && robots.rules.len() < MAX_RULES {
                        let pattern = normal(value.as_bytes());
                        robots.rules.push(Rule { pattern, allow: key == "allow" });
                    }
                }
                "crawl-delay" => {
                    in_names = false;
                    let seconds = value.parse::<f64>().ok().filter(|s| *s >= 0.0 && s.is_finite());
                    if let Some(seconds) = seconds.filter(|_| in_group) {
                        robots.delay = Some(Duration::from_secs_f64(seconds.min(86_400.0)));
                    }
                }
                _ => {}
            }
        }
        any.then_some(robots)
    }

    /// Whether `path`, with its query, may be fetched: the longest rule that matches decides, and
    /// between equals the one that allows.
    pub fn allows(&self, path: &str) -> bool {
        let path = normal(path.as_bytes());
        self.rules
            .iter()
            .filter(|rule| matches(&rule.pattern, &path))
            .max_by_key(|rule| (rule.pattern.len(), rule.allow))
            .is_none_or(|rule| rule.allow)
    }
}

/// The name in front of a version: `chaffinch` of `chaffinch/1.0`.
pub(crate) fn product_token(agent: &str) -> &str {
    let end = agent.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*')));
    &agent[..end.unwrap_or(agent.len())]
}

/// Whether `path` begins as `pattern` says; `*` stands for anything, `$` at the end for the end.
fn matches(pattern: &[u8], path: &[u8]) -> bool {
    let (pattern, to_end) = match pattern.strip_suffix(b"$") {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut parts = pattern.split(|b| *b == b'*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = path.strip_prefix(first) else { return false };
    let parts: Vec<&[u8]> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return !to_end || rest.is_empty() };
    // Taking each part at its first place leaves the most room for the others.
    for part in middle {
        let Some(at) = memchr::memmem::find(rest, part) else { return false };
        rest = &rest[at + part.len()..];
    }
    if to_end { rest.ends_with(last) } else { memchr::memmem::find(rest, last).is_some() }
}

/// Percent-encoding made comparable: what needs none is decoded, the rest is in upper case.
fn normal(path: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(path.len());
    let mut at = 0;
    while at < path.len() {
        let hex = path.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        let code = hex.filter(|_| path[at] == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code {
            Some(byte) if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => out.push(byte),
            Some(byte) => out.extend_from_slice(format!("%{byte:02X}").as_bytes()),
            None if path[at].is_ascii() => out.push(path[at]),
            None => out.extend_from_slice(format!("%{:02X}", path[at]).as_bytes()),
        }
        at += if code.is_some() { 3 } else { 1 };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(text: &str, path: &str) -> bool {
        Robots::parse(text, "chaffinch").allows(path)
    }

    #[test]
    fn the_longest_rule_decides() {
        let text = "User-agent: *\nDisallow: /shop\nAllow: /shop/list\nDisallow: /shop/list/old$";
        assert!(allows(text, "/"));
        assert!(!allows(text, "/shop?x=1"));
        assert!(allows(text, "/shop/list?page=2"));
        assert!(!allows(text, "/shop/list/old"));
        assert!(allows(text, "/shop/list/older"));
    }

    #[test]
    fn between_equal_rules_the_one_that_allows_decides() {
        assert!(allows("User-agent: *\nAllow: /a\nDisallow: /a", "/a"));
        assert!(allows("User-agent: *\nDisallow: /a\nAllow: /a", "/a"));
    }

    #[test]
    fn our_own_group_replaces_the_one_for_everybody() {
        let text = "User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: Chaffinch/2\nDisallow: /x\n\
                    \nuser-agent: chaffinch\ndisallow: /y";
        assert!(allows(text, "/a"));
        assert!(!allows(text, "/x"));
        assert!(!allows(text, "/y"));
        assert!(!Robots::parse(text, "stranger").allows("/a"));
    }

    #[test]
    fn an_empty_rule_and_an_empty_file_forbid_nothing() {
        assert!(allows("User-agent: *\nDisallow:", "/a"));
        assert!(allows("", "/a"));
        assert!(allows("<html>not found</html>", "/a"));
    }

    #[test]
    fn stars_stand_for_anything() {
        let text = "User-agent: *\nDisallow: /*/private/*.html$\nDisallow: *?sort=";
        assert!(!allows(text, "/a/private/b/c.html"));
        assert!(allows(text, "/a/private/b/c.htm"));
        assert!(!allows(text, "/list?sort=price"));
        // Many stars cost no more than a few passes over the path.
        let stars = format!("User-agent: *\nDisallow: /{}b", "*a".repeat(200));
        assert!(allows(&stars, &format!("/{}", "a".repeat(5000))));
    }

    #[test]
    fn encoded_paths_are_the_same_as_plain_ones() {
        assert!(!allows("User-agent: *\nDisallow: /caf%c3%a9", "/café"));
        assert!(!allows("User-agent: *\nDisallow: /%7Ejoe", "/~joe/"));
        assert!(allows("User-agent: *\nDisallow: /a%2Fb", "/a/b"));
    }

    #[test]
    fn a_crawl_delay_is_read() {
        let robots = Robots::parse("User-agent: *\nCrawl-delay: 2.5\nDisallow: /x", "chaffinch");
        assert_eq!(robots.delay, Some(Duration::from_millis(2500)));
        assert_eq!(Robots::parse("User-agent: *\nCrawl-delay: -1", "chaffinch").delay, None);
    }
}
