//! A machine with Cockpit and copyparty, as they are: in namespaces that end with it.
use crate::stage::{Behind, World, redeemed};
use async_trait::async_trait;
use hosting_drivers::{
    cockpit::{Cockpit, Options},
    panels::{Links, Server},
};
use hosting_kernel::clock::{Clock, SystemClock};
use std::{
    fs::{self, File},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

/// What the platform and the helper share.
pub const PASSWORD: &str = "a-password-of-thirty-two-characters-or-more";
/// How long the servers may take to start.
const START: Duration = Duration::from_secs(30);

/// A running machine; cheap to clone.
#[derive(Clone)]
pub struct Machine(Arc<Running>);

struct Running {
    child: Child,
    folder: PathBuf,
    cockpit: u16,
    files: u16,
}

impl Drop for Running {
    fn drop(&mut self) {
        // All that runs in its namespaces ends with it.
        let _gone = self.child.kill();
        let _gone = self.child.wait();
        let _gone = fs::remove_dir_all(&self.folder);
    }
}

impl Machine {
    pub async fn start() -> Self {
        let folder = std::env::temp_dir().join(format!("drivers-cockpit-{}", SystemClock.id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("password"), PASSWORD).unwrap();
        let log = File::create(folder.join("log")).unwrap();
        let (cockpit, files) = (free_port(), free_port());
        let mut program = Command::new("unshare");
        program.args(["--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "bash"]);
        program.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/panels/cockpitd.sh")).arg(&folder);
        program.args([cockpit.to_string(), files.to_string(), "http://127.0.0.1/panel/".to_owned()]);
        let child = program.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log).spawn();
        let child = child.unwrap_or_else(|cause| panic!("{program:?} is needed: {cause}"));
        let machine = Self(Arc::new(Running { child, folder, cockpit, files }));
        let (driver, until) = (Cockpit::new(machine.options()).unwrap(), Instant::now() + START);
        while let Err(failure) = driver.ping().await {
            let log = |name| fs::read_to_string(machine.0.folder.join(name)).unwrap_or_default();
            assert!(Instant::now() < until, "{failure}: {}{}", log("log"), log("files.log"));
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        machine
    }

    pub fn options(&self) -> Options {
        Options {
            endpoint: format!("http://127.0.0.1:{}", self.0.cockpit),
            password: PASSWORD.to_owned(),
            public_url: None,
            files_endpoint: Some(format!("http://127.0.0.1:{}", self.0.files)),
            files_password: Some(PASSWORD.to_owned()),
            files_public_url: None,
            server_certificate: None,
        }
    }

    pub fn links(&self, world: &World) -> Links {
        world.links(Arc::new(Cockpit::new(self.options()).unwrap()))
    }

    /// What `words` do on the machine.
    pub fn inside(&self, words: &[&str]) -> Output {
        let id = self.0.child.id();
        let child = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
        let mut program = Command::new("nsenter");
        program.args(["--mount", "--pid", "--target", child.trim(), "--"]).args(words);
        program.stdin(Stdio::null()).output().unwrap()
    }

    /// What `words`, which succeed, print.
    pub fn run(&self, words: &[&str]) -> String {
        let done = self.inside(words);
        assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    }

    /// A site, with a file in its folder.
    pub fn add(&self, site: &str) {
        self.run(&["useradd", "--create-home", "--groups", "hosting-sites", "--shell", "/bin/bash", site]);
        self.run(&[
            "sh",
            "-c",
            &format!("echo {site} >/home/{site}/whose.txt && chown {site} /home/{site}/*"),
        ]);
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// What a browser does with an address: Cockpit's login page hands on what stands behind `#`.
pub async fn let_in(address: &str, site: &str) -> bool {
    let client = reqwest::Client::new();
    match address.split_once("/#access_token=") {
        Some((cockpit, token)) => {
            let login = client.get(format!("{cockpit}/cockpit/login"));
            let login = login.header("authorization", format!("Bearer {token}")).send().await.unwrap();
            login.status().is_success()
        }
        None => {
            let file = client.get(format!("{address}whose.txt")).send().await.unwrap();
            file.status().is_success() && file.text().await.unwrap().trim() == site
        }
    }
}

/// A machine, and the panel that it is.
pub struct Behold {
    pub machine: Machine,
    pub links: Links,
}

#[async_trait]
impl Behind for Behold {
    async fn make(&self, site: &str) {
        self.machine.add(site);
    }

    async fn enter(&self, url: &str, site: &str) -> bool {
        match redeemed(&self.links, url).await {
            Some(address) => let_in(&address, site).await,
            None => false,
        }
    }
}
