//! The vision tree of a page as the embedded renderer lays it out.

use chaffinch::{Document, Engine, Page, Settings};
use chaffinch_vision::{BlockId, VisionSettings, VisionTree};

fn shop() -> Page {
    let html = include_str!("../../../examples/finch-shop.html");
    let engine = Engine::new(Settings::default()).unwrap();
    engine.render(Document::from_html("finch-shop.html", html)).unwrap().page
}

fn text(page: &Page, tree: &VisionTree, id: BlockId) -> String {
    let texts = tree.nodes(id).iter().flat_map(|node| page.subtree(*node)).map(|node| page.own_text(node));
    texts.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn each_product_is_a_block_with_its_attributes_as_leaves() {
    let page = shop();
    let tree = VisionTree::new(&page, &VisionSettings::default()).unwrap();
    let products: Vec<BlockId> = tree
        .ids()
        .filter(|id| tree.block(*id).node.is_some_and(|node| page.classes(node).any(|class| class == "card")))
        .collect();
    assert_eq!(products.len(), 6);
    for product in &products {
        let leaves: Vec<String> = tree.leaves(*product).map(|leaf| text(&page, &tree, leaf)).collect();
        assert_eq!(leaves.iter().filter(|leaf| leaf.starts_with('€')).count(), 1, "{leaves:?}");
        // Photo, name, description, price, rating and what it is out of.
        assert_eq!(leaves.len(), 6, "{leaves:?}");
    }
    assert!(text(&page, &tree, products[0]).contains("Oak nest box"));
    // Six blocks beside each other, not one within another.
    assert!(products.windows(2).all(|pair| tree.block(pair[0]).end <= pair[1]));
}

#[test]
fn the_birds_of_the_list_are_siblings() {
    let page = shop();
    let tree = VisionTree::new(&page, &VisionSettings::default()).unwrap();
    let robin =
        tree.ids().find(|id| text(&page, &tree, *id).starts_with("Robin") && !tree.is_leaf(*id)).unwrap();
    let list = tree.block(robin).parent.unwrap();
    assert_eq!(tree.children(list).count(), 10);
}
