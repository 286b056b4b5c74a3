//! Tag paths.

use chaffinch_core::{NodeId, Page};
use chaffinch_trees::{Naming, PathId, TagPaths};

fn nodes(page: &Page, name: &str) -> Vec<NodeId> {
    page.ids().filter(|id| page.is(*id, name)).collect()
}

#[test]
fn siblings_of_one_name_share_a_path_and_cousins_too() {
    let page = chaffinch_page::parse_str("<ul><li>a<li>b</ul><ul><li>c</ul><ol><li>d</ol>");
    let paths = TagPaths::of(&page, Naming::Tags);
    let items: Vec<PathId> = nodes(&page, "li").into_iter().map(|li| paths.path(li)).collect();
    assert_eq!(items[0], items[1]);
    assert_eq!(items[0], items[2]);
    assert_ne!(items[0], items[3]);
}

#[test]
fn classes_tell_lists_apart_but_places_in_a_row_do_not() {
    let page = chaffinch_page::parse_str(
        "<p class='odd item item-1'>a<p class='item item-2'>b<p class='item3'>c<p class=note>d",
    );
    let paths = TagPaths::of(&page, Naming::TagsAndClasses);
    let found: Vec<PathId> = nodes(&page, "p").into_iter().map(|p| paths.path(p)).collect();
    assert!(found[0] == found[1] && found[1] == found[2]);
    assert_ne!(found[0], found[3]);
}
