//! Operations that ask a backend before they can answer (`contract.md` §4).
//!
//! The key is claimed for a while, the backend is asked while nothing is locked, and what came of it
//! is written down together with the answer. Whoever dies in between leaves a claim that ends by itself.
use super::{context::Context, operation::Operation};
use crate::{
    providers::{Failure, Providers},
    refusals::error::Result,
};
use uuid::Uuid;

/// An operation that asks a backend: each step is given what the one before it learned.
#[async_trait::async_trait]
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
