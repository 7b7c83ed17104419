//! The real program: run by a command line as operators write it, in a folder of its own, for a bounded time.
use crate::{database, operating::until};
use serde_json::Value;
use std::{
    env, fs,
    fs::File,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};
use tokio::{sync::OnceCell, time::sleep};

/// The first argument with which the program of the features is the platform's own.
pub const COMMAND: &str = "hosting-process";

/// What the environment has for the platform, beside all that begins with `HOSTING_`.
const OTHERS: [&str; 3] = ["DATABASE_URL", "REDIS_URL", "RUST_LOG"];

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A folder in which the operator works; gone afterwards.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty one.
    pub fn new() -> Self {
        let path = database::folder().join(format!("operator-{}", COUNT.fetch_add(1, Ordering::Relaxed)));
        fs::create_dir_all(path.join("work")).expect("a folder");
        Self(path)
    }

    /// Where commands are given.
    pub fn path(&self) -> PathBuf {
        self.0.join("work")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left goes with all that the run made.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A program that was run; it ends with this, however the scenario does.
pub struct Process {
    child: Child,
    printed: PathBuf,
    said: PathBuf,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came of a program.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Its exit code; nothing if a signal killed it.
    pub code: Option<i32>,
    /// What it wrote to the standard output.
    pub printed: String,
    /// What it wrote to the standard error.
    pub said: String,
}

impl Process {
    /// Runs `line`, such as `HOSTING_NO_DEMO=1 hosting --log-format json`. Where nothing is said of it, it listens
    /// on any port and logs as JSON.
    pub fn run(folder: &Folder, line: &str) -> Self {
        Self::run_by(folder, Command::new(program()), line)
    }

    /// The same, where no file may grow over `kibibytes`, as on a disk that is full.
    pub fn run_cramped(folder: &Folder, line: &str, kibibytes: u32) -> Self {
        let mut shell = Command::new("sh");
        // Ignored, the signal turns into an error of the write (`setrlimit(2)`).
        let limit = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", kibibytes * 2);
        shell.args(["-c", &limit]).arg(program());
        Self::run_by(folder, shell, line)
    }

    fn run_by(folder: &Folder, mut command: Command, line: &str) -> Self {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let [printed, said] = ["printed", "said"].map(|name| folder.0.join(format!("{name}-{number}")));
        let words: Vec<&str> = line.split(' ').collect();
        let program = words.iter().position(|word| *word == "hosting").expect("`hosting` in the command");
        for (name, _) in env::vars_os() {
            let name = name.to_string_lossy();
            if name.starts_with("HOSTING_") || OTHERS.contains(&&*name) {
                command.env_remove(&*name);
            }
        }
        command.envs([("HOSTING_LISTEN", "127.0.0.1:0"), ("HOSTING_LOG_FORMAT", "json")]);
        command.envs(words[..program].iter().map(|word| word.split_once('=').expect("NAME=value")));
        command.arg(COMMAND).args(&words[program + 1..]).current_dir(folder.path());
        command.stdin(Stdio::null());
        command.stdout(File::create(&printed).expect("a file")).stderr(File::create(&said).expect("a file"));
        Self { child: command.spawn().expect("the program runs"), printed, said }
    }

    /// What it wrote to the standard output so far.
    pub fn printed(&self) -> String {
        text(&self.printed)
    }

    /// What it wrote to the standard error so far.
    pub fn said(&self) -> String {
        text(&self.said)
    }

    /// The API keys that it printed.
    pub fn keys(&self) -> Vec<String> {
        self.printed().lines().filter_map(|line| line.strip_prefix("API key: ")).map(str::to_owned).collect()
    }

    /// Where it serves, once it does; or nothing, where it ends instead.
    pub async fn serves(&mut self) -> Option<SocketAddr> {
        until("the platform neither serves nor ends", async || {
            let ended = self.ended();
            let printed = self.printed();
            let listening = printed.lines().find_map(|line| {
                let told = serde_json::from_str::<Value>(line).ok()?["listening"].as_str().map(str::to_owned);
                Some(told?.strip_prefix("http://")?.to_owned())
            });
            match listening.filter(|_| printed.ends_with('\n')) {
                Some(address) => Some(Some(address.parse().expect("an address"))),
                None => ended.then_some(None),
            }
        })
        .await
    }

    /// Where the listener of a flag is, as the log says.
    pub fn bound(&self, flag: &str) -> SocketAddr {
        let said = self.said();
        let mut events = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let bound = events.find(|event| event["flag"] == flag);
        let address = bound.as_ref().and_then(|event| event["address"].as_str());
        address.unwrap_or_else(|| panic!("no listener of {flag}: {said}")).parse().expect("an address")
    }

    /// Sends it a signal, such as `TERM`. The shell does it: the program `kill` is not everywhere.
    pub fn signal(&self, name: &str) {
        let mut shell = Command::new("sh");
        shell.args(["-c", "kill -$0 $1", name, &self.child.id().to_string()]);
        assert!(shell.status().expect("a shell").success(), "the process is there");
    }

    /// Ends it as a loss of power would, at any moment.
    pub fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("ended");
    }

    /// What it ends with.
    pub async fn end(mut self) -> Ended {
        let code = until("the program does not end", async || {
            self.child.try_wait().expect("a program of ours").map(|status| status.code())
        });
        let code = code.await;
        Ended { code, printed: self.printed(), said: self.said() }
    }

    fn ended(&mut self) -> bool {
        self.child.try_wait().expect("a program of ours").is_some()
    }
}

fn program() -> PathBuf {
    env::current_exe().expect("a program")
}

fn text(file: &Path) -> String {
    String::from_utf8_lossy(&fs::read(file).expect("what it wrote")).into_owned()
}

/// A folder that a first start has filled.
struct Filled {
    folder: Folder,
    keys: Vec<String>,
}

/// How long after another look at its queue.
const LOOK: Duration = Duration::from_millis(300);

static FILLED: OnceCell<Filled> = OnceCell::const_new();

/// Fills one, which takes several seconds of waiting: the demo data has machines that are on their way.
pub async fn fill() {
    FILLED.get_or_init(filling).await;
}

async fn filling() -> Filled {
    let folder = Folder::new();
    let mut process = Process::run(&folder, "hosting --no-conversion");
    assert!(process.serves().await.is_some(), "it ended: {}", process.said());
    let keys = process.keys();
    // What the demo data asks of the backends would be done by whoever starts next, or by nobody.
    let all_is_done = async || {
        sleep(LOOK).await;
        let listed = Process::run(&folder, "hosting queue list").end().await;
        listed.printed.trim().is_empty().then_some(())
    };
    until("the work of the demo data is never done", all_is_done).await;
    process.signal("TERM");
    let ended = process.end().await;
    assert_eq!(ended.code, Some(0), "{}", ended.said);
    Filled { folder, keys }
}

/// A folder in which the platform has been started before, with the demo data, and the keys that it printed then.
pub async fn filled() -> (Folder, Vec<String>) {
    let first = FILLED.get_or_init(filling).await;
    let (folder, from) = (Folder::new(), first.folder.path().join("data"));
    let to = folder.path().join("data");
    fs::create_dir(&to).expect("a folder");
    for file in fs::read_dir(from).expect("the data").flatten().filter(|file| file.path().is_file()) {
        fs::copy(file.path(), to.join(file.file_name())).expect("a copy");
    }
    (folder, first.keys.clone())
}
