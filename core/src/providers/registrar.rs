//! The port to registries: which names are free, and who answers for those that are not.
use super::Failure;
use crate::values::money::Money;
use async_graphql::Enum;
use schemars::JsonSchema;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

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

/// A registrar.
///
/// Every change carries the id of the work it belongs to: done twice, it is done once.
#[async_trait::async_trait]
pub trait Registrar: Send + Sync {
    /// The environment that it speaks for.
    fn environment(&self) -> Environment;

    /// Whether `name` (A-labels) can be registered.
    async fn check(&self, name: &str) -> Result<Availability, Failure>;

    /// Hands `domain` over to `hosts`.
    async fn set_name_servers(&self, work: Uuid, domain: &str, hosts: &[String]) -> Result<(), Failure>;

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
