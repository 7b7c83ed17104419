//! A control panel of ours, without a server behind it: its sites and links are rows of the database, and
//! its pages are served by the platform itself.
#![expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
mod figures;
mod files;
mod link;
mod site;
mod visit;

pub use files::File;
pub use visit::{Visit, open, stands, visit};

use super::rows;
use crate::fault::Faults;
use chrono::TimeDelta;
use hosting_kernel::{
    database::Database,
    providers::{
        Failure, SANDBOX,
        panel::{HeldSite, Link, Panel, PanelTarget, Site, SiteState, Stats},
    },
    values::{
        clock::Clock,
        secret::{Secret, random},
    },
};
use sea_orm::{
    ActiveEnum, IntoActiveModel,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use std::{fmt, sync::Arc};

/// What the sandbox panel is called.
pub const NAME: &str = "sandbox";

/// The sandbox panel.
#[derive(Clone)]
pub struct Sandbox {
    db: Database,
    clock: Arc<dyn Clock>,
    secret: Secret,
    base_url: String,
    /// What goes wrong on demand.
    pub faults: Arc<Faults>,
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sandbox").field("base_url", &self.base_url).finish_non_exhaustive()
    }
}

impl Sandbox {
    /// A panel in `db`, with the platform's own clock and secret; its pages are under `base_url`.
    pub fn new(db: Database, clock: Arc<dyn Clock>, secret: Secret, base_url: &str) -> Self {
        let base_url = base_url.trim_end_matches('/').to_owned();
        Self { db, clock, secret, base_url, faults: Arc::default() }
    }

    /// Lets `site` be in `state`, unless it is gone: that is for ever.
    async fn set(&self, work: Uuid, site: &str, state: SiteState) -> Result<(), Failure> {
        let row = site::Model { name: site.to_owned(), state, changed_by: Some(work) };
        let mut upsert = OnConflict::column(site::Column::Name);
        upsert.update_columns([site::Column::State, site::Column::ChangedBy]);
        if state != SiteState::Removed {
            upsert.action_and_where(
                Expr::col((site::Entity, site::Column::State)).ne(SiteState::Removed.to_value()),
            );
        }
        let change = async {
            let insert = site::Entity::insert(row.into_active_model()).on_conflict(upsert);
            let write = self
                .db
                .write(move |db| Box::pin(async move { Ok(insert.exec_without_returning(db).await?) }));
            match write.await? {
                0 => Err(gone(site)),
                _ => Ok(()),
            }
        };
        self.faults.around(change).await
    }

    /// Where `site` stands; one that was never touched is as it was set up.
    async fn stands_as(&self, site: &str) -> Result<SiteState, Failure> {
        let reader = self.db.reader(false).await?;
        let found = site::Entity::find_by_id(site.to_owned()).one(&reader.executor()).await;
        Ok(found.map_err(Failure::from)?.map_or(SiteState::Active, |site| site.state))
    }
}

fn gone(site: &str) -> Failure {
    Failure::Refused(format!("the site {site} was removed"))
}

#[async_trait::async_trait]
impl Panel for Sandbox {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn login(
        &self,
        work: Uuid,
        site: &str,
        target: PanelTarget,
        lifetime: TimeDelta,
    ) -> Result<Link, Failure> {
        let make = async {
            match self.stands_as(site).await? {
                SiteState::Active => {}
                SiteState::Suspended => {
                    return Err(Failure::Refused(format!("the site {site} is suspended")));
                }
                SiteState::Removed => return Err(gone(site)),
            }
            let token = token();
            let now = self.clock.now();
            let expires_at = now.plus(lifetime);
            let hash = link::hash(&self.secret, &token);
            let row = link::Model { hash, site: site.to_owned(), target, ..link::unused(work, expires_at) };
            self.db.write(move |db| Box::pin(async move { link::put(db, row, now).await })).await?;
            Ok(Link { url: format!("{}/sandbox/panel/{token}", self.base_url), expires_at })
        };
        self.faults.around(make).await
    }

    async fn suspend(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.set(work, site, SiteState::Suspended).await
    }

    async fn unsuspend(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.set(work, site, SiteState::Active).await
    }

    async fn remove(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.set(work, site, SiteState::Removed).await
    }

    async fn adopt(&self, sites: &[Site]) -> Result<(), Failure> {
        let row = |site: &Site| site::Model { name: site.name.clone(), state: site.state, changed_by: None };
        let upsert = OnConflict::column(site::Column::Name)
            .update_columns([site::Column::State, site::Column::ChangedBy])
            .to_owned();
        Ok(rows::put::<site::Entity>(&self.db, sites.iter().map(row).collect(), upsert).await?)
    }

    /// Those that it was told of: it serves whatever it is asked for, and so has none that nobody knows.
    async fn sites(&self) -> Result<Option<Vec<HeldSite>>, Failure> {
        let reader = self.db.reader(false).await?;
        let there = site::Entity::find().filter(site::Column::State.ne(SiteState::Removed));
        let found = there.all(&reader.executor()).await.map_err(Failure::from)?;
        let held =
            |row: site::Model| HeldSite { name: row.name, primary_domain: None, state: Some(row.state) };
        Ok(Some(found.into_iter().map(held).collect()))
    }

    async fn state(&self, site: &str) -> Result<Option<SiteState>, Failure> {
        self.faults.around(async { Ok(Some(self.stands_as(site).await?)) }).await
    }

    async fn stats(&self, site: &str) -> Result<Stats, Failure> {
        let look = async {
            match self.stands_as(site).await? {
                SiteState::Removed => Err(gone(site)),
                _ => Ok(figures::at(site, self.clock.now())),
            }
        };
        self.faults.around(look).await
    }

    fn driver(&self) -> &'static str {
        SANDBOX
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(self.db.ping().await?)
    }
}

/// A text that nobody guesses: 256 bits.
fn token() -> String {
    random::<32>().iter().map(|byte| format!("{byte:02x}")).collect()
}
