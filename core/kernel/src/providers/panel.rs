//! The port to control panels: sites, the links into them, and what they use.
use super::Failure;
use crate::values::time::Time;
use async_graphql::Enum;
use chrono::TimeDelta;
use schemars::JsonSchema;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a link opens.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    JsonSchema,
    Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum PanelTarget {
    /// The control panel.
    #[default]
    Panel,
    /// The file manager.
    #[sea_orm(string_value = "filemanager")]
    #[serde(rename = "filemanager")]
    #[graphql(name = "FILEMANAGER")]
    Filemanager,
}

/// What a panel does with a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
pub enum SiteState {
    /// It serves it, and lets its owner in.
    Active,
    /// It keeps it, and no more.
    Suspended,
    /// It keeps nothing of it.
    Removed,
}

/// A site as its panel has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Its user.
    pub name: String,
    /// Where it stands.
    pub state: SiteState,
}

/// A site as it is found at a panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldSite {
    /// Its user.
    pub name: String,
    /// The domain that it answers to first, where the panel knows.
    pub primary_domain: Option<String>,
    /// Where it stands. Nothing of one that is on its way from one to another, and was left there.
    pub state: Option<SiteState>,
}

/// A link that opens a panel once, without a password. Whoever has it is let in: it is never written
/// down where it can be read.
#[derive(Clone, PartialEq, Eq)]
pub struct Link {
    /// What the customer opens.
    pub url: String,
    /// Until when it opens anything; the panel may give less time than was asked for.
    pub expires_at: Time,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("expires_at", &self.expires_at).finish_non_exhaustive()
    }
}

/// What a site uses, as far as its panel says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Bytes on the disk.
    pub disk_used_bytes: Option<i64>,
    /// Bytes that there may be; nothing where there is no limit.
    pub disk_limit_bytes: Option<i64>,
    /// Bytes sent and received in this calendar month.
    pub bandwidth_used_bytes: Option<i64>,
    /// Bytes that there may be; nothing where there is no limit.
    pub bandwidth_limit_bytes: Option<i64>,
    /// Files and folders.
    pub inodes_used: Option<i64>,
    /// Databases.
    pub databases_used: Option<i64>,
    /// Mailboxes.
    pub email_accounts_used: Option<i64>,
    /// Domains that the site answers to.
    pub domains_used: Option<i64>,
}

/// A control panel, or several behind one address.
///
/// A site is named by its user there. Every change carries the id of the work it belongs to, for the
/// panel's own log and for panels that keep it. `suspend`, `unsuspend` and `remove` say what is to be, not
/// what to change: told twice, or told of what is so already, they do nothing and succeed.
#[async_trait::async_trait]
pub trait Panel: Send + Sync {
    /// What customers know it by, for example `cpanel`.
    fn name(&self) -> &'static str;

    /// Makes a link that opens `target` of `site` once, within `lifetime`. Asked again for the same work
    /// it may make another: the one before then opens nothing, or runs out unused.
    ///
    /// Refused where the site is suspended or gone.
    async fn login(
        &self,
        work: Uuid,
        site: &str,
        target: PanelTarget,
        lifetime: TimeDelta,
    ) -> Result<Link, Failure>;

    /// Whether a link of the platform's own with this token lets somebody in; looking does not redeem it. A panel that
    /// opens its links itself has none.
    async fn stands(&self, _token: &str) -> Result<bool, Failure> {
        Ok(false)
    }

    /// Redeems the link of the platform's own with this token, for the first who asks: the address that lets a browser
    /// in, and whoever has it. Nothing where it was redeemed before, or its time is over.
    ///
    /// Where the panel lets nobody in now, the link stands as before.
    async fn redeem(&self, _token: &str) -> Result<Option<String>, Failure> {
        Ok(None)
    }

    /// Stops `site`: it is served no longer, and nobody is let into its panel. Its data stays.
    async fn suspend(&self, work: Uuid, site: &str) -> Result<(), Failure>;

    /// Serves `site` again. Refused where it is gone.
    async fn unsuspend(&self, work: Uuid, site: &str) -> Result<(), Failure>;

    /// Removes `site` with its data; one that is not there is gone already.
    async fn remove(&self, work: Uuid, site: &str) -> Result<(), Failure>;

    /// Tells it of sites that were set up elsewhere, and of where each stands. A panel that has them knows.
    async fn adopt(&self, _sites: &[Site]) -> Result<(), Failure> {
        Ok(())
    }

    /// All sites that are there, be they services of the platform or not; nothing of a panel that cannot list them.
    async fn sites(&self) -> Result<Option<Vec<HeldSite>>, Failure> {
        Ok(None)
    }

    /// Where `site` stands; one that is not there is removed. Nothing of one that is on its way from one to another, and
    /// was left there.
    async fn state(&self, site: &str) -> Result<Option<SiteState>, Failure>;

    /// What `site` uses now; what the panel does not know stays empty. A suspended site still has its figures.
    async fn stats(&self, site: &str) -> Result<Stats, Failure>;

    /// What drives it, such as `sandbox`: for operators.
    fn driver(&self) -> &'static str;

    /// Whether it can be asked.
    async fn ping(&self) -> Result<(), Failure>;
}
