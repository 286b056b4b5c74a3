//! The address that programs write into a page when they save it.

use crate::sniff::SAMPLE;
use memchr::memmem;

/// The longest address that is believed; no server answers to a longer one.
const LONGEST: usize = 8 << 10;

/// The address that a saved page came from: SingleFile writes a comment with a line `url: …`, browsers write
/// `<!-- saved from url=(0023)https://… -->`.
pub(crate) fn address(page: &[u8]) -> Option<String> {
    let start = &page[..page.len().min(SAMPLE)];
    let comments = memmem::find_iter(start, b"<!--").filter_map(|at| {
        let inside = &start[at + 4..];
        Some(&inside[..memmem::find(inside, b"-->")?])
    });
    comments.take(8).find_map(by_single_file_or_browser)
}

fn by_single_file_or_browser(comment: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(comment).ok()?;
    let named = if let Some((_, rest)) = text.split_once("saved from url=(") {
        rest.split_once(')')?.1
    } else if text.contains("Page saved with SingleFile") {
        text.lines().find_map(|line| line.trim().strip_prefix("url:"))?
    } else {
        return None;
    };
    let address = named.split_whitespace().next()?;
    let is_web = address.starts_with("http://") || address.starts_with("https://");
    (is_web && address.len() <= LONGEST).then(|| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_leave_the_address_in_a_comment() {
        let single_file = b"<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: https://a.example/list?p=2 \n saved date: Mon Jan 01 2024\n--><head>";
        assert_eq!(address(single_file).unwrap(), "https://a.example/list?p=2");
        let browser = b"<!DOCTYPE html>\r\n<!-- saved from url=(0021)https://a.example/two -->\r\n<html>";
        assert_eq!(address(browser).unwrap(), "https://a.example/two");
    }

    #[test]
    fn other_comments_and_other_addresses_say_nothing() {
        assert_eq!(address(b"<!-- url: https://a.example/ --><p>"), None);
        assert_eq!(address(b"<!-- saved from url=(0014)about:internet --><p>"), None);
        assert_eq!(address(b"<!-- saved from url=(0014"), None);
    }
}
