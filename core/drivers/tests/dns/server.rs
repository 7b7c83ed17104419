//! Programs that a test starts, in folders and at ports of their own.
use hosting_kernel::clock::{Clock, SystemClock};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    fs::{self, File},
    net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// How long a program may take to start.
const START: Duration = Duration::from_secs(20);

/// A program that ends, and whose folder goes, with its test.
pub struct Server {
    child: Child,
    folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
        let _gone = fs::remove_dir_all(&self.folder);
    }
}

impl Server {
    /// `program` with `folder`, where its output goes to `log`.
    pub fn start(folder: PathBuf, program: &mut Command) -> Self {
        let log = File::create(folder.join("log")).unwrap();
        let errors = log.try_clone().unwrap();
        let child = program.stdin(Stdio::null()).stdout(log).stderr(errors).spawn();
        let child = child.unwrap_or_else(|cause| panic!("{program:?} is needed: {cause}"));
        Self { child, folder }
    }

    /// Where it keeps what it has.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Waits until `ready`; not where it ended instead, as it does where another has taken its port meanwhile.
    pub async fn starts(&mut self, ready: impl AsyncFn() -> bool) -> bool {
        let until = Instant::now() + START;
        while self.child.try_wait().unwrap().is_none() {
            if ready().await {
                return true;
            }
            assert!(Instant::now() < until, "it does not start: {}", self.log());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        false
    }

    /// What it wrote.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// Stops it where it stands, until it [`Self::goes_on`].
    pub fn pause(&self) {
        self.signal(Signal::STOP);
    }

    /// After a [`Self::pause`].
    pub fn goes_on(&self) {
        self.signal(Signal::CONT);
    }

    /// Ends it at once.
    pub fn end(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }
}

/// A new folder of its own.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("drivers-{name}-{}", SystemClock.id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A port of this machine that nobody uses, neither by TCP nor by UDP.
pub fn free_port() -> SocketAddr {
    loop {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        if UdpSocket::bind(address).is_ok() {
            return address;
        }
    }
}

/// Runs `program` to its end; what it printed.
pub fn run(program: &mut Command) -> String {
    let output = program.output().unwrap_or_else(|cause| panic!("{program:?} is needed: {cause}"));
    let printed =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{program:?}: {printed}");
    printed
}
