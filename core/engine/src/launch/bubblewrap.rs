//! The command line of a sealed process.
use crate::{
    guard,
    seal::places,
    work::{IN, TMP},
    worker,
};
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};
use tokio::process::Command;

/// Where bubblewrap is, on the systems that have it.
pub(super) const PATH: &str = "/usr/bin/bwrap";
/// Where the work's folder is in a namespace of its own.
const WORK: &str = "/work";
/// Where our own program is there.
const EXE: &str = "/worker";
/// An account without rights; outside the namespace it is still our own.
const NOBODY: &str = "65534";

/// The command that starts a sealed process in `folder`: within bubblewrap, where there is one.
pub(super) fn command(
    bubblewrap: Option<&Path>,
    exe: &Path,
    folder: &Path,
    (guarded, enclosure): (bool, &str),
    more: &[&str],
) -> Command {
    let mut command = match bubblewrap {
        Some(bubblewrap) => {
            let mut command = guard::told(exe);
            command.arg(bubblewrap);
            namespaces(&mut command);
            machine(&mut command);
            work(&mut command, folder);
            command.args(["--ro-bind".as_ref(), exe.as_os_str(), EXE.as_ref()]);
            command.args(["--remount-ro", "/", "--chdir", WORK, "--", EXE]);
            command
        }
        None if guarded => {
            let mut command = guard::told(exe);
            command.arg(exe);
            command
        }
        None => Command::new(exe),
    };
    command.args([worker::COMMAND, enclosure]).args(more);
    command.env_clear().current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A terminal's interrupt is for the server: it gives its conversions time to end.
    command.process_group(0).kill_on_drop(true);
    command
}

fn namespaces(command: &mut Command) {
    command.args(["--unshare-user", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]);
    command.args(["--cap-drop", "ALL", "--uid", NOBODY, "--gid", NOBODY, "--hostname", "sealed"]);
}

/// What it sees of the machine; Landlock takes most of it away again from code of our own.
fn machine(command: &mut Command) {
    for place in places::PROGRAMS {
        command.args(["--ro-bind-try", place, place]);
    }
    for place in places::BESIDE {
        match fs::read_link(place) {
            Ok(target) => command.args(["--symlink".as_ref(), target.as_os_str(), OsStr::new(place)]),
            Err(_) => command.args(["--ro-bind-try", place, place]),
        };
    }
    for place in places::SETTINGS {
        command.args(["--ro-bind-try", place, place]);
    }
    for place in places::DEVICES {
        command.args(["--dev-bind-try", place, place]);
    }
}

/// One mount for all three, so that files can be moved between them; what came in cannot be changed.
fn work(command: &mut Command, folder: &Path) {
    let inner: PathBuf = [WORK, IN].iter().collect();
    command.args(["--bind".as_ref(), folder.as_os_str(), WORK.as_ref()]);
    command.args(["--ro-bind".as_ref(), folder.join(IN).as_os_str(), inner.as_os_str()]);
    // LibreOffice wants to be able to write there.
    let temporary: PathBuf = [WORK, TMP].iter().collect();
    command.args(["--symlink".as_ref(), temporary.as_os_str(), "/tmp".as_ref()]);
}
