//! An operation on its way, whatever its types: what claims, asks, writes and records is compiled once.
use super::context::Context;
use crate::{
    providers::{Failure, Providers},
    refusals::error::{Error, Result},
};
use async_trait::async_trait;
use serde_json::value::RawValue;
use std::any::Any;
use uuid::Uuid;

/// An operation on its way: at once, or by asking a backend in between.
pub struct Way(Box<dyn Steps>);

/// The steps of an operation; each is taken once, in this order.
#[async_trait]
pub(super) trait Steps: Send + Sync {
    /// Whether a backend is asked: else there is only [`Self::perform`].
    fn asks(&self) -> bool;

    async fn prepare(&mut self, cx: &Context<'_>) -> Result<()>;

    async fn ask(&mut self, providers: &Providers, work: Uuid) -> Result<(), Failure>;

    async fn perform(&mut self, cx: &Context<'_>) -> Result<()>;

    /// What was performed, as every facade that writes JSON writes it.
    fn json(&self) -> Result<Box<RawValue>>;

    /// What was performed.
    fn output(self: Box<Self>) -> Option<Box<dyn Any + Send>>;
}

impl Way {
    /// An operation that takes these steps.
    pub(super) fn of(steps: impl Steps + 'static) -> Self {
        Self(Box::new(steps))
    }

    /// Whether a backend is asked on it.
    pub fn asks(&self) -> bool {
        self.0.asks()
    }

    /// Refuses what cannot be, and looks up what is to be asked.
    pub async fn prepare(&mut self, cx: &Context<'_>) -> Result<()> {
        self.0.prepare(cx).await
    }

    /// Asks the backend; `work` is the same however often a request is repeated under its key.
    pub async fn ask(&mut self, providers: &Providers, work: Uuid) -> Result<(), Failure> {
        self.0.ask(providers, work).await
    }

    /// Does it.
    pub async fn perform(&mut self, cx: &Context<'_>) -> Result<()> {
        self.0.perform(cx).await
    }

    /// What was performed, as JSON.
    pub fn json(&self) -> Result<Box<RawValue>> {
        self.0.json()
    }

    /// What was performed, if that is a `T`.
    pub fn output<T: 'static>(self) -> Result<T> {
        let output = self.0.output().and_then(|output| output.downcast::<T>().ok());
        output.map(|output| *output).ok_or_else(|| out_of_order("it was not performed"))
    }
}

/// What was performed, as JSON.
pub(super) fn json(output: Option<&impl serde::Serialize>) -> Result<Box<RawValue>> {
    let output = output.ok_or_else(|| out_of_order("it was not performed"))?;
    serde_json::value::to_raw_value(output).map_err(|cause| Error::Internal(cause.to_string()))
}

/// The door takes the steps in their order, so this is never seen.
pub(super) fn out_of_order(why: &str) -> Error {
    Error::Internal(format!("an operation left its way: {why}"))
}
