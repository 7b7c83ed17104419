//! Starting processes.
use std::{fs, io, sync::mpsc, thread};
use tokio::{
    process::{Child, Command},
    runtime::Handle,
    sync::oneshot,
};

/// When the machine has no memory left, the kernel takes it from conversions rather than from the server.
fn first_to_go(child: &Child) {
    if let Some(process) = child.id() {
        // Where it may not be said, the limits on memory must do.
        let _unsaid = fs::write(format!("/proc/{process}/oom_score_adj"), "1000");
    }
}

type Asked = (Command, Handle, oneshot::Sender<io::Result<Child>>);

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
                let _unheard = answer.send(command.spawn().inspect(first_to_go));
            }
        })?;
        Ok(Self(ask))
    }

    pub(super) async fn start(&self, command: Command) -> io::Result<Child> {
        let (answer, answered) = oneshot::channel();
        let gone = || io::Error::other("the workshop is closed");
        self.0.send((command, Handle::current(), answer)).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}
