//! Cockpit 287 and later (<https://cockpit-project.org/guide/latest/>), with copyparty for the file manager.
//!
//! Cockpit has users of its machine, and no sites: a site is a user of the group of sites there. What Cockpit does not do by
//! itself (letting a browser in by a token, suspending a user) a helper on its machine does, which Cockpit starts:
//! `rest/deploy/hosting-panel`. It is asked as Cockpit's own pages ask for programs.
mod channel;
mod token;

use crate::{
    copyparty::Copyparty,
    panels::{
        Server,
        api::{Api, unreadable},
        endpoint,
    },
};
use channel::Told;
use hosting_kernel::providers::{
    Failure,
    panel::{HeldSite, PanelTarget, SiteState, Stats},
};
use reqwest::Url;
use serde::Deserialize;
use std::{path::PathBuf, time::Duration};
use token::{Key, Purpose};
use uuid::Uuid;

/// How long an answer may take; a home with many files is removed in one call.
const PATIENCE: Duration = Duration::from_mins(1);

/// Where the servers are, and how they let the platform in.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Cockpit, for example `https://panel.example.com:9090`.
    pub endpoint: String,
    /// What the helper beside it keeps too: 32 characters or more.
    pub password: String,
    /// What browsers open, where that is not `endpoint`.
    pub public_url: Option<String>,
    /// copyparty, for example `https://files.example.com`; there is no file manager unless said.
    pub files_endpoint: Option<String>,
    /// The password of the account that administers its folders and shares.
    pub files_password: Option<String>,
    /// What browsers open, where that is not `files_endpoint`.
    pub files_public_url: Option<String>,
    /// A file with the servers' own certificates, or those that they come from: PEM. Those of the system unless said.
    pub server_certificate: Option<PathBuf>,
}

/// One machine.
pub struct Cockpit {
    api: Api,
    public: Url,
    key: Key,
    files: Option<Copyparty>,
}

impl Cockpit {
    /// The machine that `options` name; what is wrong with them, in words that name the option.
    pub fn new(options: Options) -> Result<Self, String> {
        Self::with_patience(options, PATIENCE)
    }

    /// The same, with answers of Cockpit waited for no longer than `patience`.
    pub fn with_patience(options: Options, patience: Duration) -> Result<Self, String> {
        let files = options.files()?;
        let Options { endpoint, password, public_url, server_certificate, .. } = options;
        if password.len() < 32 {
            return Err("password: it has less than 32 characters".to_owned());
        }
        let base = endpoint::server("endpoint", &endpoint)?;
        let public = endpoint::address("public_url", public_url.as_deref().unwrap_or(&endpoint))?;
        let api = Api::new(base, server_certificate.as_deref(), patience)?;
        Ok(Self { api, public, key: Key::new(&password), files })
    }

    /// What the helper answers to `words`.
    async fn helper(&self, words: &[&str]) -> Result<Told, Failure> {
        channel::run(&self.api, &self.key.token(&Purpose::Operator), words).await
    }

    /// Has the helper do something.
    async fn change(&self, verb: &str, work: Uuid, site: &str) -> Result<(), Failure> {
        self.helper(&[verb, site, &work.to_string()]).await.map(|_| ())
    }
}

impl Cockpit {
    /// Lets nobody into `site` any more, and takes back what is shared of it: who shares it looks at it afterwards.
    async fn close(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        let Some(files) = &self.files else { return Ok(()) };
        self.change("close", work, site).await?;
        files.unshare(site).await
    }
}

impl Options {
    fn files(&self) -> Result<Option<Copyparty>, String> {
        let (endpoint, password) = match (&self.files_endpoint, &self.files_password) {
            (Some(endpoint), Some(password)) => (endpoint, password),
            (Some(_), None) => return Err("files_password: files_endpoint needs it".to_owned()),
            (None, None) if self.files_public_url.is_none() => return Ok(None),
            (None, _) => return Err("files_endpoint: it is missing".to_owned()),
        };
        endpoint::secret("files_password", password)?;
        let base = endpoint::server("files_endpoint", endpoint)?;
        let public = self.files_public_url.as_deref().unwrap_or(endpoint);
        let public = endpoint::address("files_public_url", public)?;
        Copyparty::new(base, public, password, self.server_certificate.as_deref()).map(Some)
    }
}

