//! The provider, on a port of its own.
use crate::binary::Folder;
use reqwest::{Client, Url};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

const FILES: [(&str, &str); 3] = [
    ("package.json", include_str!("package.json")),
    ("package-lock.json", include_str!("package-lock.json")),
    ("provider.mjs", include_str!("provider.mjs")),
];

/// A folder with all that the provider needs.
pub fn install() -> Folder {
    let folder = Folder::new();
    for (name, text) in FILES {
        fs::write(folder.0.join(name), text).expect("a file");
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
        .current_dir(&folder.0);
    assert!(npm.status().expect("npm is installed").success(), "the provider could not be installed");
    folder
}

/// The provider.
pub struct Provider {
    child: Child,
    /// Its identifier.
    pub issuer: String,
}

impl Drop for Provider {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Provider {
    /// Starts it on `port`, or on any for 0.
    pub fn start(folder: &Folder, port: u16) -> Self {
        let mut node = Command::new("node");
        node.args(["provider.mjs", &port.to_string()]).current_dir(&folder.0);
        let mut child = node.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("Node is installed");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let issuer = lines.find_map(|line| line.ok().filter(|line| line.starts_with("http://")));
        Self { child, issuer: issuer.expect("an address") }
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.issuer.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port")
    }

    /// An access token for `audience`, which a program asks for itself (RFC 6749 section 4.4, RFC 8707).
    pub async fn token(&self, client: &str, audience: &str) -> String {
        let mut form = Url::parse("http://form").expect("an address");
        form.query_pairs_mut()
            .append_pair("grant_type", "client_credentials")
            .append_pair("scope", "account:read domains:read")
            .append_pair("resource", audience);
        let request = Client::new().post(format!("{}/token", self.issuer));
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let request = request.basic_auth(client, Some("only%20for%20tests"));
        let answer = request.body(form.query().expect("a form").to_owned()).send().await.expect("an answer");
        let body: Value = serde_json::from_slice(&answer.bytes().await.expect("a body")).expect("JSON");
        body["access_token"].as_str().unwrap_or_else(|| panic!("no token: {body}")).to_owned()
    }
}
