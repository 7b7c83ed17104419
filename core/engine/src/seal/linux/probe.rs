//! The seal, tried from within: what it should refuse is asked for.
use super::limits;
use crate::{
    Engine, Limits,
    seal::{Report, places},
    work::{IN, OUT, TMP},
};
use rustix::process::{Resource, getrlimit};
use std::{
    env,
    fs::{self, File},
    net::{TcpListener, UdpSocket},
    path::Path,
    process::{Command, Stdio},
};

/// Tries the seal that this process has.
pub(crate) fn probe(engine: Engine, limits: &Limits, landlock: i32) -> Report {
    let programs = places::programs(engine);
    let found = [
        ("a file of the machine can be read", File::open("/etc/passwd").is_ok()),
        ("a folder of the machine can be read", fs::read_dir("/").is_ok()),
        ("a file can be made beside its folders", File::create_new("probe").is_ok()),
        ("the files that came in can be changed", File::create_new(Path::new(IN).join("probe")).is_ok()),
        ("its own folders cannot be used", !(usable(OUT) && usable(TMP))),
        ("it can listen on the network", TcpListener::bind("127.0.0.1:0").is_ok()),
        ("it can send to the network", UdpSocket::bind("127.0.0.1:0").is_ok()),
        ("programs can be started", !programs && starts()),
        ("programs cannot be started", programs && !starts()),
        // Bubblewrap always says where it starts.
        ("it has an environment", env::vars_os().any(|(name, _)| name != "PWD")),
        ("it is not limited", !limited(engine, limits)),
    ];
    let wrong = found.into_iter().filter(|(_, wrong)| *wrong).map(|(what, _)| what.to_owned()).collect();
    Report { landlock, wrong }
}

fn usable(folder: &str) -> bool {
    let path = Path::new(folder).join("probe");
    fs::write(&path, "probe").is_ok() && fs::read(&path).is_ok() && fs::remove_file(&path).is_ok()
}

fn starts() -> bool {
    let quiet =
        Command::new("/bin/true").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

fn limited(engine: Engine, limits: &Limits) -> bool {
    limits::table(engine, limits).into_iter().all(|(resource, _, hard)| match getrlimit(resource).maximum {
        // The account's other processes are in it.
        Some(_) if matches!(resource, Resource::Nproc) => true,
        found => found.is_some_and(|found| found <= hard),
    })
}
