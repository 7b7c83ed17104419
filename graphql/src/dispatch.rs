//! Answering a request and loading what its edges ask for, in one task.
//!
//! A batch is dispatched when nothing else can go on: however many threads there are, what hangs on the records
//! of one level is asked for in one go.
use async_graphql::futures_util::{
    FutureExt, Stream, StreamExt,
    future::BoxFuture,
    stream::{self, BoxStream, FuturesUnordered},
};
use std::{
    any::Any,
    panic::AssertUnwindSafe,
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    task::Poll,
};

/// Loads that were asked for and have not begun.
#[derive(Clone, Default)]
pub(crate) struct Loads(Arc<Mutex<Vec<BoxFuture<'static, ()>>>>);

impl Loads {
    pub fn add(&self, load: BoxFuture<'static, ()>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(load);
    }

    fn take(&self) -> Vec<BoxFuture<'static, ()>> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What a panic said.
pub(crate) type Panic = Box<dyn Any + Send>;

/// Runs `work`, and what it adds to `loads` whenever it waits.
///
/// A panic of either ends both: nobody waits for a batch that does not come.
pub(crate) async fn run<T>(work: impl Future<Output = T>, loads: Loads) -> Result<T, Panic> {
    let mut work = pin!(work);
    let mut running = FuturesUnordered::new();
    let dispatched = std::future::poll_fn(move |cx| {
        loop {
            if let Poll::Ready(done) = work.as_mut().poll(cx) {
                return Poll::Ready(done);
            }
            running.extend(loads.take());
            let mut loaded = false;
            while let Poll::Ready(Some(())) = running.poll_next_unpin(cx) {
                loaded = true;
            }
            // What was loaded lets the work go on; it is asked once for all that was.
            if !loaded {
                return Poll::Pending;
            }
        }
    });
    AssertUnwindSafe(dispatched).catch_unwind().await
}

/// The same for what answers again and again; a panic is its last answer.
pub(crate) fn run_stream<T: Send + 'static>(
    answers: BoxStream<'static, T>,
    loads: Loads,
) -> impl Stream<Item = Result<T, Panic>> + Send {
    stream::unfold(Some((answers, loads)), async |state| {
        let (mut answers, loads) = state?;
        match run(answers.next(), loads.clone()).await {
            Ok(next) => Some((Ok(next?), Some((answers, loads)))),
            Err(panic) => Some((Err(panic), None)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panic(says: &'static str) -> BoxFuture<'static, ()> {
        async move { std::panic::panic_any(says) }.boxed()
    }

    fn says(panic: &Panic) -> &'static str {
        panic.downcast_ref().copied().unwrap_or_default()
    }

    #[tokio::test]
    async fn a_panic_ends_the_work_and_whoever_waits_for_a_load() {
        let outcome = run(panic("work"), Loads::default()).await;
        assert_eq!(says(&outcome.expect_err("a panic")), "work");

        let loads = Loads::default();
        let wait = std::future::pending::<()>();
        loads.add(panic("load"));
        let outcome = run(wait, loads).await;
        assert_eq!(says(&outcome.expect_err("a panic")), "load");
    }

    #[tokio::test]
    async fn a_panic_is_the_last_answer_of_a_stream() {
        let answers = stream::iter([1, 2, 3]).map(|n| if n == 2 { std::panic::panic_any("two") } else { n });
        let mut answers = pin!(run_stream(answers.boxed(), Loads::default()));
        assert_eq!(answers.next().await.expect("an answer").expect("no panic"), 1);
        assert_eq!(says(&answers.next().await.expect("an answer").expect_err("a panic")), "two");
        assert!(answers.next().await.is_none());
    }
}
