//! What a write does, told apart from what it answers: whatever carries it out is compiled once.
use super::executor::Executor;
use crate::refusals::error::Result;
use futures_util::future::BoxFuture;
use std::any::Any;

/// What a write answers; whoever asked knows its type.
pub(super) type Answer = Box<dyn Any + Send>;

/// What is done inside the transaction.
pub(super) type Work = Box<dyn for<'a> FnOnce(&'a Executor<'a>) -> BoxFuture<'a, Result<Answer>> + Send>;

/// `work`, whatever its answer is.
pub(super) fn of<T, F>(work: F) -> Work
where
    T: Send + 'static,
    F: for<'a> FnOnce(&'a Executor<'a>) -> BoxFuture<'a, Result<T>> + Send + 'static,
{
    Box::new(move |db| Box::pin(async move { Ok(Box::new(work(db).await?) as Answer) }))
}

/// The answer to a write that answers a `T`.
pub(super) fn answered<T: 'static>(answer: Answer) -> T {
    *answer.downcast().expect("a write answers what it was made of")
}
