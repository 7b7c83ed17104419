//! What the promises are asked of.
use async_trait::async_trait;
use chrono::TimeDelta;
use hosting_drivers::panels::{Links, Server};
use hosting_kernel::{
    Database, Secret, Time,
    clock::{Clock, SystemClock},
    database::Location,
    providers::{
        Failure,
        panel::{Link, Panel, PanelTarget},
    },
};
use hosting_migrations::{Migrator, MigratorTrait};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};
use uuid::Uuid;

/// A driver, and what is behind it.
pub struct Stage {
    pub driver: Arc<dyn Panel>,
    pub behind: Box<dyn Behind>,
    pub world: World,
}

/// What is done behind the driver's back.
#[async_trait]
pub trait Behind: Send + Sync {
    /// Makes a site.
    async fn make(&self, site: &str);

    /// Opens what a browser gets for a link, in which the site is named; false where nobody is let in.
    async fn enter(&self, url: &str, site: &str) -> bool;
}

impl Stage {
    /// A link to `target` of `site`, asked for by `work`.
    pub async fn link(&self, work: Uuid, site: &str, target: PanelTarget) -> Result<Link, Failure> {
        self.driver.login(work, site, target, TimeDelta::minutes(5)).await
    }

    pub async fn opens(&self, link: &Link, site: &str) -> bool {
        self.behind.enter(&link.url, site).await
    }
}

/// An id of some work.
pub fn work() -> Uuid {
    SystemClock.id()
}

pub fn is_refused<T>(outcome: &Result<T, Failure>) -> bool {
    matches!(outcome, Err(Failure::Refused(_) | Failure::NotThere(_)))
}

/// A clock that stands until it is moved.
#[derive(Clone)]
pub struct Standing(Arc<Mutex<Time>>);

impl Clock for Standing {
    fn now(&self) -> Time {
        *self.0.lock().unwrap()
    }
}

/// A database of its own, and a clock.
#[derive(Clone)]
pub struct World {
    pub database: Database,
    pub clock: Standing,
    pub secret: Secret,
    _folder: Arc<Folder>,
}

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

impl World {
    pub async fn new() -> Self {
        // Noon of the first day of 2031.
        let clock = Standing(Arc::new(Mutex::new(Time::of_millis(1_925_035_200_000))));
        let folder = Folder(std::env::temp_dir().join(format!("drivers-panels-{}", clock.id())));
        std::fs::create_dir_all(&folder.0).unwrap();
        let database = Database::open(&Location::Sqlite(folder.0.join("hosting.db"))).await.unwrap();
        Migrator::up(database.connection(), None).await.unwrap();
        let secret = Secret::new(b"a secret for tests only, of 32 characters");
        Self { database, clock, secret, _folder: Arc::new(folder) }
    }

    pub fn pass(&self, delta: TimeDelta) {
        let mut now = self.clock.0.lock().unwrap();
        *now = now.plus(delta);
    }

    /// A panel of `server`, with links of the platform's own.
    pub fn links(&self, server: Arc<dyn Server>) -> Links {
        let clock = Arc::new(self.clock.clone());
        let (database, secret) = (self.database.clone(), self.secret.clone());
        Links::new(server, None, database, clock, secret, "https://api.example.com/")
    }
}

/// The address that a browser gets for a link of the platform's own.
pub async fn redeemed(links: &Links, url: &str) -> Option<String> {
    let token = url.strip_prefix("https://api.example.com/panel/").unwrap();
    links.redeem(token).await.unwrap_or_default()
}
