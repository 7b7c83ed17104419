//! An operation: one thing a customer may ask of the platform.
use crate::{
    kernel::context::Context,
    providers::{Failure, Providers},
    refusals::{code::Code, error::Result, scope::Scope},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use uuid::Uuid;

/// One thing a customer may ask of the platform, declared once.
///
/// The struct that implements it is the request: its fields are the input with their
/// bounds, its doc comment is the summary that every facade publishes.
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

    /// Whether one of these backends must be asked before there is an answer: then `prepare`, `ask` and
    /// `perform` follow each other, and what one learns the next finds in fields that no facade sees.
    fn asks(_providers: &Providers) -> bool {
        false
    }

    /// Before the backend is asked: refuses what cannot be, and looks up what `ask` needs.
    ///
    /// Of a mutation, in the transaction that claims its key.
    fn prepare(&mut self, _cx: &Context<'_>) -> impl Future<Output = Result<()>> + Send {
        async { Ok(()) }
    }

    /// Asks the backend, while nothing of the database is held. `work` is the same however often a
    /// request is repeated under its key.
    fn ask(
        &mut self,
        _providers: &Providers,
        _work: Uuid,
    ) -> impl Future<Output = Result<(), Failure>> + Send {
        async { Ok(()) }
    }

    /// Does it; only the [`Platform`](crate::kernel::platform::Platform) can make the context that this needs.
    fn perform(self, cx: &Context<'_>) -> impl Future<Output = Result<Self::Output>> + Send;

    /// Where the list goes on, if `output` is part of one and more remains.
    fn next(_output: &Self::Output) -> Option<&str> {
        None
    }
}

/// What performing an operation does to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: it only reads.
    Reads,
    /// Something changes, now.
    Changes,
    /// Something new exists.
    Creates,
    /// Work is accepted and done later.
    Queues,
}

impl Effect {
    /// Whether the call needs an idempotency key.
    pub const fn is_mutation(self) -> bool {
        !matches!(self, Self::Reads)
    }
}
