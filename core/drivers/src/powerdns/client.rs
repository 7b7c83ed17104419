//! The API itself: requests to it, and its answers.
use super::{meaning, options::Options};
use hosting_kernel::providers::Failure;
use reqwest::{Client, Method, Response, StatusCode, Url, header, redirect::Policy};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use std::time::Duration;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// The longest request, in bytes: the server takes 2 MiB unless told otherwise (`webserver-max-bodysize`), and hangs up
/// on a longer one, as if it were away.
const BODY_MAX: usize = 2_000_000;
/// Characters of the server's own texts that are kept.
const SAID_MAX: usize = 1000;

/// The API of one server.
pub(super) struct Api {
    base: Url,
    client: Client,
}

impl Api {
    /// The API that `options` name, whose answers are waited for no longer than `patience`; what is wrong with
    /// them, in words.
    pub(super) fn new(options: &Options, patience: Duration) -> Result<Self, String> {
        let base = options.base()?;
        let headers = header::HeaderMap::from_iter([
            (header::HeaderName::from_static("x-api-key"), options.key()?),
            (header::ACCEPT, header::HeaderValue::from_static("application/json")),
        ]);
        let client = Client::builder().default_headers(headers).redirect(Policy::none());
        let client = client.connect_timeout(CONNECT.min(patience)).timeout(patience);
        // A proxy is on the way to others, not to machines of our own.
        let client = client.no_proxy().build().map_err(|cause| format!("endpoint: {cause}"))?;
        Ok(Self { base, client })
    }

    /// Asks for what is at `path`, below the server's own.
    pub(super) async fn get(&self, path: &str) -> Result<Reply, Failure> {
        self.call(Method::GET, path, None).await
    }

    /// Sends `body`, if there is one, to what is at `path`; one that is too long is refused and not sent.
    pub(super) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Reply, Failure> {
        let request = self.client.request(method, format!("{}{path}", self.base));
        let request = match body.map(Value::to_string) {
            Some(body) if body.len() > BODY_MAX => return Err(meaning::too_long()),
            Some(body) => request.header(header::CONTENT_TYPE, "application/json").body(body),
            None => request,
        };
        let answer = request.send().await.map_err(|cause| failed(&cause))?;
        let (status, wait) = (answer.status(), wait(&answer));
        let body = answer.bytes().await.map_err(|cause| failed(&cause))?.into();
        Ok(Reply { status, wait, body })
    }
}

/// How long the server asks to be left alone.
fn wait(answer: &Response) -> Option<Duration> {
    let seconds = answer.headers().get(header::RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

fn failed(cause: &reqwest::Error) -> Failure {
    match cause.is_timeout() {
        true => Failure::Timeout,
        false => Failure::Unavailable("the nameservers cannot be reached".to_owned()),
    }
}

/// An answer of the API.
pub(super) struct Reply {
    pub(super) status: StatusCode,
    wait: Option<Duration>,
    body: Vec<u8>,
}

/// An error as the API writes most of them.
#[derive(Deserialize)]
struct Written {
    error: String,
}

impl Reply {
    /// The failure that it is, unless it is none.
    pub(super) fn failure(&self) -> Option<Failure> {
        meaning::failure(self.status, &self.said(), self.wait)
    }

    /// It, if it is a good one.
    pub(super) fn good(self) -> Result<Self, Failure> {
        self.failure().map_or(Ok(self), Err)
    }

    /// The server's own words: for the log. Some errors are JSON, some are plain text.
    pub(super) fn said(&self) -> String {
        let said = serde_json::from_slice(&self.body).map_or_else(
            |_| String::from_utf8_lossy(&self.body).into_owned(),
            |written: Written| written.error,
        );
        said.chars().take(SAID_MAX).collect()
    }

    /// What a good answer holds.
    pub(super) fn read<T: DeserializeOwned>(self) -> Result<T, Failure> {
        serde_json::from_slice(&self.good()?.body)
            .map_err(|_| Failure::Unavailable("the nameservers' answer cannot be read".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_json_or_plain_text() {
        let said = |body: &str| {
            Reply { status: StatusCode::UNPROCESSABLE_ENTITY, wait: None, body: body.into() }.said()
        };
        assert_eq!(said(r#"{"error": "Name is out of zone"}"#), "Name is out of zone");
        assert_eq!(said("Conflict"), "Conflict");
        assert_eq!(said(""), "");
        assert_eq!(said(&"x".repeat(5000)).len(), SAID_MAX);
    }
}
