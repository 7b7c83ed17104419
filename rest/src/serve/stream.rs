//! A connection that ends where its client is too slow.
use super::{
    line::{Line, Overdue},
    write_timeout::WriteTimeout,
};
use crate::slowness::{Pace, Slowness};
use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep, sleep_until},
};

/// A connection with bounds on its time.
pub struct TimedStream<S> {
    stream: S,
    slowness: Slowness,
    line: Line,
    /// What is said to a client whose request does not end.
    late: fn() -> Vec<u8>,
    /// Whether it has ended for us.
    over: bool,
    /// Runs until nothing, or the head of a request, has lasted too long.
    patience: Option<Pin<Box<Sleep>>>,
    /// How fast what is written is read.
    pace: Pace,
    timeout: WriteTimeout,
    /// Runs since nothing can be written.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> TimedStream<S> {
    pub fn new(
        stream: S,
        slowness: Slowness,
        line: Line,
        timeout: WriteTimeout,
        late: fn() -> Vec<u8>,
    ) -> Self {
        let pace = Pace::new(slowness);
        Self { stream, slowness, line, late, over: false, patience: None, pace, timeout, stalled: None }
    }

    /// What has lasted too long by now.
    fn poll_overdue(&mut self, cx: &mut Context<'_>) -> Poll<Overdue> {
        loop {
            let Some((end, what)) = self.line.patience(self.slowness) else { return Poll::Pending };
            let timer = self.patience.get_or_insert_with(|| Box::pin(sleep_until(end)));
            // One that ends sooner is waited for: what it does may have changed often since.
            if timer.deadline() > end {
                timer.as_mut().reset(end);
            }
            ready!(timer.as_mut().poll(cx));
            if timer.deadline() == end {
                return Poll::Ready(what);
            }
            timer.as_mut().reset(end);
        }
    }

    /// What was written by now, unless nothing can be for too long, or too little.
    fn in_time(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(done) = done {
            self.stalled = None;
            if let Ok(bytes) = done {
                self.pace.moved(bytes);
            }
            return Poll::Ready(done);
        }
        let stalled = match self.timeout.get() {
            None => Poll::Pending,
            Some(timeout) => self.stalled.get_or_insert_with(|| Box::pin(sleep(timeout))).as_mut().poll(cx),
        };
        if stalled.is_pending() {
            ready!(self.pace.poll_too_slow(cx));
        }
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for TimedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.over {
            return Poll::Ready(Ok(()));
        }
        let before = into.filled().len();
        let done = Pin::new(&mut self.stream).poll_read(cx, into);
        if done.is_ready() {
            if into.filled().len() > before {
                self.line.heard();
            }
            return done;
        }
        let overdue = ready!(self.poll_overdue(cx));
        self.over = true;
        if overdue == Overdue::Head {
            let said = (self.late)();
            // Whoever reads nothing is told nothing.
            let _ = Pin::new(&mut self.stream).poll_write(cx, &said);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for TimedStream<S> {
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
        // It is asked when all was written.
        self.pace.caught_up();
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
