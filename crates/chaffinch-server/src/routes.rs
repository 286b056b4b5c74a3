//! The addresses of the server. Each is described where it is declared, so that none can be forgotten in `/openapi.json`.

use crate::api::{
    about, domain, extract, jobs, node, pages, project, relation, sets, stream, view, wrapper, write,
};
use crate::assets;
use crate::guard::guard;
use crate::state::Bench;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, delete, get, post, put};

/// An address of the API.
pub struct Route {
    pub method: &'static str,
    pub path: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// The schema of the request, where it has a body of JSON.
    pub request: Option<&'static str>,
    /// The schema of the answer, where it is JSON.
    pub answer: Option<&'static str>,
    handler: fn() -> MethodRouter<Bench>,
}

/// All addresses of the API.
#[rustfmt::skip]
pub const ROUTES: &[Route] = &[
    route("get", "/api/about", "What this server is: commands with their options, formats, types, domains, models", None, Some("About"), || get(about::about)),
    route("get", "/api/pages", "The pages that are open", None, Some("Pages"), || get(pages::list)),
    route("post", "/api/pages", "Open markup, an address (JSON), or a file or archive (its bytes, `name` in the address)", Some("Open"), Some("Pages"), || post(pages::open)),
    route("get", "/api/pages/{page}", "What is known of an open page", None, Some("Page"), || get(pages::about)),
    route("get", "/api/pages/{page}/source", "The bytes of a page", None, None, || get(pages::source)),
    route("get", "/frame/{page}", "The page made harmless, for a frame without an origin", None, None, || get(pages::frame)),
    route("post", "/api/extract", "Read a page by a method: the report of the contract", Some("Extract"), Some("Extracted"), || post(extract::extract)),
    route("post", "/api/stream", "Read many pages, a report a line (application/x-ndjson): open pages or a set (JSON), or an archive (its bytes)", Some("Stream"), None, || post(stream::stream)),
    route("post", "/api/relation", "Correct what was found: other rows, wider or narrower ones, other columns", Some("Correct"), Some("Corrected"), || post(relation::correct)),
    route("post", "/api/node", "Selectors, bytes, box and text of a node", Some("NodeRequest"), Some("Node"), || post(node::node)),
    route("post", "/api/why", "Why a node was taken, or what kept it out", Some("WhyRequest"), Some("Why"), || post(node::why)),
    route("post", "/api/view", "What the methods see: blocks, boxes, neighbours or classes", Some("ViewRequest"), Some("View"), || post(view::view)),
    route("post", "/api/write", "Reports in a format, as a file", Some("Write"), None, || post(write::write)),
    route("post", "/api/wrapper/learn", "Learn a wrapper from marked values, and read pages with it, the least certain first", Some("Teach"), Some("Taught"), || post(wrapper::teach)),
    route("post", "/api/wrapper/apply", "Read pages with a wrapper", Some("Apply"), Some("Applied"), || post(wrapper::apply)),
    route("post", "/api/wrapper/repair", "Repair a wrapper for pages that no longer fit it", Some("Apply"), Some("Repaired"), || post(wrapper::mend)),
    route("get", "/api/domains/{domain}", "A domain file that comes with the program", None, Some("DomainFile"), || get(domain::shipped)),
    route("post", "/api/domain/check", "What a domain file finds on open pages, or what is wrong with it", Some("DomainCheck"), Some("DomainChecked"), || post(domain::check)),
    route("get", "/api/sets", "The labelled sets that are installed", None, Some("Sets"), || get(sets::list)),
    route("get", "/api/sets/{set}", "The pages of a set", None, Some("SetPages"), || get(sets::pages)),
    route("post", "/api/sets/{set}", "Open a page of a set", Some("SetOpen"), Some("Pages"), || post(sets::open)),
    route("post", "/api/jobs", "Start long work: measure a method on a set, or train a model", Some("JobRequest"), Some("JobStarted"), || post(jobs::start)),
    route("get", "/api/jobs/{job}", "How far a job is", None, Some("Job"), || get(jobs::progress)),
    route("delete", "/api/jobs/{job}", "Stop a job; what it has so far stays", None, Some("Job"), || delete(jobs::stop)),
    route("get", "/api/project", "The project as it was saved; its pages are open again", None, Some("Project"), || get(project::load)),
    route("put", "/api/project", "Save the project as a folder of plain files", Some("ProjectSave"), Some("ProjectSaved"), || put(project::save)),
];

const fn route(
    method: &'static str,
    path: &'static str,
    about: &'static str,
    request: Option<&'static str>,
    answer: Option<&'static str>,
    handler: fn() -> MethodRouter<Bench>,
) -> Route {
    Route { method, path, about, request, answer, handler }
}

/// Everything that the server answers.
pub fn router(bench: Bench) -> Router {
    let mut router = Router::new()
        .route("/", get(assets::index))
        .route("/assets/{*file}", get(assets::file))
        .route("/openapi.json", get(about::openapi));
    for route in ROUTES {
        router = router.route(route.path, (route.handler)());
    }
    router
        .fallback(assets::missing)
        .layer(DefaultBodyLimit::max(bench.options.upload_bytes))
        .layer(from_fn_with_state(bench.clone(), guard))
        .with_state(bench)
}
