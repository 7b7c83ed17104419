//! libvirt, as it is: a server of its own for each test, in namespaces that end with it.
use crate::stage::{Behind, Stage};
use async_trait::async_trait;
use hosting_drivers::libvirt::{Libvirt, Options, Patience};
use hosting_kernel::{
    clock::{Clock, SystemClock},
    providers::hypervisor::Hypervisor,
};
use serde_json::{Value, json};
use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How long the server, or a guest, may take to start: a machine that is busy takes long.
pub const START: Duration = Duration::from_mins(3);
/// How long things may take here.
pub const PATIENCE: Patience = Patience {
    answer: Duration::from_secs(15),
    guest: Duration::from_mins(1),
    change: Duration::from_mins(3),
};

/// A running server; cheap to clone.
#[derive(Clone)]
pub struct Backend(Arc<Server>);

struct Server {
    child: Child,
    folder: PathBuf,
    orders: AtomicUsize,
}

impl Drop for Server {
    fn drop(&mut self) {
        // All that runs in its namespaces ends with it.
        let _gone = self.child.kill();
        let _gone = self.child.wait();
        let _gone = fs::remove_dir_all(&self.folder);
    }
}

impl Backend {
    /// A server with a storage pool.
    pub async fn start() -> Self {
        let folder = std::env::temp_dir().join(format!("drivers-libvirt-{}", SystemClock.id()));
        fs::create_dir_all(folder.join("pool")).unwrap();
        let log = File::create(folder.join("log.txt")).unwrap();
        let mut program = Command::new("unshare");
        program.args(["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "bash"]);
        program.arg(script("libvirtd.sh")).arg(&folder);
        let child = program.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log).spawn();
        let child = child.unwrap_or_else(|cause| panic!("{program:?} is needed: {cause}"));
        let backend = Self(Arc::new(Server { child, folder, orders: AtomicUsize::new(0) }));
        backend.is_ready().await;
        let pool = backend.folder().join("pool");
        backend.virsh(&["pool-define-as", "pool", "dir", "--target", pool.to_str().unwrap()]);
        backend.virsh(&["pool-start", "pool"]);
        backend
    }

    /// Waits until it answers.
    pub async fn is_ready(&self) {
        let (driver, until) = (self.driver(), Instant::now() + START);
        while driver.ping().await.is_err() {
            let log = || fs::read_to_string(self.folder().join("log.txt")).unwrap_or_default();
            assert!(Instant::now() < until, "it does not start: {}", log());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub fn folder(&self) -> &Path {
        &self.0.folder
    }

    fn uri(&self) -> String {
        format!("qemu+unix:///system?socket={}", self.folder().join("run/libvirt-sock").display())
    }

    pub fn options(&self) -> Options {
        Options { uri: self.uri(), snapshots: "memory".to_owned() }
    }

    pub fn driver(&self) -> Libvirt {
        Libvirt::with_patience(&self.options(), PATIENCE).unwrap()
    }

    pub fn stage(&self) -> Stage<dyn Hypervisor> {
        Stage { driver: Box::new(self.driver()), behind: Box::new(self.clone()) }
    }

    /// What an operator does by hand; what that prints.
    pub fn virsh(&self, arguments: &[&str]) -> String {
        run(Command::new("virsh").args(["--quiet", "--connect", &self.uri()]).args(arguments))
    }

    /// Makes a machine by the name of `name`, with its disk in `folder`, and starts it.
    pub fn make(&self, name: &str, folder: &str) {
        let (guest, folder) = (guest(), self.folder().join(folder));
        fs::create_dir_all(&folder).unwrap();
        let disk = folder.join(format!("{name}.qcow2"));
        fs::copy(guest.join("disk.qcow2"), &disk).unwrap();
        let xml = fs::read_to_string(script("machine.xml")).unwrap().replace("NAME", name);
        let xml = xml.replace("GUEST", guest.to_str().unwrap()).replace("DISK", disk.to_str().unwrap());
        let file = self.folder().join(format!("{name}.xml"));
        fs::write(&file, xml).unwrap();
        self.virsh(&["define", file.to_str().unwrap()]);
        self.virsh(&["start", name]);
    }

    /// What the agent in the machine `name` answers; nothing where it does not.
    fn agent(&self, name: &str, command: &Value) -> Option<Value> {
        let mut virsh = Command::new("virsh");
        virsh.args(["--quiet", "--connect", &self.uri(), "qemu-agent-command", "--timeout", "60", name]);
        let output = virsh.arg(command.to_string()).stdin(Stdio::null()).output().unwrap();
        let answer: Value = serde_json::from_slice(&output.stdout).ok()?;
        Some(answer["return"].clone())
    }

    /// Waits until the agent in the machine `name` answers.
    pub fn boots(&self, name: &str) {
        let until = Instant::now() + START;
        while self.agent(name, &json!({"execute": "guest-ping"})).is_none() {
            assert!(Instant::now() < until, "{name} does not boot");
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// What a shell in the machine `name` prints, once it has booted.
    pub fn shell(&self, name: &str, command: &str) -> String {
        self.boots(name);
        let begin = json!({"execute": "guest-exec", "arguments":
            {"path": "/bin/sh", "arg": ["-c", command], "capture-output": true}});
        let pid = self.agent(name, &begin).unwrap()["pid"].clone();
        let look = json!({"execute": "guest-exec-status", "arguments": {"pid": pid}});
        let until = Instant::now() + START;
        loop {
            let seen = self.agent(name, &look).unwrap();
            if seen["exited"] == true {
                return String::from_utf8(decoded(seen["out-data"].as_str().unwrap_or_default())).unwrap();
            }
            assert!(Instant::now() < until, "{command} does not end");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Tells what starts the server something: `kill`, `end`, `hold`, `go`, `stop`, `cont` or `crash`.
    pub fn order(&self, order: &str) {
        let mut orders = OpenOptions::new().write(true).open(self.folder().join("orders")).unwrap();
        // In one piece: who reads them may give up between two.
        orders.write_all(format!("{order}\n").as_bytes()).unwrap();
        self.0.orders.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits until all that it was told is done.
    pub async fn obeyed(&self) {
        let told = self.0.orders.load(Ordering::Relaxed);
        let until = Instant::now() + START;
        let done = || fs::read_to_string(self.folder().join("obeyed")).ok()?.trim().parse::<usize>().ok();
        while done().unwrap_or_default() < told {
            assert!(Instant::now() < until, "it does not do what it is told");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

#[async_trait]
impl Behind for Backend {
    async fn make(&self, name: &str) {
        Self::make(self, name, "pool");
    }

    async fn listens(&self, name: &str) {
        self.boots(name);
    }

    async fn pass(&self) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The guest, made once for all tests.
fn guest() -> &'static Path {
    static GUEST: OnceLock<PathBuf> = OnceLock::new();
    GUEST.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guest");
        let _gone = fs::remove_dir_all(&folder);
        run(Command::new("bash").arg(script("guest.sh")).arg(&folder));
        folder
    })
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/machines").join(name)
}

fn decoded(text: &str) -> Vec<u8> {
    use base64::{Engine, engine::general_purpose::STANDARD};
    STANDARD.decode(text).unwrap()
}

/// Runs `program` to its end; what it printed.
pub fn run(program: &mut Command) -> String {
    let output = program.stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|cause| panic!("{program:?} is needed: {cause}"));
    let printed =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{program:?}: {printed}");
    printed
}
