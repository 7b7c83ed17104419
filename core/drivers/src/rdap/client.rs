//! Requests to RDAP servers, and their answers (RFC 7480).
use super::retry_after;
use hosting_kernel::providers::Failure;
use reqwest::{Client, Response, StatusCode, Url, header, redirect::Policy};
use std::time::Duration;

/// How often an answer may name another address (RFC 7480 section 5.2).
const REDIRECTS: usize = 3;
/// The longest answer that is read, in octets: those about a domain have some thousands.
const BODY_MAX: usize = 1 << 20;
/// Who asks; some servers answer nobody who does not say.
const AGENT: &str = concat!("hosting/", env!("CARGO_PKG_VERSION"));

/// Asks RDAP servers.
pub(super) struct Asker(Client);

/// Why there is no answer.
pub(super) enum Missed {
    /// Nobody was reached: another address may do.
    Away(Failure),
    /// Somebody was, and what came is no answer.
    Broken(Failure),
}

impl Asker {
    /// One that waits no longer than `connect` for a connection.
    pub(super) fn new(connect: Duration) -> Result<Self, String> {
        let accept = header::HeaderValue::from_static("application/rdap+json");
        let headers = header::HeaderMap::from_iter([(header::ACCEPT, accept)]);
        let client = Client::builder().user_agent(AGENT).default_headers(headers).referer(false);
        // To what is neither http nor https the client follows none.
        let client = client.redirect(Policy::limited(REDIRECTS)).connect_timeout(connect);
        client.build().map(Self).map_err(|cause| format!("no server can be asked: {cause}"))
    }

    /// The answer of `url`.
    pub(super) async fn get(&self, url: Url) -> Result<Reply, Missed> {
        let answer = self.0.get(url).send().await.map_err(|cause| missed(&cause))?;
        let status = answer.status();
        let wait = retry_after::wait(answer.headers());
        let media_type = media_type(&answer);
        // What else is said in words does not matter.
        let body = match status {
            StatusCode::OK | StatusCode::NOT_FOUND => body(answer).await?,
            _ => Vec::new(),
        };
        Ok(Reply { status, wait, media_type, body })
    }
}

fn missed(cause: &reqwest::Error) -> Missed {
    tracing::warn!(?cause, "an RDAP server did not answer");
    let failure = match cause.is_timeout() {
        true => Failure::Timeout,
        false if cause.is_connect() => Failure::Unavailable("the registry cannot be reached".to_owned()),
        // One to what is neither http nor https is a request that cannot be made.
        false if cause.is_redirect() || cause.is_builder() => {
            Failure::Unavailable("the registry's answer leads nowhere".to_owned())
        }
        false => Failure::Unavailable("the registry's answer broke off".to_owned()),
    };
    if cause.is_connect() { Missed::Away(failure) } else { Missed::Broken(failure) }
}

/// The media type in lower case, without parameters.
fn media_type(answer: &Response) -> Option<String> {
    let text = answer.headers().get(header::CONTENT_TYPE)?.to_str().ok()?;
    text.split(';').next().map(|kind| kind.trim().to_ascii_lowercase())
}

/// All of the body, if it is not too long.
async fn body(mut answer: Response) -> Result<Vec<u8>, Missed> {
    let mut body = Vec::new();
    while let Some(some) = answer.chunk().await.map_err(|cause| missed(&cause))? {
        if body.len() + some.len() > BODY_MAX {
            return Err(Missed::Broken(Failure::Unavailable("the registry's answer is too long".to_owned())));
        }
        body.extend_from_slice(&some);
    }
    Ok(body)
}

/// An answer.
pub(super) struct Reply {
    pub(super) status: StatusCode,
    /// How long the server asks to be left alone.
    pub(super) wait: Option<Duration>,
    /// What the body is said to be.
    pub(super) media_type: Option<String>,
    /// The body of what was found, or not found; of other answers it is not read.
    pub(super) body: Vec<u8>,
}
