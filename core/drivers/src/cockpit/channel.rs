//! Programs on Cockpit's machine, started as its pages start them: by a login, and a channel of its
//! (<https://github.com/cockpit-project/cockpit/blob/main/doc/protocol.md>).
use crate::panels::api::{Api, Reply, unreadable};
use base64::{Engine, prelude::BASE64_STANDARD};
use hosting_kernel::providers::Failure;
use reqwest::{
    Method, StatusCode,
    header::{AUTHORIZATION, COOKIE, SET_COOKIE},
};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

/// What the helper is called where Cockpit finds it.
const HELPER: &str = "hosting-panel";

/// What a login answers.
#[derive(Deserialize)]
struct Login {
    #[serde(rename = "csrf-token")]
    csrf: String,
}

/// What the helper answers.
#[derive(Deserialize)]
pub(super) struct Told {
    /// Why it does not do that, if it does not.
    refused: Option<String>,
    /// Why it could not, if it could not.
    failed: Option<String>,
    /// What the operator has to see to, if there is something.
    misconfigured: Option<String>,
    pub(super) state: Option<String>,
    /// The states of sites, by their names.
    pub(super) sites: Option<BTreeMap<String, String>>,
    pub(super) disk_used_bytes: Option<i64>,
    pub(super) inodes_used: Option<i64>,
}

/// Has the helper do what `words` say, let in by `token`.
pub(super) async fn run(api: &Api, token: &str, words: &[&str]) -> Result<Told, Failure> {
    let login = api.request(Method::GET, api.url("/cockpit/login", &[]));
    let reply = api.send(login.header(AUTHORIZATION, format!("Bearer {token}"))).await?;
    if let Some(failure) = let_in(&reply) {
        return Err(failure);
    }
    let (csrf, cookie) = (reply.read::<Login>()?.csrf, cookie(&reply).ok_or_else(unreadable)?);
    let mut spawn = vec![HELPER];
    spawn.extend(words);
    let asked = json!({ "payload": "stream", "binary": "raw", "spawn": spawn }).to_string();
    let mut url = api.url(&format!("/cockpit/channel/{csrf}"), &[]);
    url.set_query(Some(&BASE64_STANDARD.encode(asked)));
    let reply = api.send(api.request(Method::GET, url).header(COOKIE, cookie)).await?;
    if reply.status == StatusCode::NOT_FOUND {
        return Err(Failure::Misconfigured(format!(
            "the machine of Cockpit has no {HELPER} that it can start"
        )));
    }
    if let Some(failure) = reply.failure() {
        return Err(failure);
    }
    let told: Told = reply.read().inspect_err(|_| {
        tracing::warn!(?words, said = reply.said(), "the helper beside Cockpit did not answer");
    })?;
    let Told { refused, failed, misconfigured, .. } = &told;
    let (why, failure) = match (refused, failed, misconfigured) {
        (None, None, None) => return Ok(told),
        (Some(why), ..) => (why, Failure::Refused("the panel does not do that with this site".to_owned())),
        (_, Some(why), _) => (why, Failure::Unavailable("the panel could not do it".to_owned())),
        (.., Some(why)) => (why, Failure::Misconfigured(format!("{HELPER} beside Cockpit: {why}"))),
    };
    tracing::warn!(?words, why, "the helper beside Cockpit did not do what it was asked to");
    Err(failure)
}

/// Why a login failed, if it did.
fn let_in(reply: &Reply) -> Option<Failure> {
    match reply.status {
        StatusCode::OK => None,
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Some(Failure::Misconfigured(
            "the helper beside Cockpit does not take password, or its clock is wrong".to_owned(),
        )),
        _ => Some(reply.failure().unwrap_or_else(unreadable)),
    }
}

/// The session that a login made.
fn cookie(reply: &Reply) -> Option<String> {
    let cookies = reply.headers.get_all(SET_COOKIE).into_iter().filter_map(|cookie| cookie.to_str().ok());
    let mut pairs = cookies.filter_map(|cookie| cookie.split(';').next());
    pairs.find(|pair| pair.starts_with("cockpit=")).map(str::to_owned)
}
