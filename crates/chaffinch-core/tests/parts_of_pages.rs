//! What a page tells of the links, images and bytes of its parts.

use chaffinch_core::NodeId;

#[test]
fn images_are_found_wherever_a_page_keeps_their_address() {
    let page = chaffinch_page::parse_str(
        "<img src=a.png data-src=b.png srcset='c.png 1x, d,e.png 2x'><picture><source srcset='f.webp'>\
         <img data-original=g.jpg src=a.png></picture><img alt='none'>",
    );
    let found = page.images(NodeId::DOCUMENT);
    assert_eq!(found, ["a.png", "b.png", "c.png", "d,e.png", "f.webp", "g.jpg"]);
}

#[test]
fn only_elements_that_link_have_links() {
    let page = chaffinch_page::parse_str("<link href=x><a name=y></a><a href=' z '>z</a><a href=z>again</a>");
    assert_eq!(page.links(NodeId::DOCUMENT), ["z"]);
    assert_eq!(page.first_link(NodeId::DOCUMENT), Some("z"));
}

#[test]
fn the_extent_begins_and_ends_with_shown_characters() {
    let page =
        chaffinch_page::parse_str("<p> <i hidden>key</i> <b>fish</b> &amp;\nchips <i hidden>x</i> </p>");
    let p = page.find(NodeId::DOCUMENT, "p").unwrap();
    let extent = page.text_extent(p).unwrap();
    assert_eq!(page.source().slice(extent), b"fish</b> &amp;\nchips");
}
