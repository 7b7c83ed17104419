//! cPanel & WHM, by WHM API 1 (<https://api.docs.cpanel.net/whm/introduction>).
//!
//! Built from that documentation: no real server has been asked.
mod answer;
mod usage;

use crate::panels::{
    Server,
    api::{self, Api},
    endpoint,
};
use answer::{Account, Accounts, Answer, Session};
use hosting_kernel::providers::{
    Failure,
    panel::{HeldSite, PanelTarget, SiteState, Stats},
};
use reqwest::{
    Method,
    header::{AUTHORIZATION, HeaderValue},
};
use serde::{Deserialize, de::DeserializeOwned};
use std::{path::PathBuf, time::Duration};
use uuid::Uuid;

/// How long an answer may take; to suspend an account with many databases takes some time.
const PATIENCE: Duration = Duration::from_mins(1);

/// Where the server is, and how it lets the platform in.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// WHM, for example `https://panel.example.com:2087`.
    pub endpoint: String,
    /// The user of WHM that the token is of: `root`, or a reseller.
    pub user: String,
    /// An API token of that user.
    pub token: String,
    /// A file with the server's own certificate, or the one that it comes from: PEM. Those of the system unless said.
    pub server_certificate: Option<PathBuf>,
}

/// One server.
pub struct Whm {
    api: Api,
    user: String,
    credential: HeaderValue,
}

impl Whm {
    /// The server that `options` name; what is wrong with them, in words that name the option.
    pub fn new(options: Options) -> Result<Self, String> {
        Self::with_patience(options, PATIENCE)
    }

    /// The same, with answers waited for no longer than `patience`.
    pub fn with_patience(options: Options, patience: Duration) -> Result<Self, String> {
        let Options { endpoint, user, token, server_certificate } = options;
        if !crate::panels::is_site(&user) {
            return Err(format!("user: {user:?} is no user of WHM, such as root"));
        }
        endpoint::secret("token", &token)?;
        let base = endpoint::server("endpoint", &endpoint)?;
        let credential = HeaderValue::from_str(&format!("whm {user}:{token}"));
        let mut credential = credential.map_err(|_| "token: it cannot be sent".to_owned())?;
        credential.set_sensitive(true);
        Ok(Self { api: Api::new(base, server_certificate.as_deref(), patience)?, user, credential })
    }

    /// What `function` answers.
    async fn call<T: DeserializeOwned>(&self, function: &str, query: &[(&str, &str)]) -> Result<T, Failure> {
        let mut whole = vec![("api.version", "1")];
        whole.extend(query);
        let url = self.api.url(&format!("/json-api/{function}"), &whole);
        let request = self.api.request(Method::GET, url).header(AUTHORIZATION, self.credential.clone());
        let reply = self.api.send(request).await?;
        if let Some(failure) = reply.failure() {
            tracing::warn!(
                function,
                status = reply.status.as_u16(),
                said = reply.said(),
                "WHM did not answer"
            );
            return Err(failure);
        }
        reply.read::<Answer>()?.good(function)
    }

    /// Asks for a change of a site; the user that the platform comes as is none.
    async fn change(&self, function: &str, site: &str, query: &[(&str, &str)]) -> Result<(), Failure> {
        if self.is_ours(site) {
            return Err(Failure::Refused(format!("{site} is no site")));
        }
        self.call::<serde::de::IgnoredAny>(function, query).await.map(|_| ())
    }

    fn is_ours(&self, site: &str) -> bool {
        site == self.user || site == "root"
    }

    async fn account(&self, site: &str) -> Result<Option<Account>, Failure> {
        let found: Result<Accounts, _> = self.call("accountsummary", &[("user", site)]).await;
        match found {
            Err(Failure::NotThere(_)) => Ok(None),
            found => Ok(found?.acct.into_iter().find(|account| account.user == site)),
        }
    }
}

#[async_trait::async_trait]
impl Server for Whm {
    fn name(&self) -> &'static str {
        "cpanel"
    }

    fn driver(&self) -> &'static str {
        "whm"
    }

    async fn state(&self, site: &str) -> Result<Option<SiteState>, Failure> {
        let account = match self.is_ours(site) {
            true => None,
            false => self.account(site).await?,
        };
        Ok(Some(account.map_or(SiteState::Removed, |account| account.state())))
    }

    async fn sites(&self) -> Result<Vec<HeldSite>, Failure> {
        let found: Accounts = self.call("listaccts", &[]).await?;
        let sites = found.acct.into_iter().filter(|account| !self.is_ours(&account.user));
        let site = |account: Account| HeldSite {
            state: Some(account.state()),
            primary_domain: Some(account.domain).filter(|domain| !domain.is_empty()),
            name: account.user,
        };
        Ok(sites.map(site).collect())
    }

    async fn enter(&self, _: Uuid, site: &str, target: PanelTarget) -> Result<String, Failure> {
        let mut query = vec![("user", site), ("service", "cpaneld")];
        if target == PanelTarget::Filemanager {
            query.push(("app", "FileManager_Home"));
        }
        let session: Session = self.call("create_user_session", &query).await?;
        api::opened(&session.url)
    }

    async fn suspend(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        let reason = format!("by the hosting platform, {work}");
        self.change("suspendacct", site, &[("user", site), ("reason", &reason)]).await
    }

    async fn unsuspend(&self, _: Uuid, site: &str) -> Result<(), Failure> {
        self.change("unsuspendacct", site, &[("user", site)]).await
    }

    async fn remove(&self, _: Uuid, site: &str) -> Result<(), Failure> {
        self.change("removeacct", site, &[("username", site)]).await
    }

    async fn stats(&self, site: &str) -> Result<Stats, Failure> {
        let account = self.account(site).await?;
        let account = account.ok_or_else(|| Failure::NotThere(format!("no account {site}")))?;
        let query =
            [("cpanel.user", site), ("cpanel.module", "ResourceUsage"), ("cpanel.function", "get_usages")];
        // An account that is suspended may not be asked: what WHM itself knows is told.
        let usages = match self.call("uapi_cpanel", &query).await {
            Ok(usages) => usages,
            Err(Failure::Refused(_) | Failure::NotThere(_)) => usage::Usages::default(),
            Err(failure) => return Err(failure),
        };
        Ok(usage::stats(&account, &usages))
    }

    async fn ping(&self) -> Result<(), Failure> {
        let privileges: answer::Privileges = self.call("myprivs", &[]).await?;
        let missing = privileges.missing();
        match missing.is_empty() {
            true => Ok(()),
            false => Err(Failure::Misconfigured(format!("user: {} lacks {}", self.user, missing.join(", ")))),
        }
    }
}
