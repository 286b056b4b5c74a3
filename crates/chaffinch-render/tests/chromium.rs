//! Chromium as a renderer. Skipped, with a word, where none is installed.

use chaffinch_core::{NodeKind, Page};
use chaffinch_render::{Chromium, ChromiumOptions, Renderer, Request, StyleSheets, find_chromium};
use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

fn chromium() -> Option<Chromium> {
    if find_chromium().is_none() {
        println!("skipped: no Chromium is installed");
        return None;
    }
    Some(Chromium::start(ChromiumOptions::default()).expect("Chromium starts"))
}

fn request(html: &str) -> Request {
    Request::new("test", Arc::new(chaffinch_page::parse_str(html)))
}

fn text_box(page: &Page, layout: &chaffinch_core::Layout, text: &str) -> Option<chaffinch_core::Rect> {
    let id =
        page.ids().find(|id| page.node(*id).kind == NodeKind::Text && page.own_text(*id).contains(text))?;
    layout.rect(id)
}

#[test]
fn scripts_do_not_run_and_nothing_is_asked_for() {
    let Some(chromium) = chromium() else { return };
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    server.set_nonblocking(true).unwrap();
    let address = server.local_addr().unwrap();
    let html = format!(
        "<script>document.documentElement.innerHTML = ''</script><p>still here</p><img src=http://{address}/a.png>\
         <iframe src=http://{address}/b></iframe><link rel=stylesheet href=http://{address}/c.css>\
         <object data=http://{address}/d></object><link rel=preconnect href=http://{address}>\
         <link rel=dns-prefetch href=http://{address}><meta http-equiv=refresh content='0; url=http://{address}/e'>"
    );
    let request = request(&html);
    let layout = chromium.layout(&request).unwrap();
    assert!(text_box(&request.page, &layout, "still here").is_some());
    std::thread::sleep(Duration::from_millis(200));
    assert!(server.accept().is_err(), "Chromium opened a connection");
}

#[test]
fn style_sheets_at_hand_are_used() {
    struct One;
    impl StyleSheets for One {
        fn style_sheet(&self, href: &str) -> Option<Vec<u8>> {
            (href == "a/b.css").then(|| b"p { margin: 0 0 0 300px }".to_vec())
        }
    }
    let Some(chromium) = chromium() else { return };
    for base in ["", "<base href=http://towns.example/x/>"] {
        let mut request = request(&format!("{base}<link rel=stylesheet href=a/b.css><p>words"));
        request.sheets = Arc::new(One);
        let layout = chromium.layout(&request).unwrap();
        assert_eq!(text_box(&request.page, &layout, "words").unwrap().x, 308.0);
    }
}

#[test]
fn lines_know_their_part_of_the_text() {
    let Some(chromium) = chromium() else { return };
    let request = request("<p style='width:90px'>  several words\n that   need more lines</p>");
    let layout = chromium.layout(&request).unwrap();
    let page = &request.page;
    let id = page.ids().find(|id| page.own_text(*id).contains("several")).unwrap();
    let parts: Vec<&str> = layout
        .lines(id)
        .iter()
        .map(|line| &page.own_text(id)[line.start as usize..line.end as usize])
        .collect();
    assert!(
        parts.len() > 1 && parts[0].starts_with("several") && parts.last().unwrap().ends_with("lines"),
        "{parts:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_browser_that_was_killed_is_started_again() {
    let Some(chromium) = chromium() else { return };
    let request = request("<p>words");
    chromium.layout(&request).unwrap();
    let first = chromium.process().unwrap();
    std::process::Command::new("kill").args(["-9", &first.to_string()]).status().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    chromium.layout(&request).unwrap();
    assert_ne!(chromium.process().unwrap(), first);
}

/// Not a test by itself: what [`a_browser_does_not_outlive_a_program_that_is_killed`] kills.
#[cfg(target_os = "linux")]
#[test]
fn the_program_that_is_killed() {
    let Some(told) = std::env::var_os("CHAFFINCH_TELL_BROWSER") else { return };
    let Some(chromium) = chromium() else { return };
    chromium.layout(&request("<p>words")).unwrap();
    std::fs::write(told, chromium.process().unwrap().to_string()).unwrap();
    std::thread::sleep(Duration::from_secs(60));
}

#[cfg(target_os = "linux")]
#[test]
fn a_browser_does_not_outlive_a_program_that_is_killed() {
    if chromium().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for signal in ["KILL", "TERM", "INT"] {
        let told = folder.path().join(signal);
        let mut program = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "the_program_that_is_killed"])
            .env("CHAFFINCH_TELL_BROWSER", &told)
            .env("TMPDIR", folder.path())
            .spawn()
            .unwrap();
        let wait_until = |what: &dyn Fn() -> bool| {
            let end = std::time::Instant::now() + Duration::from_secs(60);
            while !what() {
                assert!(std::time::Instant::now() < end, "{signal}");
                std::thread::sleep(Duration::from_millis(50));
            }
        };
        wait_until(&|| std::fs::read_to_string(&told).is_ok_and(|number| !number.is_empty()));
        let browser = std::path::Path::new("/proc").join(std::fs::read_to_string(&told).unwrap());
        assert!(browser.exists());
        let arguments = ["-s", signal, &program.id().to_string()].map(str::to_owned);
        std::process::Command::new("kill").args(arguments).status().unwrap();
        program.wait().unwrap();
        wait_until(&|| !browser.exists());
        let profiles = || {
            std::fs::read_dir(folder.path()).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_dir())
        };
        wait_until(&|| profiles().count() == 0);
    }
}

#[test]
fn several_threads_share_one_browser() {
    let Some(chromium) = chromium() else { return };
    std::thread::scope(|scope| {
        for i in 0..4 {
            let chromium = &chromium;
            scope.spawn(move || {
                let request = request(&format!("<p style='margin-left:{i}00px'>words"));
                let layout = chromium.layout(&request).unwrap();
                assert_eq!(text_box(&request.page, &layout, "words").unwrap().x, 8.0 + 100.0 * i as f32);
            });
        }
    });
}

#[test]
fn an_address_runs_its_scripts_when_asked_to() {
    let Some(chromium) = chromium() else { return };
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", server.local_addr().unwrap());
    std::thread::spawn(move || {
        use std::io::Write;
        for stream in server.incoming().flatten().take(8) {
            let mut stream = stream;
            let _ = stream.read(&mut [0u8; 2000]);
            let html = "<body><script>document.body.innerHTML = '<p>made by a script'</script>";
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{html}",
                html.len()
            );
        }
    });
    let live = chromium.load_live(&address, Duration::from_secs(20)).unwrap();
    let page = chaffinch_page::parse_str(&live.html);
    let layout = live.layout(&page).unwrap();
    assert!(text_box(&page, &layout, "made by a script").is_some(), "{}", live.html);
}
