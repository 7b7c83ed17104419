//! An operation on its way, whatever its types: what claims, asks, writes and records is compiled once.
use super::{asking::Asking, context::Context, operation::Operation};
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
trait Steps: Send + Sync {
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
    /// `operation` is performed in one step.
    pub fn at_once<O: Operation>(operation: O) -> Self {
        Self(Box::new(AtOnce::<O> { operation: Some(operation), output: None }))
    }

    /// `operation` asks a backend.
    pub fn asking<O: Asking>(operation: O) -> Self {
        Self(Box::new(Inquiry { operation: Some(operation), stage: Stage::<O>::Begun, output: None }))
    }

    pub(crate) fn asks(&self) -> bool {
        self.0.asks()
    }

    /// Refuses what cannot be, and looks up what is to be asked.
    pub(crate) async fn prepare(&mut self, cx: &Context<'_>) -> Result<()> {
        self.0.prepare(cx).await
    }

    /// Asks the backend; `work` is the same however often a request is repeated under its key.
    pub(crate) async fn ask(&mut self, providers: &Providers, work: Uuid) -> Result<(), Failure> {
        self.0.ask(providers, work).await
    }

    /// Does it.
    pub(crate) async fn perform(&mut self, cx: &Context<'_>) -> Result<()> {
        self.0.perform(cx).await
    }

    /// What was performed, as JSON.
    pub(crate) fn json(&self) -> Result<Box<RawValue>> {
        self.0.json()
    }

    /// What was performed, if that is a `T`.
    pub(crate) fn output<T: 'static>(self) -> Result<T> {
        let output = self.0.output().and_then(|output| output.downcast::<T>().ok());
        output.map(|output| *output).ok_or_else(|| out_of_order("it was not performed"))
    }
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
        raw(self.output.as_ref())
    }

    fn output(self: Box<Self>) -> Option<Box<dyn Any + Send>> {
        self.output.map(|output| Box::new(output) as _)
    }
}

struct Inquiry<O: Asking> {
    operation: Option<O>,
    stage: Stage<O>,
    output: Option<O::Output>,
}

/// How far an inquiry has come, and what it learned there.
enum Stage<O: Asking> {
    Begun,
    Prepared(O::Question),
    Answered(O::Reply),
}

#[async_trait]
impl<O: Asking> Steps for Inquiry<O> {
    fn asks(&self) -> bool {
        true
    }

    async fn prepare(&mut self, cx: &Context<'_>) -> Result<()> {
        let operation = self.operation.as_ref().ok_or_else(|| out_of_order("it was performed"))?;
        self.stage = Stage::Prepared(operation.prepare(cx).await?);
        Ok(())
    }

    async fn ask(&mut self, providers: &Providers, work: Uuid) -> Result<(), Failure> {
        let prepared = std::mem::replace(&mut self.stage, Stage::Begun);
        let (Some(operation), Stage::Prepared(question)) = (&self.operation, prepared) else {
            return Err(out_of_order("it was not prepared").into());
        };
        self.stage = Stage::Answered(operation.ask(question, providers, work).await?);
        Ok(())
    }

    async fn perform(&mut self, cx: &Context<'_>) -> Result<()> {
        let answered = std::mem::replace(&mut self.stage, Stage::Begun);
        let (Some(operation), Stage::Answered(reply)) = (self.operation.take(), answered) else {
            return Err(out_of_order("no backend was asked"));
        };
        self.output = Some(operation.conclude(reply, cx).await?);
        Ok(())
    }

    fn json(&self) -> Result<Box<RawValue>> {
        raw(self.output.as_ref())
    }

    fn output(self: Box<Self>) -> Option<Box<dyn Any + Send>> {
        self.output.map(|output| Box::new(output) as _)
    }
}

fn raw(output: Option<&impl serde::Serialize>) -> Result<Box<RawValue>> {
    let output = output.ok_or_else(|| out_of_order("it was not performed"))?;
    serde_json::value::to_raw_value(output).map_err(|cause| Error::Internal(cause.to_string()))
}

/// The door takes the steps in their order, so this is never seen.
fn out_of_order(why: &str) -> Error {
    Error::Internal(format!("an operation left its way: {why}"))
}
