//! A server elsewhere, which is asked over real HTTP instead of a platform in this process.
use axum::{
    body::{Body, HttpBody, to_bytes},
    http::Request,
    response::Response,
};
use std::sync::OnceLock;

static SERVER: OnceLock<Server> = OnceLock::new();

/// Where it is, and what opens it.
pub struct Server {
    url: String,
    keys: Vec<String>,
    client: reqwest::Client,
}

/// The server that is asked, if it is not this process.
pub fn server() -> Option<&'static Server> {
    SERVER.get()
}

/// Asks the server at `url` from now on; `keys` are of accounts of our own there, one for each person of a scenario.
pub fn ask(url: &str, keys: Vec<String>) {
    // Where an answer leads to is for the scenario to judge.
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build();
    let server =
        Server { url: url.trim_end_matches('/').to_owned(), keys, client: client.expect("a client") };
    assert!(SERVER.set(server).is_ok(), "it is set once");
}

impl Server {
    /// Its address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The key of the person with this number.
    pub fn key(&self, person: usize) -> &str {
        self.keys.get(person).unwrap_or_else(|| {
            panic!("{} people, and {} keys: give --key and --other-key", person + 1, self.keys.len())
        })
    }

    /// Sends a request.
    pub async fn send(&self, request: Request<Body>) -> Response {
        let (mut parts, body) = request.into_parts();
        parts.headers.remove("host");
        let target = parts.uri.path_and_query().map_or("/", |target| target.as_str());
        let url = format!("{}{target}", self.url);
        let request = self.client.request(parts.method, &url).headers(parts.headers);
        let body = match body.size_hint().exact() {
            Some(_) => to_bytes(body, usize::MAX).await.expect("a body of that length").into(),
            None => reqwest::Body::wrap_stream(body.into_data_stream()),
        };
        let request = request.body(body);
        let answer = request.send().await.unwrap_or_else(|cause| panic!("{url} does not answer: {cause}"));
        axum::http::Response::from(answer).map(Body::new)
    }
}
