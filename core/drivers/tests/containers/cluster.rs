//! A cluster of two, one of which goes away.
use crate::{
    backend::{PATIENCE, START, SYSTEM, script},
    stage::{adopted, work},
};
use hosting_drivers::incus::{Incus, Options};
use hosting_kernel::{
    clock::{Clock, SystemClock},
    providers::{
        Failure,
        hypervisor::{Hypervisor, InstanceStatus::Running, Power},
    },
};
use std::{
    fs::{self, File},
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use tokio::time::sleep;
use uuid::Uuid;

struct Cluster {
    child: Child,
    folder: PathBuf,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // All that runs in its namespaces ends with it.
        let _gone = self.child.kill();
        let _gone = self.child.wait();
        let _gone = fs::remove_dir_all(&self.folder);
    }
}

impl Cluster {
    async fn start() -> Self {
        let folder = std::env::temp_dir().join(format!("drivers-cluster-{}", SystemClock.id()));
        fs::create_dir_all(&folder).unwrap();
        let log = File::create(folder.join("log")).unwrap();
        let mut program = Command::new("unshare");
        program.args(["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "bash"]);
        program.arg(script("cluster.sh")).arg(&folder).stdin(Stdio::null());
        let child = program.stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap();
        let mut cluster = Self { child, folder };
        let until = Instant::now() + START;
        while !cluster.folder.join("ready").exists() {
            let log = || fs::read_to_string(cluster.folder.join("log")).unwrap_or_default();
            let is_over = Instant::now() > until || cluster.child.try_wait().unwrap().is_some();
            assert!(!is_over, "it does not start: {}", log());
            sleep(Duration::from_millis(100)).await;
        }
        cluster
    }

    /// A driver that asks the first member, and has found nothing yet.
    fn driver(&self) -> Incus {
        let options = Options {
            endpoint: format!("unix://{}", self.folder.join("1/unix.socket").display()),
            project: "default".to_owned(),
            client_certificate: None,
            client_key: None,
            server_certificate: None,
            systems: vec![SYSTEM.to_owned()],
            snapshots: "disk".to_owned(),
        };
        Incus::with_patience(options, PATIENCE).unwrap()
    }

    /// Tells the second member what `incusd.sh` says.
    fn order(&self, order: &str) {
        fs::write(self.folder.join("2/orders"), format!("{order}\n")).unwrap();
    }
}

/// Those that are told of, once that is `whole` or not.
async fn told(driver: &Incus, whole: bool) -> Vec<Uuid> {
    let until = Instant::now() + START;
    loop {
        match driver.reports().await {
            Ok(reports) if reports.whole == whole => {
                assert!(reports.told.iter().all(|report| report.status == Some(Running)), "{reports:?}");
                return reports.told.iter().map(|report| report.instance).collect();
            }
            other => assert!(Instant::now() < until, "{other:?}"),
        }
        sleep(Duration::from_millis(500)).await;
    }
}

fn is_not_now<T>(outcome: &Result<T, Failure>) -> bool {
    matches!(outcome, Err(Failure::NotNow { .. }))
}

#[tokio::test]
#[ignore = "needs incusd"]
async fn what_a_member_has_that_is_away_is_hidden_until_it_is_back() {
    let cluster = Cluster::start().await;
    let (old, here, there) = (cluster.driver(), work(), work());
    old.adopt(&[adopted(here, "here"), adopted(there, "there")]).await.unwrap();
    assert_eq!(told(&old, true).await.len(), 2);
    cluster.order("hold");
    cluster.order("kill");
    // Whoever knew them before, and a process that was started since.
    for driver in [old, cluster.driver()] {
        assert_eq!(told(&driver, false).await, [here]);
        driver.power(work(), here, Power::Restart).await.unwrap();
        let hidden = driver.state(there).await;
        assert!(is_not_now(&hidden), "{hidden:?}");
        assert!(is_not_now(&driver.power(work(), there, Power::Stop).await));
        assert!(is_not_now(&driver.remove(work(), there).await), "nobody knows that it is gone");
        let unclaimed = driver.unclaimed().await.unwrap();
        assert!(unclaimed.told.is_empty() && !unclaimed.whole, "{unclaimed:?}");
        assert!(is_not_now(&driver.adopt(&[adopted(work(), "there")]).await), "it may be anybody's");
    }
    cluster.order("go");
    let driver = cluster.driver();
    assert_eq!(told(&driver, true).await.len(), 2);
    assert_eq!(driver.state(there).await.unwrap().unwrap().status, Running);
}
