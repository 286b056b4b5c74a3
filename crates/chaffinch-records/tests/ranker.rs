//! The ranker that comes with Chaffinch.

use chaffinch_records::Ranker;

#[test]
fn the_shipped_ranker_can_be_written_and_read_and_says_something() {
    let text = Ranker::shipped().to_text();
    assert!(text.lines().count() > 20);
    assert_eq!(&Ranker::parse(&text).unwrap(), Ranker::shipped());
}
