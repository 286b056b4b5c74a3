//! Style sheets that lie beside a page or in its archive.

use crate::warc::StyleIndex;
use percent_encoding::percent_decode_str;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use url::Url;

/// Names of one folder that are looked through for one that differs only in case.
const MAX_NAMES: usize = 10_000;

/// Where the style sheets of a page may be found. Nothing is ever fetched.
#[derive(Debug, Clone, Default)]
pub struct Resources(Place);

#[derive(Debug, Clone, Default)]
enum Place {
    /// Nowhere.
    #[default]
    Nowhere,
    /// In the page's folder and, for a page of a folder the user named, in the whole of that folder.
    Beside { folder: PathBuf, root: Arc<Path>, max_bytes: usize },
    /// In the same archive.
    Archive { styles: Arc<StyleIndex>, page: Option<String> },
    /// Somebody else knows.
    Asked(Ask),
}

/// Gives the style sheet that a page calls by its first argument, seen from the base of its second.
type Finder = dyn Fn(&str, Option<&str>) -> Option<Vec<u8>> + Send + Sync;

#[derive(Clone)]
struct Ask(Arc<Finder>);

impl std::fmt::Debug for Ask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ask")
    }
}

impl Resources {
    /// No style sheets.
    pub fn none() -> Resources {
        Resources::default()
    }

    /// Style sheets that `find` gives for what a page calls them and for its own base address; for documents that come from another process.
    pub fn asking(find: impl Fn(&str, Option<&str>) -> Option<Vec<u8>> + Send + Sync + 'static) -> Resources {
        Resources(Place::Asked(Ask(Arc::new(find))))
    }

    /// Style sheets beside the page in `folder`, none of them outside `root`.
    pub(crate) fn beside(folder: PathBuf, root: Arc<Path>, max_bytes: usize) -> Resources {
        Resources(Place::Beside { folder, root, max_bytes })
    }

    /// Style sheets in the archive of the page at the address `page`.
    pub(crate) fn in_archive(styles: Arc<StyleIndex>, page: Option<String>) -> Resources {
        Resources(Place::Archive { styles, page })
    }

    /// The style sheet that the page calls `href`; `base` is the page's own base address, if it gives
    /// one. At most `Limits::style_bytes` long: a longer one is not there.
    pub fn style_sheet(&self, href: &str, base: Option<&str>) -> Option<Vec<u8>> {
        let href = href.trim_matches(|c: char| c.is_ascii_whitespace());
        if href.is_empty() || href.starts_with('#') {
            return None;
        }
        match &self.0 {
            Place::Nowhere => None,
            Place::Asked(Ask(find)) => find(href, base),
            Place::Beside { folder, root, max_bytes } => {
                let bytes = find_beside(folder, root, href, base)?;
                read_bounded(&bytes, *max_bytes)
            }
            Place::Archive { styles, page } => {
                let page = page.as_deref().and_then(|page| Url::parse(page).ok());
                let base = match (base, page) {
                    (Some(base), Some(page)) => page.join(base).ok(),
                    (Some(base), None) => Url::parse(base).ok(),
                    (None, page) => page,
                };
                let address = match base {
                    Some(base) => base.join(href).ok()?,
                    None => Url::parse(href).ok()?,
                };
                styles.style_sheet(&address)
            }
        }
    }
}

/// The file that a page in `folder` means by `href`, if it lies inside `root`.
fn find_beside(folder: &Path, root: &Path, href: &str, base: Option<&str>) -> Option<PathBuf> {
    if Url::parse(href).is_ok() || href.starts_with("//") {
        return None;
    }
    let mut folders = vec![folder.to_owned()];
    // A relative base moves the page's folder; an absolute one is where the page was before it was saved.
    if let Some(base) = base.filter(|base| Url::parse(base).is_err() && !base.starts_with("//")) {
        let (moved, _) = base.rsplit_once('/').unwrap_or_default();
        folders.insert(0, folder.join(decoded(moved.trim_start_matches('/'))));
    }
    if href.starts_with('/') {
        folders.push(root.to_owned());
    }
    let root = fs::canonicalize(root).ok()?;
    let without_fragment = href.split('#').next().unwrap_or_default();
    let without_query = without_fragment.split('?').next().unwrap_or_default();
    // Some programs save `a.css?v=1` under its full name.
    let mut names = vec![decoded(without_query.trim_start_matches('/'))];
    if without_query != without_fragment {
        names.insert(0, decoded(without_fragment.trim_start_matches('/')));
    }
    let mut candidates = folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    candidates.find_map(|path| existing(&path, &root))
}

fn decoded(name: &str) -> String {
    percent_decode_str(name).decode_utf8_lossy().into_owned()
}

