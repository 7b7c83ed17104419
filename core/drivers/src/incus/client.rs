//! The API itself: requests to it, and its answers.
use super::{
    meaning,
    way::{CONNECT, Way},
};
use hosting_kernel::providers::Failure;
use reqwest::{Client, Method, StatusCode, Url, header, redirect::Policy};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use std::time::Duration;

/// The longest answer, in bytes: a server with ten thousand instances stays below it.
const BODY_MAX: usize = 64 << 20;
/// Characters of the server's own texts that are kept.
const SAID_MAX: usize = 1000;

/// The API of one server.
pub(super) struct Api {
    pub(super) way: Way,
    base: Url,
    client: Client,
    patience: Duration,
}

/// What an answer holds beside what was asked for (<https://linuxcontainers.org/incus/docs/main/rest-api/>).
#[derive(Deserialize)]
struct Envelope<T> {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    operation: String,
    #[serde(default)]
    error: String,
    #[serde(default)]
    error_code: u16,
    #[serde(default = "nothing")]
    metadata: Option<T>,
}

const fn nothing<T>() -> Option<T> {
    None
}

/// A good answer.
pub(super) enum Answer {
    /// What was asked for, as JSON or another text.
    Done(Vec<u8>),
    /// It has begun; the operation, and what else is said of it.
    Begun(String, Value),
}

impl Api {
    /// The API at the end of `way`, with what is in `project`, whose answers are waited for no longer than `patience`.
    pub(super) fn new(way: Way, project: &str, patience: Duration) -> Result<Self, String> {
        let wrong = |cause: &dyn std::fmt::Display| format!("endpoint: {cause}");
        let mut base = way.base().parse::<Url>().map_err(|cause| wrong(&cause))?;
        base.query_pairs_mut().append_pair("project", project);
        let client = Client::builder().redirect(Policy::none()).http1_only();
        let client = client.connect_timeout(CONNECT.min(patience));
        // What was closed meanwhile is not tried: a change that was sent on it may have been done.
        let client = client.pool_idle_timeout(Duration::from_secs(2));
        let client = match &way {
            Way::Unix(path) => client.unix_socket(path.as_path()),
            Way::Tls(tls) => client.tls_backend_preconfigured(tls.config.as_ref().clone()),
        };
        // A proxy is on the way to others, not to machines of our own.
        let client = client.no_proxy().build().map_err(|cause| wrong(&cause))?;
        Ok(Self { way, base, client, patience })
    }

    /// The address of what is at the path of `parts`, in the project.
    pub(super) fn url(&self, parts: &[&str], query: &[(&str, &str)]) -> Url {
        let mut url = self.base.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.clear().push("1.0").extend(parts);
        }
        url.query_pairs_mut().extend_pairs(query);
        url
    }

    /// What is at `url`.
    pub(super) async fn get<T: DeserializeOwned>(&self, url: Url) -> Result<T, Failure> {
        match self.send(Method::GET, url, None, self.patience).await? {
            Answer::Done(body) => read(&body),
            Answer::Begun(..) => Err(unreadable()),
        }
    }

    /// What is at `url`, if it is there.
    pub(super) async fn find<T: DeserializeOwned>(&self, url: Url) -> Result<Option<T>, Failure> {
        match self.get(url).await {
            Err(Failure::NotThere(_)) => Ok(None),
            found => found.map(Some),
        }
    }

    /// What is at `url`, which is no JSON.
    pub(super) async fn text(&self, url: Url) -> Result<String, Failure> {
        match self.send(Method::GET, url, None, self.patience).await? {
            Answer::Done(body) => String::from_utf8(body).map_err(|_| unreadable()),
            Answer::Begun(..) => Err(unreadable()),
        }
    }

    /// Asks for a change, which may only have begun then.
    pub(super) async fn ask(
        &self,
        method: Method,
        url: Url,
        body: Option<&Value>,
    ) -> Result<Answer, Failure> {
        self.send(method, url, body, self.patience).await
    }

    /// What is at `url`, where the server may take `longer` than it usually does.
    pub(super) async fn get_after<T: DeserializeOwned>(
        &self,
        url: Url,
        longer: Duration,
    ) -> Result<T, Failure> {
        match self.send(Method::GET, url, None, self.patience + longer).await? {
            Answer::Done(body) => read(&body),
            Answer::Begun(..) => Err(unreadable()),
        }
    }

    async fn send(
        &self,
        method: Method,
        url: Url,
        body: Option<&Value>,
        patience: Duration,
    ) -> Result<Answer, Failure> {
        let (asked, path) = (method.clone(), url.path().to_owned());
        let request = self.client.request(method, url).timeout(patience);
        let request = match body {
            Some(body) => request.header(header::CONTENT_TYPE, "application/json").body(body.to_string()),
            None => request,
        };
        let mut answer = request.send().await.map_err(|cause| meaning::unreached(&cause))?;
        let (status, mut body) = (answer.status(), Vec::new());
        while let Some(piece) = answer.chunk().await.map_err(|cause| meaning::unreached(&cause))? {
            if body.len() + piece.len() > BODY_MAX {
                return Err(Failure::Unavailable("the hypervisor's answer is too long".to_owned()));
            }
            body.extend_from_slice(&piece);
        }
        meant(status, body).inspect_err(|(_, said)| {
            // What is not there is often just asked for.
            if status != StatusCode::NOT_FOUND {
                tracing::warn!(%asked, path, status = status.as_u16(), said, "the hypervisor did not do what it was asked to");
            }
        }).map_err(|(failure, _)| failure)
    }
}

/// What an answer is: good, or a failure and the server's own words.
fn meant(status: StatusCode, body: Vec<u8>) -> Result<Answer, (Failure, String)> {
    let envelope = serde_json::from_slice::<Envelope<serde::de::IgnoredAny>>(&body).ok();
    let said = |text: &str| text.chars().take(SAID_MAX).collect::<String>();
    match envelope {
        Some(wrong) if wrong.kind == "error" => {
            let code = if wrong.error_code == 0 { status.as_u16() } else { wrong.error_code };
            Err((meaning::failure(code, &wrong.error), said(&wrong.error)))
        }
        Some(begun) if begun.kind == "async" && status.is_success() => {
            let id = begun.operation.rsplit('/').next().unwrap_or_default();
            let id = id.split('?').next().unwrap_or_default().to_owned();
            match serde_json::from_slice::<Envelope<Value>>(&body) {
                Ok(whole) if !id.is_empty() => Ok(Answer::Begun(id, whole.metadata.unwrap_or_default())),
                _ => Err((unreadable(), said("an operation without an id"))),
            }
        }
        _ if status.is_success() => Ok(Answer::Done(body)),
        _ => {
            let text = said(&String::from_utf8_lossy(&body));
            Err((meaning::failure(status.as_u16(), &text), text))
        }
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    let whole = serde_json::from_slice::<Envelope<T>>(body);
    whole.ok().and_then(|whole| whole.metadata).ok_or_else(unreadable)
}

pub(super) fn unreadable() -> Failure {
    Failure::Unavailable("the hypervisor's answer cannot be read".to_owned())
}
