//! From places in the text back to bytes of the source.

use chaffinch_core::{OffsetMap, OffsetMapBuilder, Span};

#[test]
fn runs_of_different_widths_map_back_exactly() {
    // "ab" + two kanji (3 bytes of text, 2 of source) + CRLF made LF + "c"
    let mut b = OffsetMapBuilder::default();
    b.push_ascii(2);
    b.push(3, 2);
    b.push(3, 2);
    b.push(1, 2);
    b.push_ascii(1);
    let map = b.finish();
    assert_eq!(map.span(0..2), Span::new(0, 2));
    assert_eq!(map.span(2..5), Span::new(2, 4));
    assert_eq!(map.span(5..8), Span::new(4, 6));
    assert_eq!(map.span(8..9), Span::new(6, 8));
    assert_eq!(map.span(9..10), Span::new(8, 9));
    assert_eq!(map.span(0..10), Span::new(0, 9));
}

#[test]
fn skipped_bytes_belong_to_nothing() {
    let mut b = OffsetMapBuilder::default();
    b.skip(3);
    b.push_ascii(4);
    b.skip(1);
    b.push_ascii(2);
    let map = b.finish();
    assert_eq!(map.span(0..4), Span::new(3, 7));
    assert_eq!(map.span(4..6), Span::new(8, 10));
}

#[test]
fn a_shifted_map_knows_the_mark_in_front() {
    let map = OffsetMap::shifted(3);
    assert_eq!(map.span(0..5), Span::new(3, 8));
}
