//! A body that has to keep arriving.
use super::{Pace, Slowness, TooSlow};
use axum::{
    BoxError,
    body::{Body, Bytes, HttpBody},
};
use hyper::body::{Frame, SizeHint};
use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
};
use tokio::time::{Instant, Sleep, sleep_until};

/// How a request arrives; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    /// When its first byte came.
    begun: Instant,
    /// When the last one came so far, or was no longer waited for; nothing while the next is waited for.
    last: Arc<Mutex<Option<Instant>>>,
}

impl Arrival {
    /// One whose first byte came at `begun`, and whose head is here.
    pub fn new(begun: Instant) -> Self {
        Self { begun, last: Arc::new(Mutex::new(Some(Instant::now()))) }
    }

    /// When the last byte came so far; while the next is waited for, that is now: how long that may be is the
    /// body's affair.
    pub fn last(&self) -> Instant {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or_else(Instant::now)
    }

    fn waits(&self) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn goes_on(&self) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
}

/// How long a body may take.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bound {
    /// As long as a request.
    Request,
    /// As long as it keeps the pace.
    File,
}

/// The same body, which breaks where its client is too slow.
pub(crate) fn arriving(body: Body, arrival: Arrival, bound: Bound, slowness: Slowness) -> Body {
    let wait = match bound {
        _ if body.is_end_stream() => return body,
        Bound::Request => Wait::Until(arrival.begun + slowness.request, None),
        Bound::File => Wait::Pace(Pace::new(slowness)),
    };
    Body::new(Arriving { body, arrival, wait })
}

struct Arriving {
    body: Body,
    arrival: Arrival,
    wait: Wait,
}

/// How long it is waited for.
enum Wait {
    Until(Instant, Option<Pin<Box<Sleep>>>),
    Pace(Pace),
}

impl Wait {
    fn poll_over(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        match self {
            Self::Until(end, timer) => {
                timer.get_or_insert_with(|| Box::pin(sleep_until(*end))).as_mut().poll(cx)
            }
            Self::Pace(pace) => pace.poll_too_slow(cx),
        }
    }
}

impl Drop for Arriving {
    /// Nobody waits for more of it.
    fn drop(&mut self) {
        self.arrival.goes_on();
    }
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) else {
            self.arrival.waits();
            ready!(self.wait.poll_over(cx));
            self.arrival.goes_on();
            return Poll::Ready(Some(Err(TooSlow.into())));
        };
        self.arrival.goes_on();
        let bytes = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()).map_or(0, Bytes::len);
        if let Wait::Pace(pace) = &mut self.wait {
            pace.moved(bytes);
        }
        Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
