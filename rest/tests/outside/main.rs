//! An `OpenID` provider of others, whose access tokens open accounts: npm's `oidc-provider`.
//!
//! It needs Node and npm, and fetches packages: so this is not run by `cargo test`, but asked for by its name,
//! `cargo test -p hosting-rest --test outside`.
#[path = "../process/binary.rs"]
#[expect(dead_code, reason = "a part of it is used here")]
mod binary;
mod provider;

use binary::{Folder, Process};
use provider::Provider;
use reqwest::{Client, StatusCode};
use serde_json::Value;
use std::{process::Command, time::Duration};
use tokio::time::{Instant, sleep};

/// What the tokens are for.
const AUDIENCE: &str = "https://api.host.example";
const ALGORITHMS: [&str; 5] = ["RS256", "PS256", "ES256", "ES384", "EdDSA"];

/// Links the subject of a provider to the demo account, as the operator does.
fn link(data: &Folder, issuer: &str, subject: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hosting"));
    command.args(["key", "link", "--account", "demo@example.com", "--scope", "account:read"]);
    command.args(["--issuer", issuer, "--subject", subject, "--data"]).arg(&data.0);
    let done = command.env_remove("DATABASE_URL").output().expect("a command");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// How a look at `path` ends.
async fn look(platform: &Process, path: &str, token: &str) -> (StatusCode, Value) {
    let request = Client::new().get(format!("{}{path}", platform.address)).bearer_auth(token);
    let answer = request.send().await.expect("an answer");
    let status = answer.status();
    (status, serde_json::from_slice(&answer.bytes().await.expect("a body")).expect("JSON"))
}

#[tokio::test]
async fn tokens_of_an_openid_provider_open_what_their_subjects_are_linked_to() {
    let (data, folder) = (Folder::new(), provider::install());
    let provider = Provider::start(&folder, 0);
    let issuer = provider.issuer.clone();
    let platform = Process::start(&data.0, &["--issuer", &issuer, "--audience", AUDIENCE]);
    for algorithm in ALGORITHMS {
        link(&data, &issuer, &format!("by-{algorithm}"));
        let token = provider.token(&format!("by-{algorithm}"), AUDIENCE).await;
        let (status, body) = look(&platform, "/v1/account", &token).await;
        assert_eq!(status, StatusCode::OK, "{algorithm}: {body}");
        assert_eq!(body["data"]["email"], "demo@example.com");
        let (status, body) = look(&platform, "/v1/domains", &token).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "the link does not allow it: {body}");
        let other = provider.token(&format!("by-{algorithm}"), "https://other.example").await;
        let (status, body) = look(&platform, "/v1/account", &other).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "it is for somebody else: {body}");
    }

    // The provider goes, and comes back with new keys.
    let before = provider.token("by-RS256", AUDIENCE).await;
    let port = provider.port();
    drop(provider);
    assert_eq!(look(&platform, "/v1/account", &before).await.0, StatusCode::OK, "its keys are known");
    let provider = Provider::start(&folder, port);
    let after = provider.token("by-RS256", AUDIENCE).await;
    let patience = Instant::now() + Duration::from_secs(30);
    while look(&platform, "/v1/account", &after).await.0 != StatusCode::OK {
        assert!(Instant::now() < patience, "the new keys are not fetched");
        sleep(Duration::from_secs(1)).await;
    }
}