/// What the helper calls where a site stands.
fn state(is: &str) -> Result<Option<SiteState>, Failure> {
    match is {
        "active" => Ok(Some(SiteState::Active)),
        "suspended" => Ok(Some(SiteState::Suspended)),
        "removed" => Ok(Some(SiteState::Removed)),
        "between" => Ok(None),
        _ => Err(unreadable()),
    }
}

#[async_trait::async_trait]
impl Server for Cockpit {
    fn name(&self) -> &'static str {
        "cockpit"
    }

    fn driver(&self) -> &'static str {
        "cockpit"
    }

    fn opens(&self, target: PanelTarget) -> Result<(), Failure> {
        match target == PanelTarget::Filemanager && self.files.is_none() {
            true => Err(Failure::Refused("this panel has no file manager".to_owned())),
            false => Ok(()),
        }
    }

    async fn state(&self, site: &str) -> Result<Option<SiteState>, Failure> {
        state(self.helper(&["state", site]).await?.state.as_deref().unwrap_or_default())
    }

    /// Users have no domains: the operator's own servers know which is whose.
    async fn sites(&self) -> Result<Vec<HeldSite>, Failure> {
        let sites = self.helper(&["sites"]).await?.sites.ok_or_else(unreadable)?;
        let site =
            |(name, is): (String, String)| Ok(HeldSite { name, primary_domain: None, state: state(&is)? });
        sites.into_iter().map(site).collect()
    }

    async fn enter(&self, _: Uuid, site: &str, target: PanelTarget) -> Result<String, Failure> {
        let files = match (target, &self.files) {
            (PanelTarget::Panel, _) => {
                // What Cockpit's login page hands on (`OAuth` of cockpit.conf(5)); a fragment is sent to no server.
                let mut address = self.public.clone();
                let token = self.key.token(&Purpose::Site(site));
                address.set_fragment(Some(&format!("access_token={token}")));
                return Ok(address.into());
            }
            (PanelTarget::Filemanager, Some(files)) => files,
            (PanelTarget::Filemanager, None) => return self.opens(target).map(|()| String::new()),
        };
        let address = files.share(site).await?;
        // It may have been suspended since it was looked at, and its shares taken back before there was this one.
        if self.state(site).await? != Some(SiteState::Active) {
            files.unshare(site).await?;
            return Err(Failure::Refused(format!("the site {site} is suspended")));
        }
        Ok(address)
    }

    async fn suspend(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.close(work, site).await?;
        self.change("suspend", work, site).await
    }

    async fn unsuspend(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.change("unsuspend", work, site).await
    }

    async fn remove(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.close(work, site).await?;
        self.change("remove", work, site).await
    }

    async fn stats(&self, site: &str) -> Result<Stats, Failure> {
        let told = self.helper(&["stats", site]).await?;
        let Told { disk_used_bytes, inodes_used, .. } = told;
        Ok(Stats { disk_used_bytes, inodes_used, ..Stats::default() })
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.helper(&["ping"]).await?;
        match &self.files {
            Some(files) => files.ping().await,
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bad_options_are_refused_by_name() {
        let long = "a password of thirty-two characters";
        for (name, said) in [
            ("`password`", json!({"endpoint": "https://a:9090"})),
            ("`pasword`", json!({"endpoint": "https://a:9090", "pasword": long})),
            ("password", json!({"endpoint": "https://a:9090", "password": "short"})),
            ("endpoint", json!({"endpoint": "http://a:9090", "password": long})),
            ("public_url", json!({"endpoint": "https://a", "password": long, "public_url": "b"})),
            (
                "files_password",
                json!({"endpoint": "https://a", "password": long, "files_endpoint": "https://b"}),
            ),
            ("files_endpoint", json!({"endpoint": "https://a", "password": long, "files_password": "p"})),
            (
                "files_endpoint",
                json!({"endpoint": "https://a", "password": long, "files_endpoint": "b", "files_password": "p"}),
            ),
        ] {
            let refusal = match serde_json::from_value::<Options>(said) {
                Ok(options) => Cockpit::new(options).err().unwrap(),
                Err(why) => why.to_string(),
            };
            assert!(refusal.contains(name) && !refusal.contains(long), "{name}: {refusal}");
        }
    }
}
