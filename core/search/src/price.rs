//! The price list: what a name under a suffix costs.
use async_graphql::SimpleObject;
use hosting_kernel::values::money::Money;
use schemars::JsonSchema;
use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// What a name under a suffix costs (`spec.md`, `price` object).
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject, FromJsonQueryResult,
)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// The suffix, with its leading dot.
    #[schemars(example = &".com")]
    pub tld: String,
    /// US dollars for the first year.
    pub registration_price_usd: Money,
    /// US dollars for each further year.
    pub renewal_price_usd: Money,
    /// US dollars for taking a name over from another registrar.
    pub transfer_price_usd: Money,
    /// US dollars for having a name back out of redemption.
    pub restore_price_usd: Money,
    /// Whether many ask for it.
    pub popular: bool,
    /// Whether the price is lowered for a while.
    pub is_promo: bool,
    /// Years at least.
    #[schemars(example = 1, range(min = 1))]
    pub min_years: i32,
    /// Years at most.
    #[schemars(example = 10, range(min = 1))]
    pub max_years: i32,
    /// Years for which a name can be registered.
    #[schemars(example = [1, 2, 5])]
    pub registration_periods: Vec<i32>,
    /// Years for which a name can be renewed.
    #[schemars(example = [1, 2, 5])]
    pub renewal_periods: Vec<i32>,
    /// Years that a transfer adds.
    #[schemars(example = [1])]
    pub transfer_periods: Vec<i32>,
    /// Whether the owner's data can be kept out of the registry's public answers.
    pub supports_privacy: bool,
    /// What the registry wants to know besides.
    pub provider_attributes: Vec<ProviderAttribute>,
}

/// Something that a registry wants to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProviderAttribute {
    /// Its name.
    #[schemars(example = &"nexus_category")]
    pub key: String,
    /// What may be answered, where that is limited.
    #[schemars(example = ["C11", "C12"])]
    pub options: Vec<String>,
    /// Whether it must be answered.
    pub is_required: bool,
    /// How it is asked.
    #[schemars(example = &"select")]
    pub r#type: String,
    /// What it means.
    #[schemars(example = &"How the registrant is connected to the country")]
    pub description: String,
}

/// An entry of the price list.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "price")]
pub struct Model {
    /// The suffix, with its leading dot.
    #[sea_orm(primary_key, auto_increment = false)]
    pub tld: String,
    /// What it costs.
    pub price: Price,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
