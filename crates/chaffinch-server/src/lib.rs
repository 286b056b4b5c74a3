//! The workbench: a web application on this machine for everything that the command line does, and its HTTP API.
//!
//! [`serve`] listens until it is told to stop. The program that starts it says through [`Program`] which commands there are, what their options
//! mean and how a page is read, so that names, defaults and sentences are those of the command line and a page can be read in a process
//! of its own.
//!
//! Pages are hostile. They are shown only in a frame without an origin (`chaffinch::show`); every request is looked at before it is answered
//! (`guard`); work is limited in size, time and number (`gate`); addresses are fetched only from the public internet (`pages`).

#![forbid(unsafe_code)]

mod answer;
mod api;
mod assets;
mod gate;
mod guard;
mod openapi;
mod pages;
mod program;
mod routes;
mod secret;
mod state;

pub use program::{CommandAbout, Given, OptionAbout, Program};
pub use state::Options;

use state::Bench;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

/// Serves the workbench until `Ctrl-C`. `ready` hears the address that it listens at, and the token that the API asks for.
///
/// # Errors
/// If it cannot listen there.
pub fn serve(
    options: Options,
    program: Arc<dyn Program>,
    ready: impl FnOnce(SocketAddr, &str),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async move {
        let listener = tokio::net::TcpListener::bind((options.host.as_str(), options.port)).await?;
        let address = listener.local_addr()?;
        let bench = Bench::new(options, program, address)?;
        ready(address, &bench.token);
        let stop = bench.clone();
        axum::serve(listener, routes::router(bench))
            .with_graceful_shutdown(async move {
                // Without signals it runs until the process ends.
                if tokio::signal::ctrl_c().await.is_err() {
                    std::future::pending::<()>().await;
                }
                stop.jobs.cancel_all();
            })
            .await
    })
}
