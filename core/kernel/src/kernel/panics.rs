//! Panics end what they happened in, and nothing else.
use futures_util::FutureExt;
use std::{any::Any, panic::AssertUnwindSafe};

/// What `work` comes to, or the message of its panic.
///
/// Whatever it shares with others must be sound after a panic: locks here are taken for a moment and never
/// poisoned, and a transaction that is dropped is undone.
pub(crate) async fn caught<T>(work: impl Future<Output = T>) -> Result<T, String> {
    AssertUnwindSafe(work).catch_unwind().await.map_err(|panic| message(&*panic))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("without a message").to_owned()
}
