//! An operation: one thing a customer may ask of the platform.
use super::{context::Context, effect::Effect, way::Way};
use crate::{
    providers::Providers,
    refusals::{code::Code, error::Result, scope::Scope},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

/// One thing a customer may ask of the platform, declared once.
///
/// The struct that implements it is the request: its fields are the input with their
/// bounds, its doc comment is the summary that every facade publishes.
#[async_trait::async_trait]
pub trait Operation:
    Serialize + DeserializeOwned + JsonSchema + Validate<Context = ()> + Send + Sync + 'static
{
    /// What the customer gets back.
    type Output: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static;

    /// Its name everywhere: `operationId` of the contract, GraphQL field, usage entry.
    const ID: &'static str;

    /// The scope that a credential must carry.
    const SCOPE: Scope;

    /// What performing it does to the world.
    const EFFECT: Effect;

    /// Whether it reads more than once, and so needs everything it reads to be of one moment.
    const SNAPSHOT: bool = false;

    /// Refusals beyond those that its effect implies; the contract documents them.
    const REFUSALS: &'static [Code] = &[];

    /// Does it, where no backend has to be asked; only the platform can make the context that this needs.
    async fn perform(self, cx: &Context<'_>) -> Result<Self::Output>;

    /// How it is done with these drivers: at once, unless it is [`Asking`](super::asking::Asking) and they
    /// have to be asked.
    fn way(self, _providers: &Providers) -> Way {
        Way::at_once(self)
    }

    /// Where the list goes on, if `output` is part of one and more remains.
    fn next(_output: &Self::Output) -> Option<&str> {
        None
    }
}
