//! Ways out of the seal.
use crate::{
    hostile::Escape,
    stage::{Stage, tight},
};
use hosting_engine::Engine;
use rustix::process::Pid;
use serde_json::json;
use std::{
    env, fs,
    fs::{File, Permissions},
    net::{TcpListener, TcpStream, UdpSocket},
    os::unix::{
        fs::{OpenOptionsExt, PermissionsExt, symlink},
        net::{UnixDatagram, UnixListener, UnixStream},
    },
    path::Path,
    process::Command,
};

/// What could be done that should not.
pub fn attempts(at: &Escape) -> Vec<String> {
    let mut found: Vec<(String, bool)> = Vec::new();
    let mut tried = |what: &str, done: bool| found.push((what.to_owned(), done));
    network(at, &mut tried);
    folders(at, &mut tried);
    processes(at, &mut tried);
    for file in &at.files {
        tried(&format!("read {}", file.display()), File::open(file).is_ok());
        tried(&format!("write {}", file.display()), File::options().append(true).open(file).is_ok());
        tried(&format!("cut off {}", file.display()), cut_off(file));
        tried(&format!("link {}", file.display()), fs::hard_link(file, "tmp/link").is_ok());
        tried(&format!("take {}", file.display()), fs::rename(file, "tmp/taken").is_ok());
        tried(
            &format!("chmod {}", file.display()),
            fs::set_permissions(file, Permissions::from_mode(0o777)).is_ok(),
        );
        tried(&format!("remove {}", file.display()), fs::remove_file(file).is_ok());
    }
    let environment: Vec<_> = env::vars().filter(|(name, _)| name != "PWD").collect();
    tried(&format!("environment: {environment:?}"), !environment.is_empty());
    found.into_iter().filter(|(_, done)| *done).map(|(what, _)| what).collect()
}

fn network(at: &Escape, tried: &mut impl FnMut(&str, bool)) {
    tried("connect", TcpStream::connect(("127.0.0.1", at.port)).is_ok());
    tried("connect to itself", TcpStream::connect(("::1", at.port)).is_ok());
    tried("listen", TcpListener::bind("127.0.0.1:0").is_ok());
    tried(
        "datagram",
        UdpSocket::bind("127.0.0.1:0").and_then(|s| s.send_to(b"x", ("127.0.0.1", at.port))).is_ok(),
    );
    tried("socket", UnixStream::connect(&at.socket).is_ok());
    tried("sockets", UnixStream::pair().is_ok() || UnixDatagram::unbound().is_ok());
}

fn folders(at: &Escape, tried: &mut impl FnMut(&str, bool)) {
    for folder in at
        .folders
        .iter()
        .map(AsRef::as_ref)
        .chain(["/", "..", ".", "in", "/var/tmp", "/dev/shm", "/usr/bin"].map(Path::new))
    {
        let name = folder.display();
        tried(&format!("make a file in {name}"), File::create(folder.join("escaped")).is_ok());
        tried(&format!("make a folder in {name}"), fs::create_dir(folder.join("escaped.d")).is_ok());
        tried(&format!("list {name}"), folder != Path::new("in") && fs::read_dir(folder).is_ok());
        tried(
            &format!("move to {name}"),
            File::create("tmp/mine").is_ok() && fs::rename("tmp/mine", folder.join("m")).is_ok(),
        );
    }
    // Fonts may be read, and what stands beside them may not.
    for fonts in ["/usr/share/fonts", "/usr/local/share/fonts"].map(Path::new) {
        let name = fonts.display();
        tried(&format!("make a file in {name}"), File::create(fonts.join("escaped")).is_ok());
        tried(&format!("make a folder in {name}"), fs::create_dir(fonts.join("escaped.d")).is_ok());
        tried(&format!("list beside {name}"), fs::read_dir(fonts.join("..")).is_ok());
        tried(
            &format!("read through {name}"),
            File::open(fonts.join("../".repeat(9) + "etc/passwd")).is_ok(),
        );
    }
    tried("change what came in", fs::write("in/0", "changed").is_ok() || fs::remove_file("in/0").is_ok());
    tried("cut off what came in", cut_off(Path::new("in/0")));
    tried("make folders without an end", fs::create_dir("tmp/folder").is_ok());
    tried("close its folder to us", fs::set_permissions("out", Permissions::from_mode(0o000)).is_ok());
    tried(
        "close it through a file",
        File::open("out").and_then(|out| out.set_permissions(Permissions::from_mode(0o000))).is_ok(),
    );
    tried("links", symlink("/etc/passwd", "out/0").is_ok() || symlink("/", "tmp/root").is_ok());
}

