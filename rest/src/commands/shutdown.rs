//! The end of the process: on a signal, in order, and in bounded time.
use std::{io, time::Duration};
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    task::{JoinError, JoinSet},
    time::sleep,
};

/// How long all that was begun may take: longer than the listener waits for its connections.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(40);

/// The signals that end the process: SIGTERM, and an interrupt from the keyboard.
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Listens for them from now on, so that none is missed while the platform starts.
    pub fn listen() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Returns at the next one.
    pub async fn received(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Lets `tasks` run until a signal; one that panics meanwhile is logged and holds up no other.
pub async fn run(tasks: &mut JoinSet<()>, signals: &mut Signals) {
    loop {
        tokio::select! {
            () = signals.received() => return,
            Some(ended) = tasks.join_next() => log_panic(ended),
        }
    }
}

/// Goes on as before for some seconds, unless another signal comes: who sends requests learns that this process
/// is not ready.
pub async fn linger(seconds: u16, signals: &mut Signals) {
    tracing::info!(seconds, "not ready any more: requests are answered for a while");
    tokio::select! {
        () = sleep(Duration::from_secs(seconds.into())) => {}
        () = signals.received() => {}
    }
}

/// Waits until all `tasks` have ended, unless that takes too long or another signal comes.
pub async fn drain(tasks: &mut JoinSet<()>, signals: &mut Signals) {
    let drained = async {
        while let Some(ended) = tasks.join_next().await {
            log_panic(ended);
        }
    };
    tokio::select! {
        () = drained => {}
        () = sleep(DRAIN_TIMEOUT) => tracing::warn!("some work did not end in time"),
        () = signals.received() => tracing::warn!("another signal: what was begun is not waited for"),
    }
}

fn log_panic(ended: Result<(), JoinError>) {
    if let Err(cause) = ended {
        tracing::error!(%cause, "a task ended before its time");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    };

    #[tokio::test]
    async fn a_task_that_panics_neither_ends_the_process_nor_holds_up_another() {
        let mut signals = Signals::listen().expect("signals");
        let (mut tasks, done) = (JoinSet::new(), Arc::new(AtomicBool::new(false)));
        let slow = Arc::clone(&done);
        tasks.spawn(async { panic!("a broken task") });
        tasks.spawn(async move {
            sleep(Duration::from_millis(50)).await;
            slow.store(true, Ordering::Relaxed);
        });
        drain(&mut tasks, &mut signals).await;
        assert!(done.load(Ordering::Relaxed));
    }
}
