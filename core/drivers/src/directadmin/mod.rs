//! `DirectAdmin`, by its API (<https://docs.directadmin.com/developer/api/>): the older commands for users, and the newer
//! interface for login URLs.
//!
//! Built from that documentation: no real server has been asked.
mod answer;

use crate::panels::{
    Server,
    api::{self, Api, Reply},
    endpoint,
};
use answer::Fields;
use chrono::TimeDelta;
use hosting_kernel::{
    providers::{
        Failure,
        panel::{HeldSite, PanelTarget, SiteState, Stats},
    },
    values::clock::{Clock, SystemClock},
};
use reqwest::{Method, RequestBuilder, header::CONTENT_TYPE};
use serde::Deserialize;
use serde_json::json;
use std::{path::PathBuf, time::Duration};
use uuid::Uuid;

/// How long an answer may take; a user with much data is removed in one call.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long a login URL can be opened: the browser is on its way there.
const URL_LIFE: TimeDelta = TimeDelta::minutes(1);

/// Where the server is, and how it lets the platform in.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The panel, for example `https://panel.example.com:2222`.
    pub endpoint: String,
    /// An administrator there.
    pub user: String,
    /// A login key of that administrator.
    pub token: String,
    /// A file with the server's own certificate, or the one that it comes from: PEM. Those of the system unless said.
    pub server_certificate: Option<PathBuf>,
}

/// One server.
pub struct DirectAdmin {
    api: Api,
    user: String,
    token: String,
}

/// What a login URL is answered with.
#[derive(Deserialize)]
struct LoginUrl {
    url: String,
}

impl DirectAdmin {
    /// The server that `options` name; what is wrong with them, in words that name the option.
    pub fn new(options: Options) -> Result<Self, String> {
        Self::with_patience(options, PATIENCE)
    }

    /// The same, with answers waited for no longer than `patience`.
    pub fn with_patience(options: Options, patience: Duration) -> Result<Self, String> {
        let Options { endpoint, user, token, server_certificate } = options;
        if !crate::panels::is_site(&user) {
            return Err(format!("user: {user:?} is no user of DirectAdmin, such as admin"));
        }
        endpoint::secret("token", &token)?;
        let base = endpoint::server("endpoint", &endpoint)?;
        Ok(Self { api: Api::new(base, server_certificate.as_deref(), patience)?, user, token })
    }

    async fn send(&self, what: &str, request: RequestBuilder, user: &str) -> Result<Reply, Failure> {
        let reply = self.api.send(request.basic_auth(user, Some(&self.token))).await?;
        // It answers 200 with a page for people where it lets nobody in.
        let stranger = reply.headers.get("x-directadmin").is_some_and(|said| said == "unauthorized");
        let failure = match stranger {
            true => Some(Failure::Misconfigured("DirectAdmin does not take user and token".to_owned())),
            false => reply.failure(),
        };
        match failure {
            None => Ok(reply),
            Some(failure) => {
                let status = reply.status.as_u16();
                tracing::warn!(what, status, said = reply.said(), "DirectAdmin did not answer");
                Err(failure)
            }
        }
    }

    /// What a command that changes nothing answers.
    async fn look(&self, command: &str, query: &[(&str, &str)]) -> Result<Fields, Failure> {
        let request = self.api.request(Method::GET, self.api.url(&format!("/{command}"), query));
        self.send(command, request, &self.user).await?.fields()
    }

    /// Does something with the user of a site.
    async fn select(&self, site: &str, what: &[(&str, &str)]) -> Result<(), Failure> {
        let mut fields = vec![("location", "CMD_SELECT_USERS"), ("select0", site)];
        fields.extend(what);
        let request = self.api.form(self.api.url("/CMD_API_SELECT_USERS", &[]), &fields);
        let answer = self.send("CMD_API_SELECT_USERS", request, &self.user).await?.fields()?;
        answer.good("CMD_API_SELECT_USERS").map(|_| ())
    }

    /// The users that there are, of all kinds.
    async fn users(&self) -> Result<Fields, Failure> {
        self.look("CMD_API_SHOW_ALL_USERS", &[]).await?.good("CMD_API_SHOW_ALL_USERS")
    }

