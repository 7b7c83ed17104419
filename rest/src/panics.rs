//! A panic ends what panicked, and nothing else.
use futures_util::{FutureExt, Stream, StreamExt};
use hosting_core::Error;
use std::{
    any::Any,
    backtrace::{Backtrace, BacktraceStatus},
    panic::AssertUnwindSafe,
};
use tracing::field::display;
use uuid::Uuid;

/// In place of a message that is no text.
const UNKNOWN: &str = "no message";

/// Makes a panic a line of the log like any other, with its place in the code (and `RUST_BACKTRACE=1`).
pub fn log() {
    std::panic::set_hook(Box::new(|panic| {
        let location = panic.location().map(display);
        let backtrace = Backtrace::capture();
        let backtrace = matches!(backtrace.status(), BacktraceStatus::Captured).then_some(display(backtrace));
        tracing::error!(location, backtrace, cause = panic.payload_as_str().unwrap_or(UNKNOWN), "a panic");
    }));
}

/// Does `work`; where it panics, that is an internal error of the request.
pub async fn caught<T>(request_id: Uuid, work: impl Future<Output = T>) -> Result<T, Error> {
    AssertUnwindSafe(work).catch_unwind().await.map_err(|panic| internal(request_id, &*panic))
}

/// The same for each item of a stream; a panic is the last.
pub fn caught_each<T>(
    request_id: Uuid,
    items: impl Stream<Item = T>,
) -> impl Stream<Item = Result<T, Error>> {
    let items = AssertUnwindSafe(items).catch_unwind();
    items.map(move |item| item.map_err(|panic| internal(request_id, &*panic)))
}

fn internal(request_id: Uuid, panic: &(dyn Any + Send)) -> Error {
    let cause = panic.downcast_ref::<String>().map(String::as_str);
    let cause = cause.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or(UNKNOWN);
    tracing::error!(%request_id, cause, "a request panicked");
    Error::Internal(cause.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::stream;

    #[tokio::test]
    async fn a_panic_is_an_internal_error_with_its_message() {
        let number = 7;
        let done: Result<(), _> = caught(Uuid::nil(), async { panic!("number {number}") }).await;
        assert!(matches!(done, Err(Error::Internal(cause)) if cause == "number 7"));
        let done: Result<(), _> = caught(Uuid::nil(), async { panic!("no number") }).await;
        assert!(matches!(done, Err(Error::Internal(cause)) if cause == "no number"));
        assert!(matches!(caught(Uuid::nil(), async { 7 }).await, Ok(7)));
    }

    #[tokio::test]
    async fn a_stream_that_panics_ends_with_an_error() {
        let items = stream::iter(0..9).map(|number| if number == 2 { panic!("at two") } else { number });
        let items: Vec<_> = caught_each(Uuid::nil(), items).collect().await;
        assert!(matches!(&items[..], [Ok(0), Ok(1), Err(Error::Internal(_))]), "{items:?}");
    }
}
