//! A platform with instances of its own, under a clock that is moved.
use crate::machines::{instance, ordered};
use chrono::TimeDelta;
use hosting_core::{
    AREAS, Call, Facade, Operation, Platform, Request, Result, Scope, Secret, Time, Via,
    account::row::{AccountStatus, Model as Account},
    clock::Clock,
    credential::{self, CredentialKind, Issuers, NewCredential, token::Prefixes},
    database::{Database, Location},
    hosting::FreeHosting,
    instances::{Instance, InstanceKind, InstanceStatus, await_arrivals, instance, snapshot},
    limit::{Limits, MemoryLimits},
    platform::Parts,
    providers::{
        Providers,
        hypervisor::{Containers, Hypervisor},
    },
    queue::work_once,
    settings::{BillingTerms, FileBudget, Retention},
};
use hosting_drivers::{
    folder::Folder,
    none::NoConverter,
    sandbox::{
        Sandboxes,
        hypervisor::{Machine, Sandbox},
    },
};
use hosting_migrations::{Migrator, MigratorTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, sea_query::ExprTrait,
};
use std::{
    net::Ipv4Addr,
    path::PathBuf,
    sync::{Arc, Mutex},
};
use uuid::Uuid;

/// A clock that stands until it is moved.
pub struct Standing(Mutex<Time>);

impl Standing {
    pub fn pass(&self, delta: TimeDelta) {
        let mut now = self.0.lock().unwrap();
        *now = now.plus(delta);
    }
}

impl Clock for Standing {
    fn now(&self) -> Time {
        *self.0.lock().unwrap()
    }
}