/// As Landlock lets it be done before Linux 6.2, where the file may be read.
fn cut_off(file: &Path) -> bool {
    File::options().read(true).custom_flags(libc::O_TRUNC).open(file).is_ok()
}

fn processes(at: &Escape, tried: &mut impl FnMut(&str, bool)) {
    for program in ["/bin/true", "/usr/bin/env", "/proc/self/exe", "/worker"] {
        // It says nothing where the test is to be told.
        tried(&format!("start {program}"), Command::new(program).arg("-i").spawn().is_ok());
    }
    let signalled = Pid::from_raw(at.process).map(rustix::process::test_kill_process);
    tried("signal", signalled.is_some_and(|done| done.is_ok()));
    tried("memory of another", File::open(format!("/proc/{}/mem", at.process)).is_ok());
    tried("raise a limit", raised());
}

fn raised() -> bool {
    use rustix::process::{Resource, Rlimit, setrlimit};
    setrlimit(Resource::Data, Rlimit { current: None, maximum: None }).is_ok()
}

pub async fn run(stage: &Stage, only: &str) {
    stage.test(only, "there is no way out", no_way_out(stage, "escape", &[])).await;
    // Where qpdf is installed: what it may do more. Within namespaces it may close its own folders, and no others are there.
    if !stage.namespaces && stage.workshop.state().engines.contains(&Engine::Qpdf) {
        let more = [
            "make folders without an end",
            "list /usr/bin",
            "list beside /usr/share/fonts",
            "start /bin/true",
            "start /usr/bin/env",
        ];
        let way_out = no_way_out(stage, "escape-from-a-program", &more);
        stage.test(only, "nor is there one for a program of the operator", way_out).await;
    }
}

async fn no_way_out(stage: &Stage, tool: &str, more: &[&str]) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let outside = tempfile::tempdir().expect("a folder");
    let (secret, socket) = (outside.path().join("secret"), outside.path().join("socket"));
    fs::write(&secret, "secret").expect("a file");
    let _socket = UnixListener::bind(&socket).expect("a socket");
    let (other, _) = stage.convert("lie", json!({"words": "", "times": 0}), tight()).await;
    let options = json!({
        "port": listener.local_addr().expect("its port").port(),
        "socket": socket,
        "files": ["/etc/passwd", "/etc/hostname", "/proc/self/environ", "/proc/1/environ", secret, other.path().join("in/0")],
        "folders": [outside.path(), other.path(), other.path().join("out")],
        "process": std::process::id(),
    });
    // What can be done by all is not kept from us here: otherwise the attempts would prove nothing.
    let here: Escape = serde_json::from_value(options.clone()).expect("options");
    assert!(
        TcpStream::connect(("127.0.0.1", here.port)).is_ok() && UnixStream::connect(&here.socket).is_ok()
    );
    assert!(File::open(&here.files[4]).is_ok() && File::open(&here.files[5]).is_ok());
    let (folder, made) = stage.convert(tool, options, tight()).await;
    let made = made.expect("the attempts");
    let found = fs::read_to_string(folder.path().join(&made[0].path)).expect("what was found");
    let mut found: Vec<String> = serde_json::from_str(&found).expect("a list");
    found.retain(|way| !more.contains(&way.as_str()));
    assert_eq!(found, <[String; 0]>::default());
    assert_eq!(fs::read_to_string(&secret).expect("it is there"), "secret");
}
