//! The port to registries: which names are free, and who answers for those that are not.
use super::{
    backends::{Backend, Backends},
    failure::Failure,
    port::SANDBOX,
};
use crate::values::{money::Money, time::Time};
use async_graphql::{Enum, SimpleObject};
use schemars::JsonSchema;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;

/// The environment of the registrar.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Environment {
    /// The built-in registry of the platform, for trying out.
    Ote,
    /// The registries of the world.
    Production,
}

/// What a registry says of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Availability {
    /// Whether anyone may register it.
    pub available: bool,
    /// Whether it costs more than its suffix usually does.
    pub premium: bool,
    /// What it costs, where that differs from the price of the suffix.
    pub price: Option<Money>,
}

/// A name as its registry has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// The name (A-labels).
    pub name: String,
    /// Whether someone has it.
    pub taken: bool,
    /// Whether it costs more than its suffix usually does.
    pub premium: bool,
    /// What it costs then.
    pub price: Option<Money>,
    /// The hosts that answer for it; nothing where nobody said.
    pub name_servers: Option<Vec<String>>,
}

/// A host of a delegation (RFC 5732).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// Its name (A-labels).
    pub name: String,
    /// Where it is found: glue, of a host that lies within the domain that it answers for.
    pub addresses: Vec<IpAddr>,
}

/// Which key signs a zone, as the zone above it says (RFC 4034 section 5, RFC 5910 section 4.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, SimpleObject)]
#[graphql(name = "DelegationSigner")]
pub struct Ds {
    /// The tag of the key.
    pub key_tag: u16,
    /// How it signs.
    pub algorithm: u8,
    /// How the digest was made.
    pub digest_type: u8,
    /// The digest, in upper-case hexadecimal digits.
    pub digest: String,
}

/// Where a registration stands at its registry (RFC 5731 section 2.3, RFC 3915).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Asked for; the registry has yet to say yes.
    Pending,
    /// Registered.
    Active,
    /// Registered, and in nobody's zone: the registry or the registrar holds it back.
    Suspended,
    /// On its way to another registrar, or from one.
    TransferPending,
    /// Over, and renewed by the registry alone: it can still be given back, or renewed.
    Grace,
    /// Deleted; it can be had back at the price of a restore.
    Redemption,
    /// About to be free for anyone.
    PendingDelete,
    /// With another registrar by now.
    Elsewhere,
}

/// What a registry shows of a name that is registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registered {
    /// Where it stands.
    pub standing: Standing,
    /// When it was registered, where the registry says so.
    pub registered_at: Option<Time>,
    /// When the registration ends, where the registry says so.
    pub expires_at: Option<Time>,
    /// Whether it refuses a transfer or a change; nothing where the registry does not say.
    pub locked: Option<bool>,
    /// Whether the owner's data is kept out of its public answers; nothing where the registry does not say.
    pub privacy: Option<bool>,
    /// Whether a change of it waits for the registry.
    pub changing: bool,
    /// The hosts that answer for it; nothing where the registry does not say.
    pub name_servers: Option<Vec<String>>,
    /// The keys that sign it, in their order.
    pub ds: Vec<Ds>,
}

impl Registered {
    /// What is shown where a registry says no more than that somebody has the name.
    pub const TAKEN: Self = Self {
        standing: Standing::Active,
        registered_at: None,
        expires_at: None,
        locked: None,
        privacy: None,
        changing: false,
        name_servers: None,
        ds: Vec::new(),
    };
}

/// What a registrar did with a change that it has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceptance<T = ()> {
    /// It is done.
    Done(T),
    /// The registry will do it, or refuse it: a message tells, and what it shows (RFC 5730 section 3, 1001).
    Pending,
}

/// What a registry has to say of its own accord (RFC 5730 section 2.9.2.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What it is acknowledged by.
    pub id: String,
    /// The name it is about (A-labels), where it is about one.
    pub about: Option<String>,
    /// Whether what was pending was done; nothing where it is not about that.
    pub done: Option<bool>,
    /// What it says, for the log.
    pub text: String,
}

/// A registrar.
///
/// Every change carries the id of the work it belongs to: done twice, it is done once. A driver looks at what the
/// registry shows before it asks for a change, so that what may have been done already is not asked for again.
#[async_trait::async_trait]
pub trait Registrar: Send + Sync {
    /// The environment that it speaks for.
    fn environment(&self) -> Environment;

