//! An authorization server on the web: its metadata says where its keys are.
//!
//! It is asked by HTTPS, and by HTTP on this machine alone; it is followed nowhere else, and read no further
//! than a set of keys is long.
use async_trait::async_trait;
use hosting_kernel::providers::{Failure, issuer::Issuer};
use reqwest::{Client, StatusCode, Url, redirect::Policy};
use serde::Deserialize;
use serde_json::Value;
use std::{net::IpAddr, time::Duration};

/// How long it may take to answer one question.
const PATIENCE: Duration = Duration::from_secs(4);
/// Bytes of an answer that are read.
const LONGEST: usize = 256 << 10;

/// An authorization server.
pub struct AuthorizationServer {
    id: String,
    /// Where its metadata may be: `OpenID` Connect Discovery 1.0 section 4, RFC 8414 section 3.
    metadata: [Url; 2],
    client: Client,
}

/// What of its metadata matters.
#[derive(Deserialize)]
struct Metadata {
    issuer: String,
    jwks_uri: String,
}

impl AuthorizationServer {
    /// The server that calls itself `id` in its tokens; what is wrong with that, in words.
    pub fn new(id: String) -> Result<Self, String> {
        let url = safe(&id).ok_or("is not an address with https://")?;
        let plain = url.username().is_empty() && url.password().is_none();
        if !plain || url.query().is_some() || url.fragment().is_some() {
            return Err("has more than a host and a path (RFC 8414 section 2)".to_owned());
        }
        let path = url.path().trim_end_matches('/');
        let at = |path: &str| {
            let mut place = url.clone();
            place.set_path(path);
            place
        };
        let metadata = [
            at(&format!("{path}/.well-known/openid-configuration")),
            at(&format!("/.well-known/oauth-authorization-server{path}")),
        ];
        let client = Client::builder().redirect(Policy::none()).timeout(PATIENCE);
        // A proxy is on the way to others, not to this machine.
        let client = if url.scheme() == "http" { client.no_proxy() } else { client.https_only(true) };
        Ok(Self { id, metadata, client: client.build().map_err(|cause| cause.to_string())? })
    }

    /// Where its keys are.
    async fn keys_at(&self) -> Result<Url, Failure> {
        let [openid, oauth] = &self.metadata;
        let metadata = match self.get(openid).await? {
            Some(found) => found,
            None => self.get(oauth).await?.ok_or_else(|| Failure::ours("there is no metadata"))?,
        };
        let metadata: Metadata = serde_json::from_value(metadata).map_err(Failure::ours)?;
        if metadata.issuer != self.id {
            return Err(Failure::ours(format!("its metadata is that of {:?}", metadata.issuer)));
        }
        safe(&metadata.jwks_uri).ok_or_else(|| Failure::ours("its keys are at no address with https://"))
    }

    /// The JSON that is there; nothing where there is none.
    async fn get(&self, url: &Url) -> Result<Option<Value>, Failure> {
        let mut answer = self.client.get(url.clone()).send().await.map_err(Failure::ours)?;
        if answer.status() != StatusCode::OK {
            return Ok(None);
        }
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(Failure::ours)? {
            if body.len() + chunk.len() > LONGEST {
                return Err(Failure::ours(format!("its answer is longer than {LONGEST} bytes")));
            }
            body.extend_from_slice(&chunk);
        }
        serde_json::from_slice(&body).map(Some).map_err(Failure::ours)
    }
}

#[async_trait]
impl Issuer for AuthorizationServer {
    fn id(&self) -> &str {
        &self.id
    }

    async fn keys(&self) -> Result<Value, Failure> {
        let url = self.keys_at().await?;
        self.get(&url).await?.ok_or_else(|| Failure::ours(format!("there are no keys at {url}")))
    }
}

/// The address in `text`, if nobody on the way can change what comes from there.
fn safe(text: &str) -> Option<Url> {
    let url: Url = text.parse().ok()?;
    let host = url.host_str()?;
    let here = || {
        let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    };
    (url.scheme() == "https" || url.scheme() == "http" && here()).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_looked_for_where_the_standards_say() {
        let server = AuthorizationServer::new("https://id.example.com/realms/host".to_owned()).unwrap();
        assert_eq!(
            server.metadata.map(String::from),
            [
                "https://id.example.com/realms/host/.well-known/openid-configuration",
                "https://id.example.com/.well-known/oauth-authorization-server/realms/host",
            ]
        );
        let server = AuthorizationServer::new("https://id.example.com/".to_owned()).unwrap();
        assert_eq!(server.id(), "https://id.example.com/");
        assert_eq!(
            server.metadata.map(String::from),
            [
                "https://id.example.com/.well-known/openid-configuration",
                "https://id.example.com/.well-known/oauth-authorization-server",
            ]
        );
    }

    #[test]
    fn an_issuer_is_an_address_that_nobody_on_the_way_can_change() {
        for right in [
            "https://id.example.com",
            "http://127.0.0.1:9000",
            "http://[::1]:9000",
            "http://localhost:9000/a",
        ] {
            assert!(AuthorizationServer::new(right.to_owned()).is_ok(), "{right}");
        }
        for wrong in [
            "",
            "id.example.com",
            "http://id.example.com",
            "http://127.0.0.1.example.com",
            "http://localhost.example.com",
            "ftp://127.0.0.1",
            "https://id.example.com?a=b",
            "https://id.example.com#a",
            "https://me@id.example.com",
        ] {
            assert!(AuthorizationServer::new(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
