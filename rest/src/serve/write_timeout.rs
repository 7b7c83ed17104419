//! A bound on how long a client may leave what it is sent.
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

/// The write timeout of one connection: none, until an answer sets it.
#[derive(Clone, Debug, Default)]
pub struct WriteTimeout(Arc<OnceLock<Duration>>);

impl WriteTimeout {
    /// From now on the connection breaks if nothing can be written for `timeout`.
    pub fn set(&self, timeout: Duration) {
        // Once it is set it stays so.
        let _ = self.0.set(timeout);
    }
}

/// A connection with a write timeout.
pub struct TimedStream<S> {
    stream: S,
    timeout: WriteTimeout,
    /// Runs since nothing can be written.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> TimedStream<S> {
    pub const fn new(stream: S, timeout: WriteTimeout) -> Self {
        Self { stream, timeout, stalled: None }
    }

    fn in_time<T>(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        let (true, Some(timeout)) = (done.is_pending(), self.timeout.0.get()) else {
            self.stalled = None;
            return done;
        };
        ready!(self.stalled.get_or_insert_with(|| Box::pin(sleep(*timeout))).as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.in_time(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.in_time(cx, done)
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
