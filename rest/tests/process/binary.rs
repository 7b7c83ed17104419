//! The binary itself, on a port of its own.
use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

/// The platform as the README starts it, on a port of its own.
pub struct Process {
    child: Child,
    /// `http://…`
    pub address: String,
    /// The keys that it printed.
    pub keys: Vec<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// Starts it on the data in `folder`, with more `arguments`.
    pub fn start(folder: &Path, arguments: &[&str]) -> Self {
        Self::start_with(folder, arguments, ("warn", Stdio::null()))
    }

    /// The same, with all that it can log in the file `log` of the folder.
    pub fn start_logging(folder: &Path, arguments: &[&str]) -> Self {
        let log = fs::File::create(folder.join("log")).expect("a file");
        Self::start_with(folder, arguments, ("trace", log.into()))
    }

    /// The same where no conversion can be held in, with its warnings in the file `log` of the folder.
    pub fn start_unsealed(folder: &Path, arguments: &[&str]) -> Self {
        let log = fs::File::create(folder.join("log")).expect("a file");
        Self::started(Self::unsealed(folder, arguments), ("warn", log.into()))
    }

    /// The command that starts it so: the seal is tried in a folder that cannot be made.
    pub fn unsealed(folder: &Path, arguments: &[&str]) -> Command {
        let mut command = Self::command(folder, arguments);
        command.env("TMPDIR", folder.join("nowhere"));
        command
    }

    /// The command that starts it.
    pub fn command(folder: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hosting"));
        command.args(["--listen", "127.0.0.1:0", "--data"]).arg(folder).args(arguments);
        command.env_remove("DATABASE_URL").env_remove("REDIS_URL").stdout(Stdio::piped());
        command
    }

    fn start_with(folder: &Path, arguments: &[&str], logs: (&str, Stdio)) -> Self {
        Self::started(Self::command(folder, arguments), logs)
    }

    fn started(mut command: Command, (level, log): (&str, Stdio)) -> Self {
        let mut child = command.env("RUST_LOG", level).stderr(log).spawn().expect("the platform starts");
        let (mut keys, mut address) = (Vec::new(), None);
        for line in BufReader::new(child.stdout.take().expect("its output")).lines() {
            let line = line.expect("a line");
            if let Some(text) = line.strip_prefix("API key: ") {
                keys.push(text.to_owned());
            } else if let Some(text) = line.strip_prefix("listening on ") {
                address = Some(text.to_owned());
                break;
            }
        }
        Self { child, keys, address: address.expect("an address") }
    }

    /// Ends it at once, as a loss of power would (SIGKILL).
    pub fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("ended");
    }

    /// Its id to the system.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it needs, in kB: `VmRSS:` now, `VmHWM:` at its peak.
    pub fn memory(&self, name: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id())).expect("a process of ours");
        let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("its memory");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// Asks it to end (SIGTERM), and gives its exit code.
    pub fn terminate(self) -> Option<i32> {
        signal(self.id(), "TERM");
        self.exit_code()
    }

    /// Waits until it ends, and gives its exit code; nothing if a signal killed it.
    pub fn exit_code(mut self) -> Option<i32> {
        self.child.wait().expect("ended").code()
    }

    /// Whether it runs.
    pub fn runs(&mut self) -> bool {
        self.child.try_wait().expect("a child of ours").is_none()
    }

    /// A key of the first demo account that may ask as often as it likes.
    pub fn busy_key(folder: &Path) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hosting"));
        command.args([
            "key",
            "create",
            "--account",
            "demo@example.com",
            "--all-scopes",
            "--rate",
            "100000",
            "--data",
        ]);
        let made = command.arg(folder).env_remove("DATABASE_URL").output().expect("a key");
        String::from_utf8_lossy(&made.stdout).trim().to_owned()
    }

    /// The first key.
    pub fn key(&self) -> &str {
        self.keys.first().expect("a key was printed")
    }
}

/// Sends the signal `name` to a process. The shell does it: the program `kill` is not everywhere.
pub fn signal(process: u32, name: &str) {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "kill -$0 $1", name, &process.to_string()])
        .stderr(Stdio::null())
        .status()
        .expect("a shell");
}

/// A folder that is gone afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new one.
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("hosting-process-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
