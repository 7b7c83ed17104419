//! Operations that ask a backend before they can answer (`contract.md` §4).
//!
//! The key is claimed for a while, the backend is asked while nothing is locked, and what came of it
//! is written down together with the answer. Whoever dies in between leaves a claim that ends by itself.
use super::{
    context::Context,
    operation::Operation,
    way::{Steps, Way, json, out_of_order},
};
use crate::{
    providers::{Failure, Providers},
    refusals::error::Result,
};
use async_trait::async_trait;
use serde_json::value::RawValue;
use std::{any::Any, time::Duration};
use uuid::Uuid;

/// How long a backend has: less than a facade waits, and than the claim lasts.
pub const TIMEOUT: Duration = Duration::from_secs(20);

/// An operation that asks a backend: each step is given what the one before it learned.
#[async_trait]
pub trait Asking: Operation {
    /// What is to be asked.
    type Question: Send + Sync + 'static;

    /// What the backend said.
    type Reply: Send + Sync + 'static;

    /// Refuses what cannot be, and looks up what is to be asked.
    ///
    /// Of a mutation, in the transaction that claims its key.
    async fn prepare(&self, cx: &Context<'_>) -> Result<Self::Question>;

    /// Asks, while nothing of the database is held. `work` is the same however often a request is repeated
    /// under its key.
    async fn ask(
        &self,
        question: Self::Question,
        providers: &Providers,
        work: Uuid,
    ) -> Result<Self::Reply, Failure>;

    /// Does it, knowing the reply.
    async fn conclude(self, reply: Self::Reply, cx: &Context<'_>) -> Result<Self::Output>;
}

/// `operation` asks a backend on its way.
pub fn asking<O: Asking>(operation: O) -> Way {
    Way::of(Inquiry { operation: Some(operation), stage: Stage::<O>::Begun, output: None })
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
        json(self.output.as_ref())
    }

    fn output(self: Box<Self>) -> Option<Box<dyn Any + Send>> {
        self.output.map(|output| Box::new(output) as _)
    }
}
