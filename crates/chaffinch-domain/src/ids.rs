//! Numbers that say what they count: the kinds that a domain knows, and what was found of them on a page.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(usize);

        impl $name {
            /// From an index of the list that it counts.
            pub(crate) fn from_index(index: usize) -> $name {
                $name(index)
            }

            /// As an index of the list that it counts.
            pub fn index(self) -> usize {
                self.0
            }
        }
    )*};
}

ids! {
    /// A type of annotation, by its place in [`Domain::annotations`](crate::Domain::annotations).
    AnnotationKind
    /// A kind of attribute, by its place in [`Domain::attributes`](crate::Domain::attributes).
    AttributeKind
    /// An annotation on a page, by its place in [`Understanding::annotations`](crate::Understanding::annotations).
    AnnotationId
    /// An attribute on a page, by its place in [`Understanding::attributes`](crate::Understanding::attributes).
    AttributeId
    /// A possible record, by its place among all possible records of a page.
    RecordId
    /// A possible data area, by its place among all possible data areas of a page.
    AreaId
}
