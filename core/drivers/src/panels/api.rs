//! Requests to a panel server, and its answers.
use super::meaning;
use crate::tls;
use hosting_kernel::providers::Failure;
use reqwest::{
    Client, Method, RequestBuilder, StatusCode, Url,
    header::{self, HeaderMap},
    redirect::Policy,
};
use serde::de::DeserializeOwned;
use std::{path::Path, time::Duration};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// The longest answer, in bytes: a list of ten thousand users stays below it.
const BODY_MAX: usize = 8 << 20;
/// Characters of the server's own texts that are kept.
const SAID_MAX: usize = 500;

/// The way to one server.
pub(crate) struct Api {
    base: Url,
    client: Client,
    patience: Duration,
}

impl Api {
    /// The server at `base`, whose certificate is that of the file, or one that the system trusts; answers are waited for no
    /// longer than `patience`.
    pub(crate) fn new(base: Url, certificate: Option<&Path>, patience: Duration) -> Result<Self, String> {
        let client = Client::builder()
            .redirect(Policy::none())
            .http1_only()
            .connect_timeout(CONNECT.min(patience))
            // A connection that was closed meanwhile is not tried: a change that was sent on it may have been done.
            .pool_max_idle_per_host(0)
            // A proxy is on the way to others, not to machines of our own.
            .no_proxy()
            .tls_backend_preconfigured(tls::anonymous(certificate)?);
        let client = client.build().map_err(|cause| format!("endpoint: {cause}"))?;
        Ok(Self { base, client, patience })
    }

    /// The address of what is at `path`, which begins with a slash, with a query.
    pub(crate) fn url(&self, path: &str, query: &[(&str, &str)]) -> Url {
        let mut url = self.base.clone();
        url.set_path(path);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url
    }

    /// A request, to be given its credentials and sent.
    pub(crate) fn request(&self, method: Method, url: Url) -> RequestBuilder {
        self.client.request(method, url).timeout(self.patience)
    }

    /// A request whose body is a form.
    pub(crate) fn form(&self, url: Url, fields: &[(&str, &str)]) -> RequestBuilder {
        let mut form = self.base.clone();
        form.query_pairs_mut().extend_pairs(fields);
        let body = form.query().unwrap_or_default().to_owned();
        let kind = "application/x-www-form-urlencoded";
        self.request(Method::POST, url).header(header::CONTENT_TYPE, kind).body(body)
    }

    /// What `request` is answered with.
    pub(crate) async fn send(&self, request: RequestBuilder) -> Result<Reply, Failure> {
        let mut answer = request.send().await.map_err(|cause| meaning::unreached(&cause))?;
        let (status, headers, mut body) = (answer.status(), answer.headers().clone(), Vec::new());
        while let Some(piece) = answer.chunk().await.map_err(|cause| meaning::unreached(&cause))? {
            if body.len() + piece.len() > BODY_MAX {
                return Err(Failure::Unavailable("the panel's answer is too long".to_owned()));
            }
            body.extend_from_slice(&piece);
        }
        Ok(Reply { status, headers, body })
    }
}

/// An answer of a server.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// The failure that its status alone is; nothing where its content says more.
    pub(crate) fn failure(&self) -> Option<Failure> {
        Some(match self.status.as_u16() {
            401 | 403 => Failure::Misconfigured("the panel does not let the platform in".to_owned()),
            429 | 503 => Failure::Unavailable("the panel is busy".to_owned()),
            code @ 500.. => Failure::Unavailable(format!("the panel failed ({code})")),
            // Another server answers there.
            code @ 300..=399 => {
                Failure::Misconfigured(format!("endpoint: it answers {code}, as no panel does"))
            }
            _ => return None,
        })
    }

    /// What it holds, as JSON.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        serde_json::from_slice(&self.body).map_err(|_| unreadable())
    }

    /// Its own words, for the log.
    pub(crate) fn said(&self) -> String {
        String::from_utf8_lossy(&self.body).chars().take(SAID_MAX).collect()
    }
}

pub(crate) fn unreadable() -> Failure {
    Failure::Unavailable("the panel's answer cannot be read".to_owned())
}

/// An address that a panel has made: what a browser can be sent to.
pub(crate) fn opened(url: &str) -> Result<String, Failure> {
    match url.parse::<Url>() {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(url.into()),
        _ => Err(unreadable()),
    }
}