    /// What the server says of the user of a site; nothing where there is none, or it is no customer's.
    async fn config(&self, site: &str) -> Result<Option<Fields>, Failure> {
        let config = self.look("CMD_API_SHOW_USER_CONFIG", &[("user", site)]).await?;
        if !config.is_error() {
            return Ok((config.one("usertype") == Some("user")).then_some(config));
        }
        // An error has no code: whether there is such a user, the list of all of them tells.
        match self.users().await?.list().any(|user| user == site) {
            true => Err(config.failure("CMD_API_SHOW_USER_CONFIG")),
            false => Ok(None),
        }
    }
}

/// Where the user of a site stands.
fn state(config: &Fields) -> SiteState {
    if config.one("suspended") == Some("yes") { SiteState::Suspended } else { SiteState::Active }
}

impl Reply {
    fn fields(&self) -> Result<Fields, Failure> {
        Fields::read(&self.body).ok_or_else(api::unreadable)
    }
}

#[async_trait::async_trait]
impl Server for DirectAdmin {
    fn name(&self) -> &'static str {
        "directadmin"
    }

    fn driver(&self) -> &'static str {
        "directadmin"
    }

    async fn state(&self, site: &str) -> Result<Option<SiteState>, Failure> {
        Ok(Some(self.config(site).await?.map_or(SiteState::Removed, |config| state(&config))))
    }

    async fn sites(&self) -> Result<Vec<HeldSite>, Failure> {
        let (users, mut sites) = (self.users().await?, Vec::new());
        // The list has names alone: each is asked for.
        for user in users.list() {
            let Some(config) = self.config(user).await? else { continue };
            let primary_domain = config.one("domain").filter(|domain| !domain.is_empty()).map(str::to_owned);
            sites.push(HeldSite { name: user.to_owned(), primary_domain, state: Some(state(&config)) });
        }
        Ok(sites)
    }

    async fn enter(&self, _: Uuid, site: &str, target: PanelTarget) -> Result<String, Failure> {
        let page = match target {
            PanelTarget::Panel => "/",
            PanelTarget::Filemanager => "/CMD_FILE_MANAGER",
        };
        let until = SystemClock.now().plus(URL_LIFE);
        let body = json!({ "allowNetworks": [], "expires": until.to_string(), "redirectURL": page });
        let request = self.api.request(Method::POST, self.api.url("/api/login-keys/urls", &[]));
        let request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        // As the site's user, whom an administrator may log in as.
        let reply = self.send("login-keys/urls", request, &format!("{}|{site}", self.user)).await?;
        if !reply.status.is_success() {
            tracing::warn!(
                status = reply.status.as_u16(),
                said = reply.said(),
                "DirectAdmin made no login URL"
            );
            return Err(Failure::Refused("the panel makes no link for this site".to_owned()));
        }
        api::opened(&reply.read::<LoginUrl>()?.url)
    }

    async fn suspend(&self, _: Uuid, site: &str) -> Result<(), Failure> {
        self.select(site, &[("suspend", "Suspend")]).await
    }

    async fn unsuspend(&self, _: Uuid, site: &str) -> Result<(), Failure> {
        self.select(site, &[("suspend", "Unsuspend")]).await
    }

    async fn remove(&self, _: Uuid, site: &str) -> Result<(), Failure> {
        self.select(site, &[("confirmed", "Confirm"), ("delete", "yes")]).await
    }

    async fn stats(&self, site: &str) -> Result<Stats, Failure> {
        let config = self.config(site).await?;
        let config = config.ok_or_else(|| Failure::NotThere(format!("no user {site}")))?;
        let usage = self.look("CMD_API_SHOW_USER_USAGE", &[("user", site)]).await?;
        Ok(answer::stats(&config, &usage.good("CMD_API_SHOW_USER_USAGE")?))
    }

    async fn ping(&self) -> Result<(), Failure> {
        let us = self.look("CMD_API_SHOW_USER_CONFIG", &[("user", &self.user)]).await?;
        let us = us.good("CMD_API_SHOW_USER_CONFIG")?;
        match us.one("usertype") {
            Some("admin") => Ok(()),
            _ => Err(Failure::Misconfigured(format!("user: {} is no administrator", self.user))),
        }
    }
}