    /// The suffixes that it registers names under, without the first dot; nothing where it takes all.
    fn suffixes(&self) -> Option<&[String]> {
        None
    }

    /// Whether domains can be with it; else it only says which names are free.
    fn keeps_domains(&self) -> bool {
        true
    }

    /// What it says of each of `names` (A-labels), in their order: all of them are asked about at once.
    async fn check(&self, names: &[String]) -> Result<Vec<Result<Availability, Failure>>, Failure>;

    /// What the registry shows of `domain`; of a name that nobody has it is [`Failure::NotThere`].
    async fn info(&self, domain: &str) -> Result<Registered, Failure>;

    /// Hands `domain` over to `hosts`, with the glue of those that need it. Where another change of it waits for the
    /// registry it is [`Failure::NotNow`].
    async fn set_name_servers(&self, work: Uuid, domain: &str, hosts: &[Host])
    -> Result<Acceptance, Failure>;

    /// Has `domain` signed by the keys of `ds`, and no others.
    async fn set_ds(&self, work: Uuid, domain: &str, ds: &[Ds]) -> Result<Acceptance, Failure>;

    /// Renews `domain`, whose registration ends at `current`, for `years`; gives when it ends then. One that ends
    /// later than that has been renewed already (RFC 5731 section 3.2.3).
    async fn renew(
        &self,
        work: Uuid,
        domain: &str,
        current: Time,
        years: u8,
    ) -> Result<Acceptance<Time>, Failure>;

    /// The first message that waits. It waits until it is acknowledged.
    async fn message(&self) -> Result<Option<Message>, Failure>;

    /// Has read the message `id`: it waits no longer. One that is gone already is acknowledged.
    async fn acknowledge(&self, id: &str) -> Result<(), Failure>;

    /// Tells it of names that were registered elsewhere, or are listed by the operator: it takes each as it
    /// is said, in place of what it knew. A registry of the world knows better, and is told nothing.
    async fn adopt(&self, _names: &[Registration]) -> Result<(), Failure> {
        Ok(())
    }

    /// What it was told of `names`, or of all names in alphabetical order. A registry of the world was told
    /// of none.
    async fn adopted(&self, _names: Option<&[String]>) -> Result<Vec<Registration>, Failure> {
        Ok(Vec::new())
    }

    /// What drives it, such as `sandbox`: for operators.
    fn driver(&self) -> &'static str;

    /// Whether it can be asked.
    async fn ping(&self) -> Result<(), Failure>;
}

impl dyn Registrar {
    /// Whether it knows by itself what is registered, and is not to be told.
    pub fn is_of_world(&self) -> bool {
        self.driver() != SANDBOX || self.environment() == Environment::Production
    }
}

impl Backends<dyn Registrar> {
    /// The one that is asked for `name` (A-labels): of those that register names under its longest suffix the first; else one
    /// that only says which names are free; else one that takes all names.
    pub fn of_name(&self, name: &str) -> Option<&Backend<dyn Registrar>> {
        let length = |backend: &Backend<dyn Registrar>| {
            let suffixes = backend.driver.suffixes()?.iter();
            let above = suffixes.filter(|suffix| {
                name.strip_suffix(suffix.as_str()).is_some_and(|label| label.ends_with('.'))
            });
            above.map(String::len).max()
        };
        let with = |keeps: bool| {
            let of_it = self.iter().filter(move |backend| backend.driver.keeps_domains() == keeps);
            let known = of_it.filter_map(|backend| Some((length(backend)?, backend)));
            // Of two that are alike the first.
            known.reduce(|best, one| if one.0 > best.0 { one } else { best }).map(|(_, backend)| backend)
        };
        // Beside registries of the world one for trying out knows nothing of a name.
        let of_world = self.iter().any(|backend| backend.driver.environment() == Environment::Production);
        let knows = |backend: &&Backend<dyn Registrar>| {
            backend.driver.suffixes().is_none()
                && (!of_world || backend.driver.environment() == Environment::Production)
        };
        let all = || self.iter().find(knows);
        with(true).or_else(|| with(false)).or_else(all)
    }

    /// The built-in registry, where there is one: it is told of names that were registered elsewhere.
    pub fn trial(&self) -> Option<&Backend<dyn Registrar>> {
        self.iter().find(|backend| !backend.driver.is_of_world())
    }
}
