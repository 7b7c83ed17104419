//! Replicas on one database: a file, or one of its own in the server that `DATABASE_TEST_URL` names.
use crate::{
    made_up::{self, Standing},
    probe::Probe,
};
use hosting_core::{
    Database, Facade, Operation, Platform, Request, Result, Via,
    clock::{Clock, SystemClock},
    database::Location,
    dns::{
        DnsRecord,
        record::{self, RecordStatus},
    },
    domains::Domain,
    providers::{
        Providers,
        backends::{Backend, Backends},
    },
    queue::{Asker, Column, Entity, Job, JobStatus, enqueue},
    texts::Texts,
};
use hosting_drivers::sandbox::Sandboxes;
use hosting_migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, EntityTrait, IntoActiveModel, QueryOrder};
use std::{net::Ipv4Addr, path::PathBuf, sync::Arc};
use uuid::Uuid;

/// A database, and a replica on it under a clock that is moved.
pub struct Stage {
    pub platform: Platform,
    pub clock: Arc<Standing>,
    pub sandboxes: Sandboxes,
    pub database: Database,
    folder: PathBuf,
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Stage {
    /// On whichever database the tests are to run.
    pub async fn new() -> Self {
        Self::on(std::env::var("DATABASE_TEST_URL").ok()).await
    }

    /// On a file: its one writer lets a test stop a worker at any point.
    pub async fn on_a_file() -> Self {
        Self::on(None).await
    }

    async fn on(server: Option<String>) -> Self {
        let folder = made_up::memory().join(format!("hosting-queue-{}", SystemClock.id()));
        std::fs::create_dir_all(&folder).unwrap();
        let database = Database::open(&location(server, &folder).await).await.unwrap();
        Migrator::up(database.connection(), None).await.unwrap();
        let clock = Standing::new();
        let (platform, sandboxes) = replica(&database, clock.clone());
        Self { platform, clock, sandboxes, database, folder }
    }

    /// Another replica on the same database, with a clock of its own.
    pub fn replica(&self, clock: Arc<dyn Clock>) -> Platform {
        replica(&self.database, clock).0
    }

    /// A replica whose only nameserver is called `id`, and has bounds.
    pub fn with_nameserver(&self, id: &str) -> Platform {
        let replica = replica_with(&self.database, self.clock.clone(), |providers| {
            let default = providers.dns.default().unwrap();
            let named = Backend::new(id.to_owned(), Arc::clone(&default.driver), 8);
            providers.dns = Backends::new(vec![named], None);
        });
        replica.0
    }

    pub async fn enqueue(&self, subject: &str, probe: Probe) {
        self.enqueue_for(None, subject, probe).await;
    }

    pub async fn enqueue_for(&self, account: Option<Uuid>, subject: &str, probe: Probe) {
        enqueued(&self.platform, account, subject, probe).await;
    }

    pub async fn jobs(&self) -> Vec<Job> {
        let reader = self.platform.database().reader(false).await.unwrap();
        Entity::find().order_by_asc(Column::Id).all(&reader.executor()).await.unwrap()
    }

    /// Puts a job into the queue that another version may have queued.
    pub async fn store(&self, kind: &str, subject: &str, task: serde_json::Value) -> Uuid {
        self.store_at(1, kind, subject, task).await
    }

    /// The same, behind another.
    pub async fn store_after(&self, kind: &str, subject: &str, task: serde_json::Value) {
        self.store_at(2, kind, subject, task).await;
    }

    async fn store_at(&self, position: i64, kind: &str, subject: &str, task: serde_json::Value) -> Uuid {
        let (id, now) = (self.platform.id(), self.clock.now());
        let job = Job {
            id,
            request_id: Uuid::nil(),
            kind: kind.to_owned(),
            subject: subject.to_owned(),
            position,
            task,
            status: JobStatus::Queued,
            attempts: 0,
            run_at: now,
            lease_until: None,
            last_error: None,
            created_at: now,
            holder: None,
            lane: String::new(),
            account_id: None,
            turn: 0,
        };
        self.insert(job).await;
        id
    }

    /// An account.
    pub async fn account(&self) -> Uuid {
        let id = self.platform.id();
        self.insert(made_up::owner(id, self.clock.now())).await;
        id
    }

    /// What opens everything of an account.
    pub async fn token(&self, account: Uuid) -> String {
        made_up::credential(&self.platform, account).await.1
    }

    /// A domain of an account's.
    pub async fn domain(&self, account: Uuid, name: &str) -> Domain {
        let domain = made_up::domain(self.platform.id(), account, name, self.clock.now());
        self.insert(domain.clone()).await;
        domain
    }

    /// A record that is pending, with no work of its own.
    pub async fn record(&self, domain: &Domain, name: &str) -> Uuid {
        let now = self.clock.now();
        let record = DnsRecord {
            id: self.platform.id(),
            account_id: domain.account_id,
            domain_id: domain.id,
            fqdn: format!("{name}.{}", domain.domain_name),
            name: name.to_owned(),
            r#type: "A".to_owned(),
            contents: Texts(vec!["192.0.2.1".to_owned()]),
            ttl: 300,
            priority: None,
            status: RecordStatus::Pending,
            last_error: None,
            revision: 1,
            served: None,
            created_at: now,
            updated_at: now,
            synced_at: None,
            published: None,
        };
        self.insert(record.clone()).await;
        record.id
    }

    /// What a record says.
    pub async fn shown(&self, record: Uuid) -> DnsRecord {
        let reader = self.platform.database().reader(false).await.unwrap();
        record::Entity::find_by_id(record).one(&reader.executor()).await.unwrap().unwrap()
    }

    pub async fn insert<M>(&self, row: M)
    where
        M: IntoActiveModel<<M::Entity as EntityTrait>::ActiveModel> + sea_orm::ModelTrait + Send + 'static,
        <M::Entity as EntityTrait>::ActiveModel: sea_orm::ActiveModelTrait<Entity = M::Entity> + Send,
    {
        made_up::insert(self.platform.database(), row).await;
    }
}

/// Asks a replica for `operation` by a credential.
pub async fn ask<O: Operation>(platform: &Platform, token: &str, operation: O) -> Result<O::Output> {
    let via = Via { facade: Facade::Rest, method: "POST".to_owned(), route: "/".to_owned(), status: |_| 200 };
    let request = Request {
        id: platform.id(),
        at: platform.clock().now(),
        via,
        address: Ipv4Addr::LOCALHOST.into(),
        user_agent: None,
        key: Some(platform.id().to_string()),
    };
    let call = platform.admit(Some(token), request).await?;
    platform.perform(&call, Ok(operation)).await?.data()
}

/// Queues a probe of an account's by way of a replica.
pub async fn enqueued(platform: &Platform, account_id: Option<Uuid>, subject: &str, probe: Probe) {
    let asker = Asker { request_id: Uuid::nil(), account_id };
    let (of, subject) = (platform.clone(), subject.to_owned());
    let write = platform
        .database()
        .write(move |db| Box::pin(async move { enqueue(db, of.clock(), asker, subject, &probe).await }));
    write.await.unwrap();
}

async fn location(server: Option<String>, folder: &std::path::Path) -> Location {
    let Some(server) = server else {
        return Location::Sqlite(folder.join("platform.db"));
    };
    let name = format!("queue_{}", SystemClock.id().simple());
    let admin = sea_orm::Database::connect(format!("{server}/postgres")).await.unwrap();
    admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
    Location::Postgres(format!("{server}/{name}"))
}

fn replica(database: &Database, clock: Arc<dyn Clock>) -> (Platform, Sandboxes) {
    replica_with(database, clock, |_| {})
}

fn replica_with(
    database: &Database,
    clock: Arc<dyn Clock>,
    change: impl FnOnce(&mut Providers),
) -> (Platform, Sandboxes) {
    let sandboxes = Sandboxes::new(database, &clock, &made_up::secret(), "http://localhost");
    (made_up::replica(database, clock, &sandboxes, change), sandboxes)
}
