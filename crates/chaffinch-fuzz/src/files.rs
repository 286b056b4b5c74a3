//! Files that people write and exchange, with changes that nobody would make on purpose.

use crate::Choices;

/// A text with some of its parts removed, doubled, swapped or replaced.
pub fn changed(text: &str, choices: &mut Choices<'_>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    change(&mut bytes, choices);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Changes bytes in some places.
pub fn change(bytes: &mut Vec<u8>, choices: &mut Choices<'_>) {
    for _ in 0..1 + choices.below(6) {
        let at = choices.below(65_536) % bytes.len().max(1);
        let end = (at + 1 + choices.below(64)).min(bytes.len());
        match choices.below(5) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let copy = bytes[at..end].repeat(1 + choices.below(20));
                bytes.splice(at..at, copy);
            }
            2 => bytes[at..end].reverse(),
            3 => {
                let words: [&str; 12] = [
                    "[[", "]]", "\"", "\n", "(a+)+$", "99999999999", "-1", "{1000}{1000}", "not ", "?x",
                    "\u{0}", "==",
                ];
                bytes.splice(at..end, choices.one(&words).bytes());
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = choices.below(256) as u8;
                }
            }
        }
    }
}
