//! Finding, starting and ending the browser.

use chaffinch_core::{Problem, ProblemKind};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Duration;
use tempfile::TempDir;

const START_TIME: Duration = Duration::from_secs(30);

/// Where an installed Chromium is: `CHAFFINCH_CHROMIUM`, the search path, the usual places.
pub fn find_chromium() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHAFFINCH_CHROMIUM") {
        return Some(PathBuf::from(named));
    }
    const NAMES: [&str; 6] =
        ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];
    const PLACES: [&str; 4] = [
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
        "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    ];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).flat_map(|dir| NAMES.map(|name| dir.join(name)));
    on_path.chain(PLACES.map(PathBuf::from)).find(|program| program.is_file())
}

/// Whether a browser can reach anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// Nothing at all. Refusing requests one by one is not enough: a page can make a browser open
    /// connections without asking for anything.
    None,
    /// Whatever the machine can.
    Open,
}

/// A running browser with a profile of its own, both gone when dropped.
pub struct Browser {
    child: Mutex<Child>,
    process: u32,
    /// Where its debugging interface listens.
    pub port: u16,
    _profile: TempDir,
}

impl Browser {
    pub fn launch(program: &Path, network: Network) -> Result<Browser, Problem> {
        let problem =
            |message: String| Problem::new(ProblemKind::Renderer, program.display().to_string(), message);
        let profile = tempfile::Builder::new()
            .prefix("chaffinch-chromium-")
            .tempdir()
            .map_err(|e| problem(format!("no folder for its profile: {e}")))?;
        let mut command = kept(program, profile.path());
        command
            .args([
                "--headless",
                "--remote-debugging-port=0",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--no-default-browser-check",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-extensions",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--mute-audio",
                "--force-device-scale-factor=1",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            // What it leaves among temporary files goes with its profile.
            .env("TMPDIR", profile.path())
            .args(runs_without_sandbox().then_some("--no-sandbox"))
            // Everything, this machine included, goes through a proxy that cannot be there.
            .args(match network {
                Network::None => &["--proxy-server=http://0.0.0.0:1", "--proxy-bypass-list=<-loopback>"][..],
                Network::Open => &[],
            })
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| problem(format!("could not be started: {e}")))?;
        let Some(stderr) = child.stderr.take() else {
            return Err(problem("could not be started: no standard error".into()));
        };
        // The line with the port comes first; the thread then keeps the pipe from filling up.
        let (found, port) = channel();
        let own = child.id();
        std::thread::spawn(move || {
            let mut process = own;
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if let Some(told) = line.strip_prefix(BROWSER).and_then(|number| number.trim().parse().ok()) {
                    process = told;
                }
                if let Some(port) = debugging_port(&line) {
                    let _ = found.send((process, port));
                }
            }
        });
        match port.recv_timeout(START_TIME) {
            Ok((process, port)) => Ok(Browser { child: Mutex::new(child), process, port, _profile: profile }),
            Err(_) => {
                end(&mut child);
                Err(problem("started but did not open its debugging port; run it by hand to see why".into()))
            }
        }
    }

    pub fn process(&self) -> u32 {
        self.process
    }

    pub fn is_alive(&self) -> bool {
        matches!(super::lock(&self.child).try_wait(), Ok(None))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        end(&mut super::lock(&self.child));
    }
}

/// What the keeper says before the number of the browser's process.
const BROWSER: &str = "chaffinch-browser ";

/// Keeps the browser until it ends or standard input closes, as it does however this program ends, killed or not. Then both the browser
/// and its profile go. Standard input is the keeper's alone; the browser gets none.
#[cfg(unix)]
const KEEPER: &str = r#"exec 3<&0 </dev/null
profile=$1; shift
"$@" 3<&- & browser=$!
echo "chaffinch-browser $browser" >&2
{ read -r _ <&3; kill -KILL "$browser"; } >/dev/null 2>&1 & keeper=$!
wait "$browser" 2>/dev/null
kill "$keeper" 2>/dev/null
rm -rf "$profile""#;

/// The browser as a command whose arguments are still to come, in the care of a keeper.
#[cfg(unix)]
fn kept(program: &Path, profile: &Path) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("/bin/sh");
    // A group of its own: what the user types at the terminal is for us, and the keeper is to outlive us.
    command.process_group(0).args(["-c", KEEPER, "chaffinch-keeper"]).arg(profile).arg(program);
    command
}

#[cfg(not(unix))]
fn kept(program: &Path, _: &Path) -> Command {
    Command::new(program)
}

/// Ends the browser and its keeper.
fn end(child: &mut Child) {
    // The keeper notices and kills the browser; without a keeper, this is the browser itself.
    drop(child.stdin.take());
    if cfg!(not(unix)) {
        let _ = child.kill();
    }
    let _ = child.wait();
}

/// `DevTools listening on ws://127.0.0.1:40123/devtools/browser/…`
fn debugging_port(line: &str) -> Option<u16> {
    let address = line.split_once("ws://")?.1.split('/').next()?;
    address.rsplit(':').next()?.parse().ok()
}

/// Whether Chromium runs without its sandbox, which it refuses to root. A hole in it is a hole in the machine then, and the user should
/// be told.
pub fn runs_without_sandbox() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
    }
    #[cfg(not(unix))]
    false
}