/// The regular file at `path`, if it lies inside `root` once all links are followed. Pages are also
/// saved where case does not matter and opened where it does, so another case of its name will do.
fn existing(path: &Path, root: &Path) -> Option<PathBuf> {
    if !matches!(path.components().next_back(), Some(Component::Normal(_))) {
        return None;
    }
    let found = fs::canonicalize(path).ok().or_else(|| {
        let folder = fs::canonicalize(path.parent()?).ok().filter(|folder| folder.starts_with(root))?;
        let name = path.file_name()?;
        let mut same: Vec<_> = fs::read_dir(folder)
            .ok()?
            .take(MAX_NAMES)
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.file_name().is_some_and(|other| other.eq_ignore_ascii_case(name)))
            .collect();
        same.sort();
        fs::canonicalize(same.first()?).ok()
    })?;
    // Only a regular file: opening a pipe would wait for somebody to write into it.
    (found.starts_with(root) && fs::metadata(&found).ok()?.is_file()).then_some(found)
}

fn read_bounded(path: &Path, max_bytes: usize) -> Option<Vec<u8>> {
    let mut sheet = Vec::new();
    File::open(path).ok()?.take(max_bytes as u64 + 1).read_to_end(&mut sheet).ok()?;
    (sheet.len() <= max_bytes).then_some(sheet)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A site with a page in `site/pages`, and a secret outside.
    fn site() -> tempfile::TempDir {
        let outside = tempfile::tempdir().unwrap();
        let at = |name: &str| outside.path().join(name);
        fs::create_dir_all(at("site/pages/My page_files")).unwrap();
        fs::create_dir_all(at("site/css")).unwrap();
        fs::write(at("secret.css"), "secret").unwrap();
        fs::write(at("site/css/all.css"), "all").unwrap();
        fs::write(at("site/pages/My page_files/Main.css"), "main").unwrap();
        fs::write(at("site/pages/print.css?v=2"), "print 2").unwrap();
        fs::write(at("site/pages/print.css"), "print").unwrap();
        outside
    }

    fn beside(outside: &tempfile::TempDir, root: &str) -> Resources {
        let folder = outside.path().join("site/pages");
        Resources::beside(folder, outside.path().join(root).into(), 1000)
    }

    fn text(sheet: Option<Vec<u8>>) -> Option<String> {
        sheet.map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn a_saved_page_finds_the_sheets_in_its_files_folder() {
        let outside = site();
        let resources = beside(&outside, "site/pages");
        let sheet = |href| text(resources.style_sheet(href, None));
        assert_eq!(sheet("My%20page_files/Main.css").unwrap(), "main");
        assert_eq!(sheet(" ./My page_files/Main.css?x=1#top ").unwrap(), "main");
        assert_eq!(sheet("My%20page_files/main.CSS").unwrap(), "main");
        assert_eq!(sheet("print.css?v=2").unwrap(), "print 2");
        assert_eq!(sheet("print.css?v=3").unwrap(), "print");
        assert_eq!(sheet("missing.css"), None);
        assert_eq!(sheet(""), None);
        assert_eq!(sheet("My%20page_files/"), None);
    }

    #[test]
    fn a_page_of_a_folder_finds_the_sheets_of_the_whole_folder() {
        let outside = site();
        let resources = beside(&outside, "site");
        assert_eq!(text(resources.style_sheet("../css/all.css", None)).unwrap(), "all");
        assert_eq!(text(resources.style_sheet("/css/all.css", None)).unwrap(), "all");
        assert_eq!(text(resources.style_sheet("all.css", Some("../css/index.html"))).unwrap(), "all");
        let alone = beside(&outside, "site/pages");
        assert_eq!(alone.style_sheet("../css/all.css", None), None);
    }

    #[test]
    fn no_path_leads_outside() {
        let outside = site();
        let resources = beside(&outside, "site");
        for href in [
            "../../secret.css",
            "..%2f..%2fsecret.css",
            "../../SECRET.css",
            "/../secret.css",
            "css/../../../secret.css",
            "/etc/passwd",
            "////etc/passwd",
            "../../../../../../../../etc/passwd",
            "file:///etc/passwd",
            "http://example.com/print.css",
            "//example.com/print.css",
        ] {
            assert_eq!(resources.style_sheet(href, None), None, "{href}");
            assert_eq!(resources.style_sheet(href, Some("../../")), None, "{href}");
        }
        let absolute = outside.path().join("secret.css").display().to_string();
        assert_eq!(resources.style_sheet(&absolute, None), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_that_leave_the_folder_are_not_followed() {
        let outside = site();
        let link = |from: &str, to: &str| {
            std::os::unix::fs::symlink(outside.path().join(to), outside.path().join(from)).unwrap();
        };
        link("site/pages/out.css", "secret.css");
        link("site/pages/up", ".");
        link("site/pages/in.css", "site/css/all.css");
        let resources = beside(&outside, "site");
        assert_eq!(resources.style_sheet("out.css", None), None);
        assert_eq!(resources.style_sheet("up/secret.css", None), None);
        assert_eq!(text(resources.style_sheet("in.css", None)).unwrap(), "all");
    }

    #[test]
    fn a_sheet_that_is_too_long_is_not_there() {
        let outside = site();
        fs::write(outside.path().join("site/pages/long.css"), vec![b' '; 1001]).unwrap();
        assert_eq!(beside(&outside, "site").style_sheet("long.css", None), None);
    }
}
