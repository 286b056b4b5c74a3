//! The text of a page in one piece.

use chaffinch_survey::{Shown, Stream};

#[test]
fn a_place_in_the_stream_is_a_place_in_a_node() {
    let page = chaffinch_page::parse_str("<p>From <b>£70,</b>000\u{a0}only</p><p>Oxford</p>");
    let stream = Stream::new(&page, Shown::OnScreen);
    let at = stream.text().find("£70,000").unwrap();
    let parts: Vec<&str> =
        stream.nodes(&(at..at + "£70,000".len())).map(|(node, part)| &page.own_text(node)[part]).collect();
    assert_eq!(parts, ["£70,", "000"]);
    let line = stream.line(at);
    assert_eq!(&stream.text()[line], "From £70,000 only");
}

#[test]
fn white_space_is_one_space_and_its_place_is_still_known() {
    let page = chaffinch_page::parse_str("<p>\n  ID\n   4069 <b> \u{a0} (PDF)\n</b>  end\u{a0}</p>");
    let stream = Stream::new(&page, Shown::OnScreen);
    assert_eq!(stream.text().trim(), "ID 4069 (PDF) end");
    let own = |text: &str| -> Vec<&str> {
        let at = stream.text().find(text).unwrap();
        stream.nodes(&(at..at + text.len())).map(|(node, part)| &page.own_text(node)[part]).collect()
    };
    assert_eq!(own("ID 4069"), ["ID\n   4069"]);
    assert_eq!(own("4069 "), ["4069 "]);
    assert_eq!(own("4069 (PDF)"), ["4069 ", "(PDF)"]);
    assert_eq!(own("end "), ["end\u{a0}"]);
}
