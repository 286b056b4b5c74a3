//! Discussions: a post with what others wrote to it, in structured data one item inside another.

use crate::item::{Item, ItemId, Items, Literal, Property};
use crate::lists::shown_items;

/// A post of a discussion.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Post {
    pub item: ItemId,
    /// The post that it answers; none for the first one.
    pub parent: Option<ItemId>,
}

/// The posts of the page's only discussion, the first one first, each before its answers. Nothing where there are several, as on pages of
/// frequent questions, where each question with its answer is a thing of its own.
pub(crate) fn posts(items: &Items) -> Vec<Post> {
    let mut discussions = shown_items(items).into_iter().filter(|id| has_replies(items.get(*id)));
    let (Some(first), None) = (discussions.next(), discussions.next()) else { return Vec::new() };
    let mut seen = vec![false; items.items.len()];
    let mut posts = Vec::new();
    let mut open = vec![Post { item: first, parent: None }];
    while let Some(post) = open.pop() {
        if std::mem::replace(&mut seen[post.item.0], true) {
            continue;
        }
        posts.push(post);
        let parent = Some(post.item);
        let replies = replies(items.get(post.item)).map(|item| Post { item, parent });
        let replies: Vec<Post> = replies.collect();
        open.extend(replies.into_iter().rev());
    }
    posts
}

/// Whether the value of a property is an answer to its item and no part of it.
pub(crate) fn is_reply(name: &str, value: &Property) -> bool {
    matches!(value, Property::Item(_)) && matches!(name, "comment" | "acceptedAnswer" | "suggestedAnswer")
}

/// Whether a page about an item of this type is about what people wrote to each other.
pub(crate) fn is_discussion(name: &str) -> bool {
    matches!(
        name,
        "DiscussionForumPosting" | "SocialMediaPosting" | "Question" | "Conversation" | "Comment" | "QAPage"
    )
}

/// What other posts can call a post by: its address, its number, its author.
pub(crate) fn called<'i>(items: &'i Items, post: ItemId) -> Option<&'i Literal> {
    let item = items.get(post);
    let literal = |owner: &'i Item, asked: &str| {
        owner.properties.iter().find_map(|(name, value)| match value {
            Property::Literal(literal) if name == asked => Some(literal),
            _ => None,
        })
    };
    let author = || {
        item.properties.iter().find_map(|(name, value)| match value {
            Property::Item(author) if name == "author" => literal(items.get(*author), "name"),
            Property::Literal(author) if name == "author" => Some(author),
            _ => None,
        })
    };
    ["url", "identifier", "position"].into_iter().find_map(|name| literal(item, name)).or_else(author)
}

fn has_replies(item: &Item) -> bool {
    replies(item).next().is_some()
}

fn replies(item: &Item) -> impl Iterator<Item = ItemId> {
    item.properties.iter().filter(|(name, value)| is_reply(name, value)).filter_map(
        |(_, value)| match value {
            Property::Item(reply) => Some(*reply),
            Property::Literal(_) => None,
        },
    )
}
