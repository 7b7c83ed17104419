//! Answering a request and loading what its edges ask for, in one task.
//!
//! A batch is loaded when nothing else can go on: however many threads there are, what hangs on the records
//! of one level is asked for in one go.
use async_graphql::futures_util::{
    Stream, StreamExt,
    future::BoxFuture,
    stream::{self, FuturesUnordered},
};
use std::{
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

/// Runs `work`, and what it adds to `loads` whenever it waits.
pub(crate) async fn drive<T>(work: impl Future<Output = T>, loads: Loads) -> T {
    let mut work = pin!(work);
    let mut running = FuturesUnordered::new();
    std::future::poll_fn(move |cx| {
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
    })
    .await
}

/// The same for what answers again and again.
pub(crate) fn drive_all<T>(
    work: impl Stream<Item = T> + Send + Unpin,
    loads: Loads,
) -> impl Stream<Item = T> + Send {
    stream::unfold((work, loads), async |(mut work, loads)| {
        let next = drive(work.next(), loads.clone()).await;
        Some((next?, (work, loads)))
    })
}
