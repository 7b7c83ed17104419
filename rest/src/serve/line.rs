//! What a connection is doing, and until when it may go on so.
use crate::{keeping::keeping, slowness::Slowness};
use axum::{http::StatusCode, response::Response};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::Instant;

/// One connection; cheap to clone.
#[derive(Clone, Debug)]
pub struct Line(Arc<Mutex<Doing>>);

/// What it is doing.
#[derive(Clone, Copy, Debug)]
enum Doing {
    /// Nothing, since then.
    Nothing(Instant),
    /// The head of a request arrives, since then.
    Asking(Instant),
    /// A request is worked on, or answered.
    Asked,
    /// It speaks another protocol by now.
    Other,
}

/// What lasts too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overdue {
    /// Nothing is asked.
    Silence,
    /// The head of a request does not end.
    Head,
}

impl Line {
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(Doing::Nothing(Instant::now()))))
    }

    /// Bytes came in.
    pub fn heard(&self) {
        let mut doing = self.doing();
        if let Doing::Nothing(_) = *doing {
            *doing = Doing::Asking(Instant::now());
        }
    }

    /// The head of a request is here; when its first byte was.
    pub fn asked(&self) -> Instant {
        match std::mem::replace(&mut *self.doing(), Doing::Asked) {
            Doing::Asking(begun) => begun,
            _ => Instant::now(),
        }
    }

    /// Until when it may go on with what it does, and what lasts too long then.
    pub fn patience(&self, slowness: Slowness) -> Option<(Instant, Overdue)> {
        match *self.doing() {
            Doing::Nothing(since) => Some((since + slowness.idle, Overdue::Silence)),
            Doing::Asking(begun) => Some((begun + slowness.request, Overdue::Head)),
            Doing::Asked | Doing::Other => None,
        }
    }

    /// An answer: when it has been handed over, the next request may come.
    pub fn answer(&self, response: Response) -> Response {
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            *self.doing() = Doing::Other;
            return response;
        }
        response.map(|body| keeping(body, Answering(self.clone())))
    }

    fn doing(&self) -> MutexGuard<'_, Doing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An answer that is handed over.
struct Answering(Line);

impl Drop for Answering {
    fn drop(&mut self) {
        *self.0.doing() = Doing::Nothing(Instant::now());
    }
}
