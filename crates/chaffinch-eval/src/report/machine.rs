//! The machine and the versions that the figures are of.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The rivals whose versions are recorded.
const PACKAGES: &str = "autoscraper beautifulsoup4 extruct lxml pandas trafilatura";

/// Processor, memory, system, versions: a line each, as far as they can be found out.
pub(super) fn described(python: Option<&Path>) -> Vec<String> {
    let mut lines = vec![format!("Chaffinch {}", env!("CARGO_PKG_VERSION"))];
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let model = field("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    lines.push(format!("{processors} processors: {model}"));
    lines.extend(field("/proc/meminfo", "MemTotal").map(|memory| format!("memory: {memory}")));
    let system = field("/etc/os-release", "PRETTY_NAME").map(|name| name.trim_matches('"').to_owned());
    lines.push(system.unwrap_or_else(|| std::env::consts::OS.to_owned()));
    lines.extend(python.and_then(versions));
    lines
}

/// The value behind the first `name` and a colon or an equals sign.
fn field(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    line.split_once([':', '=']).map(|(_, value)| value.trim().to_owned())
}

fn versions(python: &Path) -> Option<String> {
    let script = format!(
        "import sys, importlib.metadata as m\n\
         def v(p):\n    try: return p + ' ' + m.version(p)\n    except m.PackageNotFoundError: return None\n\
         print(', '.join(['Python ' + sys.version.split()[0]] + [x for x in map(v, '{PACKAGES}'.split()) if x]))"
    );
    let ran = Command::new(python).args(["-c", &script]).output().ok()?;
    ran.status.success().then(|| String::from_utf8_lossy(&ran.stdout).trim().to_owned())
}
