//! Starting processes, and ending them.
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::{fs, io, sync::mpsc, thread};
use tokio::{
    process::{Child, Command},
    runtime::Handle,
    sync::oneshot,
};

/// A process with all that came of it: they end when this goes.
///
/// Killing bubblewrap alone would leave its inner half waiting for it for ever, while it has only begun.
pub(super) struct Running(pub Child);

impl Running {
    /// Ends them all, unless they have ended.
    pub(super) fn end(&self) {
        // The number is its own until somebody has seen it end.
        let group = self.0.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        if let Some(group) = group {
            let _gone = kill_process_group(group, Signal::KILL);
        }
    }
}

/// Waits for the end of a process, which stays the first of its group until somebody asks how it ended.
pub(super) async fn ended(process: Option<u32>) {
    let Some(process) = process.and_then(|id| Pid::from_raw(i32::try_from(id).ok()?)) else { return };
    let wait = move || waitid(WaitId::Pid(process), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
    let _known = tokio::task::spawn_blocking(wait).await;
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// When the machine has no memory left, the kernel takes it from conversions rather than from the server.
fn first_to_go(child: &Child) {
    if let Some(process) = child.id() {
        // Where it may not be said, the limits on memory must do.
        let _unsaid = fs::write(format!("/proc/{process}/oom_score_adj"), "1000");
    }
}

type Asked = (Command, Handle, oneshot::Sender<io::Result<Running>>);

/// A thread that starts processes.
///
/// The kernel ends a sealed process together with the *thread* that started it, and threads of the
/// runtime come and go. This one lives as long as its owner.
pub(super) struct Starter(mpsc::Sender<Asked>);

impl Starter {
    pub(super) fn new() -> io::Result<Self> {
        let (ask, asked) = mpsc::channel::<Asked>();
        thread::Builder::new().name("workshop".to_owned()).spawn(move || {
            for (mut command, runtime, answer) in asked {
                let _runtime = runtime.enter();
                // Whoever does not wait any more drops the process, which ends it.
                let _unheard = answer.send(command.spawn().inspect(first_to_go).map(Running));
            }
        })?;
        Ok(Self(ask))
    }

    pub(super) async fn start(&self, command: Command) -> io::Result<Running> {
        let (answer, answered) = oneshot::channel();
        let gone = || io::Error::other("the workshop is closed");
        self.0.send((command, Handle::current(), answer)).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}
