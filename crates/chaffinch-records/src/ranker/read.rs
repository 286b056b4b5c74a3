//! Reads a tree in the form in which it is written, which takes a fifth of the time of reading any JSON.

use super::Tree;

/// The tree of a line as [`super::Ranker::to_text`] writes it; nothing for any other way of writing it.
pub(super) fn tree(line: &str) -> Option<Tree> {
    let mut rest = line;
    let tree = next(&mut rest, MOST_NESTED)?;
    rest.is_empty().then_some(tree)
}

/// How deep a tree may be, so that a file cannot exhaust the stack.
const MOST_NESTED: usize = 100;

fn next(rest: &mut &str, nested: usize) -> Option<Tree> {
    if !rest.starts_with('{') {
        return number(rest).map(Tree::Leaf);
    }
    skip(rest, "{\"measure\":\"")?;
    let end = rest.find(['"', '\\'])?;
    let measure = rest[..end].to_owned();
    *rest = &rest[end..];
    skip(rest, "\",\"below\":")?;
    let below = number(rest)?;
    skip(rest, ",\"then\":")?;
    let then = Box::new(next(rest, nested.checked_sub(1)?)?);
    skip(rest, ",\"else\":")?;
    let otherwise = Box::new(next(rest, nested.checked_sub(1)?)?);
    skip(rest, "}")?;
    Some(Tree::Fork { measure, below, then, otherwise })
}

fn skip(rest: &mut &str, text: &str) -> Option<()> {
    *rest = rest.strip_prefix(text)?;
    Some(())
}

/// A number, read as JSON does it.
fn number(rest: &mut &str) -> Option<f32> {
    let end = rest.bytes().position(|b| matches!(b, b',' | b'}')).unwrap_or(rest.len());
    let (number, behind) = rest.split_at(end);
    let is_plain = number.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    let read: f64 = number.parse().ok().filter(|_| is_plain)?;
    *rest = behind;
    Some(read as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranker::Ranker;

    #[test]
    fn a_tree_is_read_as_it_was_written() {
        let fork = |below: f32, then: Tree| Tree::Fork {
            measure: "rank by words".to_owned(),
            below,
            then: Box::new(then),
            otherwise: Box::new(Tree::Leaf(-1.5e-7)),
        };
        let written = Ranker::new(vec![fork(0.123_456_79, fork(-3.0, Tree::Leaf(0.1))), Tree::Leaf(2.0)]);
        for line in written.to_text().lines() {
            assert_eq!(tree(line), Some(serde_json::from_str(line).unwrap()));
        }
    }

    #[test]
    fn what_is_written_otherwise_is_left_to_others() {
        for line in ["", "{}", "0.5 ", "inf", "{\"below\":1,\"measure\":\"a\",\"then\":1,\"else\":2}", "[1]"]
        {
            assert_eq!(tree(line), None, "{line}");
        }
        assert_eq!(tree(&"{\"measure\":\"a\",\"below\":1,\"then\":".repeat(100_000)), None);
    }
}
