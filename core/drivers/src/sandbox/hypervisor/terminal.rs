//! A terminal on a sandbox instance: a small shell behind a pair of pipes.
use super::{Machine, Sandbox, shell::Shell};
use hosting_kernel::providers::hypervisor::{InstanceStatus, Size, Terminal};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream},
    sync::mpsc,
};
use uuid::Uuid;

/// How soon the shell ends after its instance has stopped.
const LOOK: Duration = Duration::from_millis(500);

/// Opens a terminal on `machine`, which runs.
pub(super) fn open(sandbox: Sandbox, machine: &Machine, size: Size) -> Terminal {
    let (near, far) = tokio::io::duplex(8 << 10);
    let (resize, sizes) = mpsc::channel(8);
    let (id, boot) = (machine.id, machine.current.booted_at);
    tokio::spawn(async move {
        let ended = async {
            loop {
                tokio::time::sleep(LOOK).await;
                let seen = sandbox.find(id).await.ok().flatten();
                let there = seen.is_some_and(|machine| {
                    matches!(machine.status(), InstanceStatus::Running | InstanceStatus::Frozen)
                        && machine.current.booted_at == boot
                });
                if !there {
                    return;
                }
            }
        };
        tokio::select! {
            () = ended => {}
            // Whoever was there has hung up: nobody is to be told.
            _ = session(&sandbox, id, far, sizes, size) => {}
        }
    });
    Terminal { bytes: Box::new(near), resize }
}

async fn session(
    sandbox: &Sandbox,
    id: Uuid,
    mut pipe: DuplexStream,
    mut sizes: mpsc::Receiver<Size>,
    size: Size,
) -> std::io::Result<()> {
    let mut shell = Shell::new(size);
    let Some(machine) = look(sandbox, id).await else { return Ok(()) };
    pipe.write_all(Shell::greeting(&machine).as_bytes()).await?;
    let mut typed = [0; 1024];
    loop {
        let count = tokio::select! {
            count = pipe.read(&mut typed) => count?,
            Some(size) = sizes.recv() => {
                shell.size = size;
                continue;
            }
        };
        let Some(machine) = look(sandbox, id).await.filter(|_| count > 0) else { return Ok(()) };
        // A new size that was told before this was typed holds already.
        while let Ok(size) = sizes.try_recv() {
            shell.size = size;
        }
        let shown = shell.typed(&typed[..count], &machine, sandbox.clock.now());
        pipe.write_all(shown.as_bytes()).await?;
        if shell.is_over() {
            return pipe.flush().await;
        }
    }
}

async fn look(sandbox: &Sandbox, id: Uuid) -> Option<Machine> {
    sandbox.find(id).await.ok().flatten()
}
