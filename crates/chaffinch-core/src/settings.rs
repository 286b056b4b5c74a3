//! Settings with their defaults beside them.

/// Declares a struct of settings: each field has its default behind it. `with` changes some of them, also where the struct is
/// `#[non_exhaustive]` because it will get more fields.
///
/// ```
/// chaffinch_core::settings! {
///     /// How tea is made.
///     #[derive(Debug, Clone, PartialEq)]
///     pub struct TeaSettings {
///         /// In minutes.
///         pub time: f32 = 3.0,
///         /// In lumps.
///         pub sugar: usize = 0,
///     }
/// }
/// let sweet = TeaSettings::default().with(|tea| tea.sugar = 2);
/// assert_eq!((sweet.time, sweet.sugar), (3.0, 2));
/// ```
#[macro_export]
macro_rules! settings {
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[$about_field:meta])* pub $field:ident: $type:ty = $default:expr,)*
        }
    ) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$about_field])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: $default,)* }
            }
        }

        impl $name {
            /// The same with some changes.
            #[must_use]
            pub fn with(mut self, change: impl FnOnce(&mut $name)) -> $name {
                change(&mut self);
                self
            }
        }
    };
}