/// A platform in a folder of its own, with one account.
pub struct Stage {
    pub platform: Platform,
    pub clock: Arc<Standing>,
    pub lxc: Sandbox,
    pub account: Uuid,
    token: String,
    folder: PathBuf,
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Stage {
    pub async fn new() -> Self {
        Self::behind(|sandbox| Arc::new(sandbox)).await
    }

    /// The same, where what `made` makes of the sandbox is asked of containers.
    pub async fn behind(made: impl FnOnce(Sandbox) -> Arc<dyn Containers>) -> Self {
        let clock = Arc::new(Standing(Mutex::new(noon())));
        let folder = std::env::temp_dir().join(format!("instances-{}-{}", std::process::id(), clock.id()));
        std::fs::create_dir_all(&folder).unwrap();
        let database = Database::open(&Location::Sqlite(folder.join("hosting.db"))).await.unwrap();
        Migrator::up(database.connection(), None).await.unwrap();
        let secret = Secret::new(b"a secret for tests only, of 32 characters");
        let every: Arc<dyn Clock> = Arc::clone(&clock) as _;
        let sandboxes = Sandboxes::new(&database, &every, &secret, "http://localhost");
        let store = Folder::new(folder.join("files"), secret.clone(), "http://localhost");
        let lxc = sandboxes.lxc.clone();
        let platform = Platform::new(Parts {
            clock: every,
            secret,
            prefixes: Prefixes::default(),
            issuers: Issuers::default(),
            limits: Limits::Memory(MemoryLimits::default()),
            providers: Providers {
                lxc: made(lxc.clone()).into(),
                ..sandboxes.providers(Arc::new(store), Arc::new(NoConverter::default()))
            },
            free_hosting: FreeHosting::default(),
            billing_terms: BillingTerms::default(),
            file_budget: FileBudget::default(),
            conversions_at_once: 1,
            new_rsa_key: hosting_core::email::new_rsa_key,
            retention: Retention::default(),
            base_url: "http://localhost".to_owned(),
            database,
        });
        let account = clock.id();
        let mut stage = Self { platform, clock, lxc, account, token: String::new(), folder };
        stage.insert(owner(account)).await;
        stage.token = stage.credential().await;
        stage
    }

    /// What opens everything of the account.
    async fn credential(&self) -> String {
        let new = NewCredential {
            account: self.account,
            kind: CredentialKind::ApiKey,
            name: "a test".to_owned(),
            scopes: Scope::ALL.to_vec(),
            networks: Vec::new(),
            requests_per_minute: 1000,
            expires_in: None,
        };
        let (db, clock, secret) = (self.platform.database(), self.platform.clock(), self.platform.secret());
        let made = credential::create(db, clock, secret, &Prefixes::default(), new).await;
        made.unwrap().1
    }

    /// Has `operation` done for the owner.
    pub async fn perform<O: Operation>(&self, operation: O) -> O::Output {
        self.ask(operation).await.unwrap()
    }

    /// Asks for `operation` as the owner.
    pub async fn ask<O: Operation>(&self, operation: O) -> Result<O::Output> {
        self.platform.perform(&self.call().await, Ok(operation)).await?.data()
    }

    async fn call(&self) -> Call {
        let via =
            Via { facade: Facade::Rest, method: "POST".to_owned(), route: "/".to_owned(), status: |_| 200 };
        let request = Request {
            id: self.clock.id(),
            at: self.clock.now(),
            via,
            address: Ipv4Addr::LOCALHOST.into(),
            user_agent: None,
            key: Some(self.clock.id().to_string()),
        };
        self.platform.admit(Some(&self.token), request).await.unwrap()
    }

    /// A container that is `status`, here and at its hypervisor.
    pub async fn container(&self, status: InstanceStatus) -> Uuid {
        self.instance(InstanceKind::Lxc, status).await
    }

    /// An instance that is `status`, here and at its hypervisor.
    pub async fn instance(&self, kind: InstanceKind, status: InstanceStatus) -> Uuid {
        let id = self.clock.id();
        let row = Instance { service_id: id, account_id: self.account, ..instance(kind, status, noon()) };
        self.insert(ordered(id, self.account, kind, noon())).await;
        self.insert(Machine::of(row.kind, &row.adopted(), noon())).await;
        self.insert(row).await;
        id
    }

    /// A container that the operator brings in as `status`, when no queued work is about it.
    pub async fn brought_in(&self, status: InstanceStatus) -> Uuid {
        let id = self.clock.id();
        let kind = InstanceKind::Lxc;
        let row = Instance { service_id: id, account_id: self.account, ..instance(kind, status, noon()) };
        self.insert(ordered(id, self.account, kind, noon())).await;
        self.lxc.adopt(&[row.adopted()]).await.unwrap();
        self.insert(row).await;
        await_arrivals(self.platform.database(), &*self.clock).await.unwrap();
        id
    }

    /// Shows a change that is queued, and has not been taken up.
    pub async fn show_change(&self, id: Uuid, meanwhile: InstanceStatus) {
        let write = self.platform.database().write(move |db| {
            Box::pin(async move {
                shown(id, meanwhile).update(db).await?;
                Ok(())
            })
        });
        let written: Result<()> = write.await;
        written.unwrap();
    }

    /// Does all work that is due.
    pub async fn work_off(&self) {
        while work_once(&self.platform, AREAS).await.unwrap() {}
    }

    /// The record of an instance.
    #[expect(clippy::disallowed_methods, reason = "a test reads")]
    pub async fn record(&self, id: Uuid) -> Instance {
        let reader = self.platform.database().reader(false).await.unwrap();
        instance::Entity::find_by_id(id).one(&reader.executor()).await.unwrap().unwrap()
    }

    /// The record of a snapshot.
    #[expect(clippy::disallowed_methods, reason = "a test reads")]
    pub async fn kept(&self, id: Uuid, name: &str) -> Option<snapshot::Model> {
        let reader = self.platform.database().reader(false).await.unwrap();
        let named = snapshot::Column::ServiceId.eq(id).and(snapshot::Column::Name.eq(name));
        snapshot::Entity::find().filter(named).one(&reader.executor()).await.unwrap()
    }

    /// Changes a row.
    pub async fn update<A>(&self, row: A)
    where
        A: ActiveModelTrait + sea_orm::ActiveModelBehavior + Send + 'static,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        let write = self.platform.database().write(move |db| {
            Box::pin(async move {
                row.update(db).await?;
                Ok(())
            })
        });
        let written: Result<()> = write.await;
        written.unwrap();
    }

    pub async fn insert<M>(&self, row: M)
    where
        M: IntoActiveModel<<M::Entity as EntityTrait>::ActiveModel> + sea_orm::ModelTrait + Send + 'static,
        <M::Entity as EntityTrait>::ActiveModel: ActiveModelTrait<Entity = M::Entity> + Send,
    {
        let write = self.platform.database().write(move |db| {
            Box::pin(async move {
                let row = row.into_active_model();
                <M::Entity as EntityTrait>::insert(row).exec_without_returning(db).await?;
                Ok(())
            })
        });
        let written: Result<()> = write.await;
        written.unwrap();
    }
}

fn shown(id: Uuid, meanwhile: InstanceStatus) -> instance::ActiveModel {
    instance::ActiveModel {
        service_id: sea_orm::Unchanged(id),
        status: sea_orm::Set(meanwhile),
        change: sea_orm::Set(Some("change".to_owned())),
        ..Default::default()
    }
}

/// Noon of the first day of 2031.
fn noon() -> Time {
    Time::of_millis(1_925_035_200_000)
}

fn owner(id: Uuid) -> Account {
    Account {
        id,
        email: "ama@example.com".to_owned(),
        full_name: "Ama Mensah".to_owned(),
        first_name: None,
        last_name: None,
        company_name: None,
        country: None,
        preferred_language: "en".to_owned(),
        timezone: "UTC".to_owned(),
        status: AccountStatus::Active,
        plan: None,
        plan_status: None,
        operations_limit: None,
        period_ends_at: None,
        created_at: noon(),
    }
}
