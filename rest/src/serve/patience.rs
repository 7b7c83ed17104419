//! How long a client may leave what it is sent.
use std::{
    io,
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// The patience with one client: without bound, until an answer says otherwise.
#[derive(Clone, Debug, Default)]
pub struct Patience(Arc<OnceLock<Duration>>);

impl Patience {
    /// From now on the connection breaks if nothing can be written for so `long`.
    pub fn limit(&self, long: Duration) {
        // Once it is limited it stays so.
        let _ = self.0.set(long);
    }
}

/// A connection that is not waited for without bound.
pub struct Bounded<S> {
    stream: S,
    patience: Patience,
    /// Since nothing could be written.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl<S> Bounded<S> {
    pub const fn new(stream: S, patience: Patience) -> Self {
        Self { stream, patience, stuck: None }
    }

    fn judge<T>(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        let (true, Some(long)) = (done.is_pending(), self.patience.0.get()) else {
            self.stuck = None;
            return done;
        };
        ready!(self.stuck.get_or_insert_with(|| Box::pin(sleep(*long))).as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Bounded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Bounded<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.judge(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
