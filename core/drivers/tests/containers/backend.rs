//! Incus, as it is: a server of its own for each test, in namespaces that end with it.
use crate::stage::{Behind, Stage};
use async_trait::async_trait;
use hosting_drivers::incus::{Incus, Options, Patience};
use hosting_kernel::{
    clock::{Clock, SystemClock},
    providers::hypervisor::Hypervisor,
};
use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// The image that the tests make.
pub const SYSTEM: &str = "tiny";
/// How long the server may take to start: a machine that is busy takes long.
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
    /// A server with a folder for disks, a profile and the image [`SYSTEM`].
    pub async fn start() -> Self {
        let folder = std::env::temp_dir().join(format!("drivers-incus-{}", SystemClock.id()));
        fs::create_dir_all(&folder).unwrap();
        let log = File::create(folder.join("log")).unwrap();
        let mut program = Command::new("unshare");
        program.args(["--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "bash"]);
        program.arg(script("incusd.sh")).arg(&folder);
        let child = program.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log).spawn();
        let child = child.unwrap_or_else(|cause| panic!("{program:?} is needed: {cause}"));
        let backend = Self(Arc::new(Server { child, folder, orders: AtomicUsize::new(0) }));
        backend.is_ready().await;
        backend.incus(&["storage", "create", "default", "dir"]);
        backend.incus(&["profile", "device", "add", "default", "root", "disk", "path=/", "pool=default"]);
        let image = backend.folder().join("image.tar.xz");
        run(Command::new("bash").arg(script("image.sh")).arg(&image));
        backend.incus(&["image", "import", image.to_str().unwrap(), "--alias", SYSTEM]);
        backend
    }

    /// Waits until it answers.
    pub async fn is_ready(&self) {
        let (driver, until) = (self.driver(), Instant::now() + START);
        while driver.ping().await.is_err() {
            let log = || fs::read_to_string(self.folder().join("log")).unwrap_or_default();
            assert!(Instant::now() < until, "it does not start: {}", log());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub fn folder(&self) -> &Path {
        &self.0.folder
    }

    pub fn options(&self) -> Options {
        Options {
            endpoint: format!("unix://{}", self.folder().join("unix.socket").display()),
            project: "default".to_owned(),
            client_certificate: None,
            client_key: None,
            server_certificate: None,
            systems: vec![SYSTEM.to_owned()],
            snapshots: "disk".to_owned(),
        }
    }

    pub fn driver(&self) -> Incus {
        Incus::with_patience(self.options(), PATIENCE).unwrap()
    }

    pub fn stage(&self) -> Stage {
        Stage { driver: Box::new(self.driver()), behind: Box::new(self.clone()) }
    }

    /// What an operator does by hand; what that prints.
    pub fn incus(&self, arguments: &[&str]) -> String {
        let mut incus = Command::new("incus");
        incus.env("INCUS_DIR", self.folder()).env("INCUS_CONF", self.folder().join("client"));
        run(incus.args(arguments).stdin(Stdio::null()))
    }

    /// What a shell in the instance `name` prints.
    pub fn shell(&self, name: &str, command: &str) -> String {
        self.incus(&["exec", name, "--", "sh", "-c", command])
    }

    /// Tells what starts the server something: `kill`, `hold` or `go`.
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
        self.incus(&["launch", SYSTEM, name]);
    }

    async fn pass(&self) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

pub fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/containers").join(name)
}

/// Runs `program` to its end; what it printed.
pub fn run(program: &mut Command) -> String {
    let output = program.output().unwrap_or_else(|cause| panic!("{program:?} is needed: {cause}"));
    let printed =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{program:?}: {printed}");
    printed
}
