//! What there is when a schedule begins: accounts with all that they have. It is made once, and copied for each seed.
use crate::{
    machines::{instance, ordered},
    made_up::{self, Standing},
};
use hosting_core::{
    Database, Platform,
    clock::{Clock, SystemClock},
    credential::Model as Credential,
    database::Location,
    domains::Domain,
    instances::{Instance, InstanceKind, InstanceStatus},
};
use hosting_drivers::sandbox::Sandboxes;
use hosting_migrations::{Migrator, MigratorTrait};
use std::{fs, sync::OnceLock};
use uuid::Uuid;

/// A customer.
pub struct Account {
    pub id: Uuid,
    pub domains: Vec<Domain>,
    pub container: Uuid,
    pub machine: Uuid,
    /// What opens everything of the account; see [`STANDING`], [`REVOKED`] and [`NEW`].
    pub credentials: Vec<(Credential, String)>,
}

/// The credential that stays.
pub const STANDING: usize = 0;
/// The one that is taken back at some time.
pub const REVOKED: usize = 1;
/// The one that there is not yet.
pub const NEW: usize = 2;

/// What there is when a schedule begins.
pub struct World {
    pub accounts: Vec<Account>,
    /// The file of its database.
    pub file: Vec<u8>,
}

impl World {
    /// The same for every seed.
    pub fn get() -> &'static Self {
        static WORLD: OnceLock<World> = OnceLock::new();
        WORLD.get_or_init(|| {
            let home = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            home.block_on(Self::make())
        })
    }

    /// The texts that tell what belongs to another than `account`.
    pub fn foreign(&self, account: usize) -> impl Iterator<Item = String> {
        let others = self.accounts.iter().enumerate().filter(move |(of, _)| *of != account);
        others.flat_map(|(_, one)| {
            let domains = one.domains.iter().map(|domain| domain.id);
            domains.chain([one.id, one.container, one.machine]).map(|id| id.to_string())
        })
    }

    async fn make() -> Self {
        let folder = made_up::memory().join(format!("hosting-simulation-{}", SystemClock.id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("platform.db");
        let database = Database::open(&Location::Sqlite(path.clone())).await.unwrap();
        Migrator::up(database.connection(), None).await.unwrap();
        let clock = Standing::new();
        let every: std::sync::Arc<dyn Clock> = clock;
        let sandboxes = Sandboxes::new(&database, &every, &made_up::secret(), "http://localhost");
        let platform = made_up::replica(&database, every, &sandboxes, |_| {});
        let mut accounts = Vec::new();
        for names in [&["baobab.example", "marula.example"][..], &["kente.example"]] {
            accounts.push(account(&platform, names).await);
        }
        let copy = rusqlite::Connection::open(&path).unwrap();
        copy.execute_batch(NOTES).unwrap();
        for account in &accounts {
            let id = account.credentials[NEW].0.id;
            copy.execute("DELETE FROM credential WHERE id = ?1", [id.as_bytes()]).unwrap();
        }
        let whole = folder.join("whole.db");
        copy.execute("VACUUM INTO ?1", [whole.to_str()]).unwrap();
        let file = fs::read(whole).unwrap();
        fs::remove_dir_all(folder).unwrap();
        Self { accounts, file }
    }
}

/// What is noted of each change, for whoever audits.
const NOTES: &str = "
CREATE TABLE noted (what text NOT NULL, id blob, account blob, key text);
CREATE TRIGGER noted_job AFTER INSERT ON job BEGIN
  INSERT INTO noted VALUES ('job', NEW.request_id, NEW.account_id, NULL); END;
CREATE TRIGGER noted_renew AFTER UPDATE OF auto_renew ON domain BEGIN
  INSERT INTO noted VALUES ('renew', NEW.id, NEW.account_id, NULL); END;
CREATE TRIGGER noted_record AFTER INSERT ON dns_record BEGIN
  INSERT INTO noted VALUES ('record', NEW.id, NEW.account_id, NULL); END;
CREATE TRIGGER noted_snapshot AFTER INSERT ON instance_snapshot BEGIN
  INSERT INTO noted VALUES ('snapshot', NEW.id, NEW.account_id, NULL); END;
CREATE TRIGGER noted_password AFTER UPDATE OF password_changed_at ON instance BEGIN
  INSERT INTO noted VALUES ('password', NEW.service_id, NEW.account_id, NULL); END;
CREATE TRIGGER noted_done AFTER UPDATE OF answer ON idempotency WHEN NEW.answer IS NOT NULL BEGIN
  INSERT INTO noted VALUES ('done', NEW.request_id, NEW.account_id, NEW.key); END;
CREATE TRIGGER noted_done_at_once AFTER INSERT ON idempotency WHEN NEW.answer IS NOT NULL BEGIN
  INSERT INTO noted VALUES ('done', NEW.request_id, NEW.account_id, NEW.key); END;
";

async fn account(platform: &Platform, names: &[&str]) -> Account {
    let (db, now, id) = (platform.database(), platform.clock().now(), platform.id());
    made_up::insert(db, made_up::owner(id, now)).await;
    let mut domains = Vec::new();
    for name in names {
        let domain = made_up::domain(platform.id(), id, name, now);
        made_up::insert(db, domain.clone()).await;
        domains.push(domain);
    }
    let mut credentials = Vec::new();
    for _ in 0..3 {
        credentials.push(made_up::credential(platform, id).await);
    }
    let container = instance_of(platform, id, InstanceKind::Lxc).await;
    let machine = instance_of(platform, id, InstanceKind::Kvm).await;
    Account { id, domains, container, machine, credentials }
}

async fn instance_of(platform: &Platform, account: Uuid, kind: InstanceKind) -> Uuid {
    let (db, now, id) = (platform.database(), platform.clock().now(), platform.id());
    made_up::insert(db, ordered(id, account, kind, now)).await;
    let row = instance(kind, InstanceStatus::Running, now);
    made_up::insert(db, Instance { service_id: id, account_id: account, ..row }).await;
    id
}
