//! A database of its own for each test.
use crate::files::{id, read, services};
use chrono::TimeDelta;
use hosting_core::{
    Database, Secret,
    clock::{Clock, SystemClock},
    database::Location,
    hosting::PanelTarget,
    providers::{
        dns::Dns,
        hypervisor::{Hypervisor, State},
        mail::Mail,
        panel::Panel,
        registrar::{Availability, Registrar},
    },
};
use hosting_drivers::sandbox::{Sandboxes, registrar};
use hosting_inventory::{Backends, Change, Failed, Inventory, Sort, apply, export, prune, remove};
use hosting_migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::Value;
use std::{fs, path::PathBuf, sync::Arc};

/// A database of its own: a file that is gone with the test; or one in the throw-away server that
/// `DATABASE_TEST_URL` names, such as `postgres://postgres@127.0.0.1:5432`.
pub struct Fresh {
    pub db: Database,
    folder: PathBuf,
}

impl Fresh {
    pub async fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("inventory-{}", SystemClock.id()));
        fs::create_dir(&folder).unwrap();
        let location = match std::env::var("DATABASE_TEST_URL") {
            Ok(server) => {
                let name = format!("inventory_{}", SystemClock.id().simple());
                let admin = sea_orm::Database::connect(format!("{server}/postgres")).await.unwrap();
                admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
                Location::Postgres(format!("{server}/{name}"))
            }
            Err(_) => Location::Sqlite(folder.join("hosting.db")),
        };
        Self::at(location, folder).await
    }

    /// One in a file, for what only a file can be asked.
    pub async fn on_sqlite() -> Self {
        let folder = std::env::temp_dir().join(format!("inventory-{}", SystemClock.id()));
        fs::create_dir(&folder).unwrap();
        Self::at(Location::Sqlite(folder.join("hosting.db")), folder).await
    }

    async fn at(location: Location, folder: PathBuf) -> Self {
        let db = Database::open(&location).await.unwrap();
        Migrator::up(db.connection(), None).await.unwrap();
        Self { db, folder }
    }

    pub async fn apply(&self, file: &Value) -> Vec<Change> {
        self.apply_inventory(&read(file), false).await.unwrap()
    }

    pub async fn apply_inventory(&self, inventory: &Inventory, dry_run: bool) -> Result<Vec<Change>, Failed> {
        apply(&self.db, &self.backends(), &SystemClock, inventory, dry_run).await
    }

    /// Applies it, and removes what it leaves out; a dry run only looks.
    pub async fn prune(&self, inventory: &Inventory, dry_run: bool) -> Result<Vec<Change>, Failed> {
        let backends = self.backends();
        let found = prune(&self.db, &backends, &SystemClock, inventory, None).await?;
        match dry_run {
            true => Ok(found),
            false => prune(&self.db, &backends, &SystemClock, inventory, Some(&found)).await,
        }
    }

    /// Removes one thing, after it was shown.
    pub async fn remove(&self, sort: Sort, name: &str) -> Result<Vec<Change>, Failed> {
        let backends = self.backends();
        let found = remove(&self.db, &backends, &SystemClock, (sort, name), None).await?;
        remove(&self.db, &backends, &SystemClock, (sort, name), Some(&found)).await
    }

    pub fn sandboxes(&self) -> Sandboxes {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        Sandboxes::new(&self.db, &clock, &Secret::new(b"a secret"), "")
    }

    pub fn backends(&self) -> Backends {
        let Sandboxes { registrar, dns, panel, mail, lxc, kvm, .. } = self.sandboxes();
        Backends {
            registrar: (Arc::new(registrar) as Arc<dyn Registrar>).into(),
            dns: (Arc::new(dns) as Arc<dyn Dns>).into(),
            panel: (Arc::new(panel) as Arc<dyn Panel>).into(),
            mail: (Arc::new(mail) as Arc<dyn Mail>).into(),
            billed: false,
            lxc: (Arc::new(lxc) as Arc<dyn Hypervisor>).into(),
            kvm: (Arc::new(kvm) as Arc<dyn Hypervisor>).into(),
        }
    }

    pub async fn faults(&self, file: &Value) -> Vec<String> {
        match self.apply_inventory(&read(file), false).await {
            Err(Failed::Faults(faults)) => faults.iter().map(ToString::to_string).collect(),
            other => panic!("{other:?}"),
        }
    }

    pub async fn export(&self) -> String {
        export(&self.db, &self.backends().registrar).await.unwrap().to_json().unwrap()
    }

    /// The service of this name as the database has it.
    pub async fn service(&self, name: &str) -> Value {
        let exported: Value = serde_json::from_str(&self.export().await).unwrap();
        services(&exported).find(|service| service["display_name"] == name).unwrap().clone()
    }

    /// How many rows a statement finds.
    pub async fn rows(&self, sql: &str) -> usize {
        let backend = self.db.connection().get_database_backend();
        let statement = Statement::from_string(backend, sql.to_owned());
        self.db.connection().query_all_raw(statement).await.unwrap().len()
    }

    pub async fn sql(&self, sql: &str) {
        self.db.connection().execute_unprepared(sql).await.unwrap();
    }

    /// What the sandbox hypervisor says of the machine of this service.
    pub async fn machine(&self, name: &str) -> State {
        let service = self.service(name).await;
        let Sandboxes { lxc, kvm, .. } = self.sandboxes();
        let machines = if service["service_type"] == "lxc" { lxc } else { kvm };
        machines.state(id(&service)).await.unwrap().unwrap()
    }

    /// Whether the sandbox panel lets anybody into this site.
    pub async fn opens(&self, site: &str) -> bool {
        let sites = self.sandboxes().panel;
        let minute = TimeDelta::minutes(1);
        sites.login(SystemClock.id(), site, PanelTarget::Panel, minute).await.is_ok()
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// What `registry` says of one name.
pub async fn availability(registry: &registrar::Sandbox, name: &str) -> Availability {
    registry.check(&[name.to_owned()]).await.unwrap().remove(0).unwrap()
}
