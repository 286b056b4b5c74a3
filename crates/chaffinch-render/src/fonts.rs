//! The bundled fonts: metric twins of Arial, Times New Roman and Courier New.

use blitz_dom::{BULLET_FONT, FontContext};
use parley::fontique::{
    Blob, Collection, CollectionOptions, FamilyId, FontInfoOverride, GenericFamily, Script, ScriptExt,
    SourceCache,
};
use std::sync::{Arc, OnceLock};

/// The font files, by family. Static, so that the program has each once and not in every place that uses it.
pub static SANS: [&[u8]; 4] = [
    include_bytes!("../fonts/Arimo-Regular.ttf"),
    include_bytes!("../fonts/Arimo-Bold.ttf"),
    include_bytes!("../fonts/Arimo-Italic.ttf"),
    include_bytes!("../fonts/Arimo-BoldItalic.ttf"),
];
pub static SERIF: [&[u8]; 4] = [
    include_bytes!("../fonts/Tinos-Regular.ttf"),
    include_bytes!("../fonts/Tinos-Bold.ttf"),
    include_bytes!("../fonts/Tinos-Italic.ttf"),
    include_bytes!("../fonts/Tinos-BoldItalic.ttf"),
];
pub static MONO: [&[u8]; 2] =
    [include_bytes!("../fonts/Cousine-Regular.ttf"), include_bytes!("../fonts/Cousine-Bold.ttf")];

/// The font names for which each family is used: fonts with the same metrics.
const SANS_NAMES: [&str; 4] = ["Arimo", "Arial", "Helvetica", "Liberation Sans"];
const SERIF_NAMES: [&str; 4] = ["Tinos", "Times New Roman", "Times", "Liberation Serif"];
const MONO_NAMES: [&str; 4] = ["Cousine", "Courier New", "Courier", "Liberation Mono"];

/// A font context that knows the bundled fonts and nothing of the machine. Built once, then cloned.
pub fn font_context() -> FontContext {
    static CONTEXT: OnceLock<FontContext> = OnceLock::new();
    CONTEXT.get_or_init(build).clone()
}

/// Font files, the names for which they are used, and the generic families that they stand for.
type Family = (&'static [&'static [u8]], &'static [&'static str], &'static [GenericFamily]);

fn build() -> FontContext {
    let mut context = FontContext {
        source_cache: SourceCache::new_shared(),
        collection: Collection::new(CollectionOptions { shared: false, system_fonts: false }),
    };
    context.collection.register_fonts(Blob::new(Arc::new(BULLET_FONT)), None);
    let families: [Family; 3] = [
        (
            &SANS,
            &SANS_NAMES,
            &[GenericFamily::SansSerif, GenericFamily::SystemUi, GenericFamily::UiSansSerif],
        ),
        (
            &SERIF,
            &SERIF_NAMES,
            &[
                GenericFamily::Serif,
                GenericFamily::UiSerif,
                GenericFamily::Cursive,
                GenericFamily::Fantasy,
                GenericFamily::Math,
            ],
        ),
        (&MONO, &MONO_NAMES, &[GenericFamily::Monospace, GenericFamily::UiMonospace]),
    ];
    for (files, names, generics) in families {
        let blobs: Vec<Blob<u8>> = files.iter().map(|file| Blob::new(Arc::new(*file) as _)).collect();
        for (i, name) in names.iter().enumerate() {
            let mut ids = Vec::new();
            for blob in &blobs {
                let over = FontInfoOverride { family_name: Some(name), ..FontInfoOverride::default() };
                ids.extend(
                    context.collection.register_fonts(blob.clone(), Some(over)).into_iter().map(|(id, _)| id),
                );
            }
            if i == 0 {
                ids.dedup();
                for generic in generics {
                    context.collection.append_generic_families(*generic, ids.iter().copied());
                }
                if generics.contains(&GenericFamily::Serif) {
                    use_where_none_is_known(&mut context.collection, &ids);
                }
            }
        }
    }
    context
}

/// Browsers fall back to their standard font, which has serifs, where a page names no font that they
/// have.
fn use_where_none_is_known(collection: &mut Collection, families: &[FamilyId]) {
    let common = [*b"Zyyy", *b"Zinh", *b"Latn"].map(Script::from_bytes);
    let scripts = Script::all_samples().iter().map(|(script, _)| *script);
    for script in scripts.chain(common) {
        collection.set_fallbacks(script, families.iter().copied());
    }
}
