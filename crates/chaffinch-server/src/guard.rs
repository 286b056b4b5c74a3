//! Every request is looked at before it is answered: whom it calls, who sends it, and whether it has the token.

use crate::answer::Failure;
use crate::secret::is_same;
use crate::state::Bench;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The header that carries the token.
pub const TOKEN: &str = "x-chaffinch-token";

/// What the application itself may load: its own files, and its frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; \
                      frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Refuses what is not meant for this server or not sent by its user, and puts the rules for browsers on every answer.
pub async fn guard(State(bench): State<Bench>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let mut response = match allowed(&bench, &path, request.headers(), request.uri().query()) {
        Ok(()) => in_plain_words(&bench, next.run(request).await),
        Err(refused) => refused.into_response(),
    };
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-store");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    response
}

/// What is refused before anybody here has seen it is said as everything else is.
fn in_plain_words(bench: &Bench, response: Response) -> Response {
    let most = bench.options.upload_bytes >> 20;
    let message = match response.status() {
        StatusCode::PAYLOAD_TOO_LARGE => format!("a request may have {most} MB at most"),
        StatusCode::METHOD_NOT_ALLOWED => {
            "this address is asked in another way; see /openapi.json".to_owned()
        }
        _ => return response,
    };
    Failure { status: response.status(), message }.into_response()
}

fn allowed(bench: &Bench, path: &str, headers: &HeaderMap, query: Option<&str>) -> Result<(), Failure> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text("host").unwrap_or_default();
    if !bench.is_own_name(host) {
        return Err(Failure::forbidden(format!(
            "this server is not called {host:?}; open it under the address that it was started with"
        )));
    }
    if let Some(origin) = text("origin")
        && origin != format!("http://{host}")
    {
        return Err(Failure::forbidden("requests of other sites are refused"));
    }
    if path.starts_with("/api/") {
        // A page of another site may neither ask nor listen.
        if text("sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none")) {
            return Err(Failure::forbidden("requests of other sites are refused"));
        }
        let given =
            text(TOKEN).or_else(|| text("authorization")?.strip_prefix("Bearer ")).unwrap_or_default();
        if path != "/api/about" && !is_same(given, &bench.token) {
            return Err(Failure::forbidden(format!(
                "the request lacks the token of this session; send it as {TOKEN}"
            )));
        }
    }
    // Beyond this machine the application itself is for those who were given the token.
    if !bench.is_local && path == "/" {
        let given = query
            .and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("token=")))
            .unwrap_or_default();
        if !is_same(given, &bench.token) {
            return Err(Failure::forbidden("open the address that the server printed, with its token"));
        }
    }
    Ok(())
}
