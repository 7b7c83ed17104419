//! An operation: one thing a customer may ask of the platform.
use super::{
    context::Context,
    effect::Effect,
    way::{Steps, Way, json, out_of_order},
};
use crate::{
    providers::{Failure, Providers},
    refusals::{code::Code, error::Result, scope::Scope},
};
use async_trait::async_trait;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use std::any::Any;
use uuid::Uuid;

/// One thing a customer may ask of the platform, declared once.
///
/// The struct that implements it is the request: its fields are the input with their
/// bounds, its doc comment is the summary that every facade publishes.
#[async_trait]
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

    /// Whether what it gives holds a link, a ticket or a signed address: whoever reads that can use it.
    const SECRET: bool = false;

    /// Refusals beyond those that its effect implies; the contract documents them.
    const REFUSALS: &'static [Code] = &[];

    /// Does it, where no backend has to be asked; only the platform can make the context that this needs.
    async fn perform(self, cx: &Context<'_>) -> Result<Self::Output>;

    /// How it is done with these drivers: at once, unless a backend has to be asked.
    fn way(self, _providers: &Providers) -> Way {
        at_once(self)
    }

    /// Whether it reads more than once, asked in this way.
    fn snapshot(&self) -> bool {
        Self::SNAPSHOT
    }

    /// Where the list goes on, if `output` is part of one and more remains.
    fn next(_output: &Self::Output) -> Option<&str> {
        None
    }
}

/// `operation` is performed in one step.
pub fn at_once<O: Operation>(operation: O) -> Way {
    Way::of(AtOnce::<O> { operation: Some(operation), output: None })
}

struct AtOnce<O: Operation> {
    operation: Option<O>,
    output: Option<O::Output>,
}

#[async_trait]
impl<O: Operation> Steps for AtOnce<O> {
    fn asks(&self) -> bool {
        false
    }

    async fn prepare(&mut self, _: &Context<'_>) -> Result<()> {
        Ok(())
    }

    async fn ask(&mut self, _: &Providers, _: Uuid) -> Result<(), Failure> {
        Ok(())
    }

    async fn perform(&mut self, cx: &Context<'_>) -> Result<()> {
        let operation = self.operation.take().ok_or_else(|| out_of_order("it was performed"))?;
        self.output = Some(operation.perform(cx).await?);
        Ok(())
    }

    fn json(&self) -> Result<Box<RawValue>> {
        json(self.output.as_ref())
    }

    fn output(self: Box<Self>) -> Option<Box<dyn Any + Send>> {
        self.output.map(|output| Box::new(output) as _)
    }
}
