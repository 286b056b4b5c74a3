//! What the server says: JSON, or why not, in a sentence.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

/// An answer, or why there is none.
pub type Answer = Result<Response, Failure>;

/// Why a request is not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub status: StatusCode,
    /// What happened and what to do about it.
    pub message: String,
}

impl Failure {
    /// The request is wrong.
    pub fn wrong(message: impl Into<String>) -> Failure {
        Failure { status: StatusCode::BAD_REQUEST, message: message.into() }
    }

    /// There is no such thing.
    pub fn missing(message: impl Into<String>) -> Failure {
        Failure { status: StatusCode::NOT_FOUND, message: message.into() }
    }

    /// It is not allowed.
    pub fn forbidden(message: impl Into<String>) -> Failure {
        Failure { status: StatusCode::FORBIDDEN, message: message.into() }
    }

    /// There is too much to do.
    pub fn busy(message: impl Into<String>) -> Failure {
        Failure { status: StatusCode::SERVICE_UNAVAILABLE, message: message.into() }
    }

    /// A mistake of ours.
    pub fn broken(message: impl Into<String>) -> Failure {
        Failure { status: StatusCode::INTERNAL_SERVER_ERROR, message: message.into() }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::wrong(message)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = json(&json!({ "error": self.message }));
        *response.status_mut() = self.status;
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// A value as JSON.
pub fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => bytes_of("application/json", bytes),
        Err(error) => Failure::broken(format!("the answer cannot be written: {error}")).into_response(),
    }
}

/// Bytes of a type.
pub fn bytes_of(kind: &'static str, bytes: impl Into<Body>) -> Response {
    let mut response = Response::new(bytes.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// What a request says.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(body)
        .map_err(|error| Failure::wrong(format!("the request is not what this address expects: {error}")))
}
