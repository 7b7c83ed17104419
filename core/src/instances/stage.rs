//! A platform with instances of its own, under a clock that is moved.
use super::{Change, ChangeInstance, Instance, SnapshotStatus, instance, snapshot};
use crate::{
    database::{Database, Location},
    kernel::{
        account,
        area::Areas,
        credential::token::Prefixes,
        limit::{Limits, MemoryLimits},
        platform::{Parts, Platform},
        queue::{enqueue::enqueue, worker::work_once},
        settings::{FreeHosting, Retention},
    },
    providers::{
        Sandboxes,
        converter::none::NoConverter,
        hypervisor::{
            InstanceKind, InstanceStatus,
            sandbox::{Machine, Sandbox},
        },
        store::local::Local,
    },
    refusals::error::Result,
    services::service::{self, ServiceStatus},
    values::{clock::Clock, money::Money, secret::Secret, time::Time},
};
use chrono::TimeDelta;
use hosting_migrations::{Migrator, MigratorTrait};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};
use uuid::Uuid;

/// What there is on this stage.
pub const AREAS: Areas = &[&super::AREA];

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
    pub kvm: Sandbox,
    account: Uuid,
    folder: PathBuf,
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Stage {
    pub async fn new() -> Self {
        let clock = Arc::new(Standing(Mutex::new(noon())));
        let folder = std::env::temp_dir().join(format!("instances-{}-{}", std::process::id(), clock.id()));
        std::fs::create_dir_all(&folder).unwrap();
        let database = Database::open(&Location::Sqlite(folder.join("hosting.db"))).await.unwrap();
        Migrator::up(database.connection(), None).await.unwrap();
        let secret = Secret::new(b"a secret for tests only, of 32 characters");
        let every: Arc<dyn Clock> = Arc::clone(&clock) as _;
        let sandboxes = Sandboxes::new(&database, &every, &secret, "http://localhost");
        let store = Local::new(folder.join("files"), secret.clone(), "http://localhost");
        let (lxc, kvm) = (sandboxes.lxc.clone(), sandboxes.kvm.clone());
        let platform = Platform::new(Parts {
            clock: every,
            secret,
            prefixes: Prefixes::default(),
            limits: Limits::Memory(MemoryLimits::default()),
            providers: sandboxes.providers(Arc::new(store), Arc::new(NoConverter)),
            free_hosting: FreeHosting::default(),
            conversions_at_once: 1,
            retention: Retention::default(),
            base_url: "http://localhost".to_owned(),
            database,
        });
        let account = clock.id();
        let stage = Self { platform, clock, lxc, kvm, account, folder };
        stage.insert(owner(account)).await;
        stage
    }

    /// A container that is `status`, here and at its hypervisor.
    pub async fn container(&self, status: InstanceStatus) -> Uuid {
        let id = self.clock.id();
        let row =
            Instance { service_id: id, account_id: self.account, ..instance(InstanceKind::Lxc, status) };
        self.insert(ordered(id, self.account)).await;
        self.insert(Machine::of(&row, noon())).await;
        self.insert(row).await;
        id
    }

    /// A snapshot of it that is on its way to be something.
    pub async fn snapshot(&self, instance: Uuid, status: SnapshotStatus) -> Uuid {
        let id = self.clock.id();
        let row = snapshot::Model {
            id,
            service_id: instance,
            account_id: self.account,
            name: id.to_string(),
            description: None,
            status,
            size_bytes: None,
            last_error: None,
            created_at: noon(),
            updated_at: noon(),
        };
        self.insert(row).await;
        id
    }

    /// Queues a change that shows `meanwhile`.
    pub async fn queue(&self, id: Uuid, meanwhile: InstanceStatus, change: Change) {
        let platform = self.platform.clone();
        let write = self.platform.database().write(move |db| {
            Box::pin(async move {
                shown(id, meanwhile).update(db).await?;
                let task = ChangeInstance::new(id, change);
                enqueue(db, platform.clock(), id, instance::subject(id), &task).await
            })
        });
        write.await.unwrap();
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
    #[expect(clippy::disallowed_methods, reason = "a test looks")]
    pub async fn record(&self, id: Uuid) -> Instance {
        let reader = self.platform.database().reader(false).await.unwrap();
        instance::Entity::find_by_id(id).one(&reader.executor()).await.unwrap().unwrap()
    }

    /// The record of a snapshot.
    #[expect(clippy::disallowed_methods, reason = "a test looks")]
    pub async fn kept(&self, id: Uuid) -> Option<snapshot::Model> {
        let reader = self.platform.database().reader(false).await.unwrap();
        snapshot::Entity::find_by_id(id).one(&reader.executor()).await.unwrap()
    }

    async fn insert<M>(&self, row: M)
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
pub fn noon() -> Time {
    Time::of_millis(1_925_035_200_000)
}

/// An instance that is `status`.
pub fn instance(kind: InstanceKind, status: InstanceStatus) -> Instance {
    Instance {
        service_id: Uuid::from_u128(1),
        account_id: Uuid::from_u128(2),
        kind,
        hostname: "web".to_owned(),
        plan_code: "small".to_owned(),
        status,
        vcpus: 2,
        memory_bytes: 2 << 30,
        disk_bytes: 40 << 30,
        ipv4: None,
        ipv6: None,
        region: "eu-west".to_owned(),
        system: "debian-12".to_owned(),
        ssh_host: None,
        ssh_port: None,
        snapshot_limit: 3,
        base_price: None,
        base_months: None,
        change: None,
        last_error: None,
        password_changed_at: None,
        observed_at: None,
        updated_at: noon(),
    }
}

fn ordered(id: Uuid, account_id: Uuid) -> service::Model {
    service::Model {
        id,
        account_id,
        service_type: InstanceKind::Lxc.service_type(),
        display_name: "web".to_owned(),
        status: ServiceStatus::Active,
        plan_name: "small".to_owned(),
        billing_months: 1,
        renewal_price: Money::cents(500),
        renewal_currency: "USD".to_owned(),
        auto_renew: true,
        activated_at: None,
        renews_at: None,
        grace_ends_at: None,
        cancellation_requested_at: None,
        cancel_at: None,
        created_at: noon(),
        updated_at: noon(),
    }
}

fn owner(id: Uuid) -> account::Model {
    account::Model {
        id,
        email: "ama@example.com".to_owned(),
        full_name: "Ama Mensah".to_owned(),
        first_name: None,
        last_name: None,
        company_name: None,
        country: None,
        preferred_language: "en".to_owned(),
        timezone: "UTC".to_owned(),
        status: account::AccountStatus::Active,
        plan: None,
        plan_status: None,
        operations_limit: None,
        period_ends_at: None,
        created_at: noon(),
    }
}
