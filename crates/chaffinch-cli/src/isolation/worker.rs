//! The other side: a process that reads what it is sent.

use super::wire::{self, Frame};
use crate::Outcome;
use crate::advice::advise;
use chaffinch::{Document, Engine};
use chaffinch_input::Resources;
use std::io::{self, BufReader, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

/// The variable that makes this program a worker.
pub const WORKER: &str = "CHAFFINCH_WORKER";

/// Pages may be deep: as much as the threads of a run without workers have.
const STACK: usize = 64 << 20;

/// Whether this process is a worker.
pub fn is_worker() -> bool {
    std::env::var_os(WORKER).is_some()
}

/// Reads pages until there are no more.
pub fn serve(engine: Engine) -> Outcome {
    let (pages, sheets) = listen();
    let sheets = Arc::new(Mutex::new(sheets));
    let work = move || {
        send(&Frame::Ready)?;
        for content in pages {
            let Some((head, bytes)) = wire::sent_page(content) else { break };
            let sheets = sheets.clone();
            let resources = Resources::asking(move |href, base| {
                let sheets = sheets.lock().ok()?;
                send(&wire::ask(href, base)).ok()?;
                wire::sent_sheet(sheets.recv().ok()?)
            });
            let wire::SentPage { name, url, content_type, .. } = head;
            let mut report = engine.read(Document { name, url, content_type, bytes, resources });
            // Errors travel with their kinds, so whoever writes them gives the advice; remarks do not.
            advise(&mut [], &mut report.remarks);
            send(&wire::sent_report(report))?;
        }
        io::Result::Ok(())
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    // A panic ends the process; the page that made it panic is known to whoever sent it.
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => Outcome::Found,
        _ => Outcome::BadInput,
    }
}

fn send(frame: &Frame) -> io::Result<()> {
    let mut out = io::stdout().lock();
    frame.write(&mut out)?;
    out.flush()
}

/// The pages and the style sheets that come in. When there is nobody left to send any, the process ends, whatever it is at.
fn listen() -> (Receiver<Vec<u8>>, Receiver<Vec<u8>>) {
    let (page, pages) = channel();
    let (sheet, sheets) = channel();
    std::thread::spawn(move || {
        let mut stdin = BufReader::new(io::stdin());
        loop {
            let passed_on = match Frame::read(&mut stdin) {
                Ok(Frame::Page(content)) => page.send(content).is_ok(),
                Ok(Frame::Sheet(content)) => sheet.send(content).is_ok(),
                _ => false,
            };
            if !passed_on {
                end();
            }
        }
    });
    (pages, sheets)
}

#[expect(clippy::exit, reason = "the thread that reads a page may never come to an end")]
fn end() -> ! {
    std::process::exit(0)
}
