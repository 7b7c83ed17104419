//! A process between the server and what has more than one process: it ends all of them together with the server.
//!
//! Bubblewrap's inner half waits for the outer one to let it begin. When the outer one is killed just then, by the
//! kernel together with the server or by anybody, it would wait for ever. And programs without namespaces outlive who
//! started them. The guard is the first of a process group in which all of these are, and what loses its parent
//! becomes its own child, where it is seen.
use crate::{seal, worker};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getppid, kill_current_process_group, waitid};
use std::{
    ffi::{OsStr, OsString},
    io,
    os::unix::process::ExitStatusExt,
    path::Path,
    process::ExitCode,
    thread,
    time::Duration,
};

/// The second argument of a process that is to be a guard.
pub(crate) const GUARD: &str = "guard";
/// How many threads a guard has.
pub(crate) const THREADS: u64 = 2;

/// How often it looks whether the server is there.
const PAUSE: Duration = Duration::from_millis(100);
/// How often it looks for what is about to end.
const LAST: u32 = 50;
/// How much room a thread needs that only looks.
const STACK: usize = 64 << 10;

/// What a guard is told before what it starts: who starts it.
pub(crate) fn told(exe: &Path) -> tokio::process::Command {
    let mut command = tokio::process::Command::new(exe);
    command.args([worker::COMMAND, GUARD, &std::process::id().to_string()]);
    command
}

/// Starts `program`, and lives as long as it and as the process `server`.
pub(crate) fn main(server: &OsStr, program: &OsStr, args: &[OsString]) -> ExitCode {
    match watched(server, program, args) {
        Ok(code) => code,
        Err(cause) => {
            eprintln!("{}: {cause}", program.display());
            ExitCode::from(worker::REFUSED)
        }
    }
}

fn watched(server: &OsStr, program: &OsStr, args: &[OsString]) -> io::Result<ExitCode> {
    let server = server.to_str().and_then(|server| server.parse().ok()).and_then(Pid::from_raw);
    let server = server.ok_or_else(|| io::Error::other("the server has no such number"))?;
    let look = move || {
        while getppid() == Some(server) {
            thread::sleep(PAUSE);
        }
        end()
    };
    seal::adopt()?;
    thread::Builder::new().stack_size(STACK).spawn(look)?;
    let status = std::process::Command::new(program).args(args).status()?;
    bury();
    let code = match status.signal() {
        // It can have told nobody: what it had begun is ended at once.
        Some(signal) if signal == Signal::KILL.as_raw() => end(),
        // As a shell tells it.
        Some(signal) => 128 + signal,
        None => status.code().unwrap_or_default(),
    };
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(worker::REFUSED)))
}

/// Asks for what has lost its parent and ended: the first process of a container may be one that asks for nobody.
///
/// What goes on is ended by the server.
fn bury() {
    for _ in 0..LAST {
        match waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOHANG) {
            Ok(Some(_)) => {}
            Ok(None) => thread::sleep(Duration::from_millis(1)),
            Err(_) => return,
        }
    }
}

/// Ends all of the group, and this process with it.
fn end() -> ! {
    let _alone = kill_current_process_group(Signal::KILL);
    std::process::exit(i32::from(worker::REFUSED))
}
