//! A panel whose links the platform redeems.
use super::{Server, is_site, link};
use chrono::TimeDelta;
use hosting_kernel::{
    database::Database,
    providers::{
        Failure,
        panel::{HeldSite, Link, Panel, PanelTarget, SiteState, Stats},
        within,
    },
    values::{
        clock::Clock,
        secret::{Secret, random},
    },
};
use std::{fmt, sync::Arc, time::Duration};
use uuid::Uuid;

/// How long somebody waits before a browser.
const BROWSER: Duration = Duration::from_secs(20);

/// A panel server, and the links into it.
#[derive(Clone)]
pub struct Links {
    server: Arc<dyn Server>,
    /// The name that records have for it; nothing where nobody named it.
    backend: Option<String>,
    db: Database,
    clock: Arc<dyn Clock>,
    secret: Secret,
    base_url: String,
}

impl fmt::Debug for Links {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Links").field("base_url", &self.base_url).finish_non_exhaustive()
    }
}

impl Links {
    /// The panel `server`, which records call `backend`, with links in `db` that begin with `base_url`.
    pub fn new(
        server: Arc<dyn Server>,
        backend: Option<String>,
        db: Database,
        clock: Arc<dyn Clock>,
        secret: Secret,
        base_url: &str,
    ) -> Self {
        let base_url = base_url.trim_end_matches('/').to_owned();
        Self { server, backend, db, clock, secret, base_url }
    }

    /// Nothing where `site` is served.
    async fn is_active(&self, site: &str) -> Result<(), Failure> {
        match self.state(site).await? {
            Some(SiteState::Active) => Ok(()),
            Some(SiteState::Suspended) | None => {
                Err(Failure::Refused(format!("the site {site} is suspended")))
            }
            Some(SiteState::Removed) => Err(gone(site)),
        }
    }

    /// Lets `site` be as `wanted`, which `change` brings about: not where it is so already, or by now.
    async fn bring(
        &self,
        work: Uuid,
        site: &str,
        wanted: SiteState,
        change: impl Future<Output = Result<(), Failure>>,
    ) -> Result<(), Failure> {
        match self.state(site).await? {
            state if state == Some(wanted) => return Ok(()),
            Some(SiteState::Removed) => return Err(gone(site)),
            _ => {}
        }
        let Err(failure) = change.await else { return Ok(()) };
        tracing::warn!(%work, site, %failure, ?wanted, "the panel did not do what it was asked to");
        // What is not known to be done may be, by this or by somebody else.
        match self.state(site).await {
            Ok(state) if state == Some(wanted) => Ok(()),
            _ => Err(failure),
        }
    }

    fn hash(&self, token: &str) -> Vec<u8> {
        self.secret.token(&format!("panel\n{token}")).to_vec()
    }
}

fn gone(site: &str) -> Failure {
    Failure::Refused(format!("the panel has no site {site}"))
}

#[async_trait::async_trait]
impl Panel for Links {
    fn name(&self) -> &'static str {
        self.server.name()
    }

    async fn login(
        &self,
        work: Uuid,
        site: &str,
        target: PanelTarget,
        lifetime: TimeDelta,
    ) -> Result<Link, Failure> {
        self.server.opens(target)?;
        self.is_active(site).await?;
        let token: String = random::<32>().iter().map(|byte| format!("{byte:02x}")).collect();
        let now = self.clock.now();
        let (hash, expires_at) = (self.hash(&token), now.plus(lifetime));
        let (site, backend) = (site.to_owned(), self.backend.clone());
        let row = link::Model { work, hash, site, target, expires_at, redeemed_at: None, backend };
        self.db.write(move |db| Box::pin(async move { link::put(db, row, now).await })).await?;
        Ok(Link { url: format!("{}/panel/{token}", self.base_url), expires_at })
    }

    async fn stands(&self, token: &str) -> Result<bool, Failure> {
        let reader = self.db.reader(true).await?;
        Ok(link::find(&reader.executor(), self.hash(token), self.backend.as_deref(), self.clock.now())
            .await?
            .is_some())
    }

    async fn redeem(&self, token: &str) -> Result<Option<String>, Failure> {
        let (hash, now) = (self.hash(token), self.clock.now());
        let reader = self.db.reader(true).await?;
        let found = link::find(&reader.executor(), hash.clone(), self.backend.as_deref(), now).await?;
        drop(reader);
        let Some(link) = found else { return Ok(None) };
        let claimed = hash.clone();
        let claim = self.db.write(move |db| Box::pin(async move { link::claim(db, claimed, now).await }));
        if !claim.await? {
            return Ok(None);
        }
        let entered = async {
            self.is_active(&link.site).await?;
            self.server.enter(link.work, &link.site, link.target).await
        };
        match within(BROWSER, entered).await {
            Ok(address) => Ok(Some(address)),
            Err(failure) => {
                // Nobody was told of an address: what the panel may have made opens for nobody, and runs out.
                let release = self.db.write(move |db| Box::pin(async move { link::release(db, hash).await }));
                release.await?;
                Err(failure)
            }
        }
    }

    async fn suspend(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.bring(work, site, SiteState::Suspended, self.server.suspend(work, site)).await
    }

    async fn unsuspend(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.bring(work, site, SiteState::Active, self.server.unsuspend(work, site)).await
    }

    async fn remove(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.bring(work, site, SiteState::Removed, self.server.remove(work, site)).await
    }

    async fn sites(&self) -> Result<Option<Vec<HeldSite>>, Failure> {
        self.server.sites().await.map(Some)
    }

    async fn state(&self, site: &str) -> Result<Option<SiteState>, Failure> {
        match is_site(site) {
            true => self.server.state(site).await,
            // No panel has a user of that name, and none is asked for it.
            false => Ok(Some(SiteState::Removed)),
        }
    }

    async fn stats(&self, site: &str) -> Result<Stats, Failure> {
        match self.state(site).await? {
            Some(SiteState::Removed) => Err(gone(site)),
            _ => self.server.stats(site).await,
        }
    }

    fn driver(&self) -> &'static str {
        self.server.driver()
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.server.ping().await
    }
}
