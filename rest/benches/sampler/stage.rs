//! A platform of its own, and the account that owns the instances.
use crate::machines;
use axum::{
    Router,
    body::{Body, to_bytes},
    http::Request,
};
use hosting_core::{
    Database, Platform, Scope, Secret, Time,
    account::row::{AccountStatus, Model as Account},
    clock::{Clock, SystemClock},
    credential::{self, CredentialKind, Issuers, NewCredential, token::Prefixes},
    database::Location,
    hosting::FreeHosting,
    limit::{Limits, MemoryLimits},
    platform::Parts,
    settings::{BillingTerms, FileBudget, Retention},
};
use hosting_drivers::{folder::Folder, none::NoConverter, sandbox::Sandboxes};
use hosting_migrations::{Migrator, MigratorTrait};
use hosting_rest::{App, Options, app};
use serde_json::Value;
use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};
use tower::ServiceExt;
use uuid::Uuid;

/// Why there are no figures.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A clock that stands until it is moved.
pub struct Standing(AtomicI64);

impl Standing {
    /// Lets a minute pass.
    pub fn pass_a_minute(&self) {
        self.0.fetch_add(60_000, Ordering::Relaxed);
    }
}

impl Clock for Standing {
    fn now(&self) -> Time {
        Time::of_millis(self.0.load(Ordering::Relaxed))
    }
}

/// A platform in a folder of its own.
pub struct Stage {
    pub platform: Platform,
    pub clock: Arc<Standing>,
    pub sandboxes: Sandboxes,
    containers: Vec<Uuid>,
    router: Router,
    key: String,
    folder: PathBuf,
}

impl Drop for Stage {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}

impl Stage {
    /// A platform with so many instances, half of each kind.
    pub async fn new(instances: u32) -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("hosting-sampler-{}", SystemClock.id()));
        fs::create_dir_all(&folder)?;
        let database = Database::open(&Location::Sqlite(folder.join("hosting.db"))).await?;
        Migrator::up(database.connection(), None).await?;
        let secret = Secret::new(b"a secret for figures only, of 32 characters");
        let clock = Arc::new(Standing(AtomicI64::new(1_925_035_200_000)));
        let every = Arc::clone(&clock) as Arc<dyn Clock>;
        let sandboxes = Sandboxes::new(&database, &every, &secret, &Options::default().base_url);
        let store = Folder::new(folder.join("files"), secret.clone(), "");
        let platform = Platform::new(Parts {
            clock: every,
            secret: secret.clone(),
            prefixes: Prefixes::default(),
            issuers: Issuers::default(),
            limits: Limits::Memory(MemoryLimits::default()),
            providers: sandboxes.clone().providers(Arc::new(store), Arc::new(NoConverter::default())),
            retention: Retention::default(),
            base_url: String::new(),
            free_hosting: FreeHosting::default(),
            billing_terms: BillingTerms::default(),
            file_budget: FileBudget::default(),
            conversions_at_once: 1,
            new_rsa_key: hosting_core::email::new_rsa_key,
            database,
        });
        let account = owner(platform.id(), platform.clock().now());
        let id = account.id;
        machines::insert(&platform, account).await?;
        let containers = machines::make(&platform, id, instances).await?;
        let (database, prefixes) = (platform.database(), Prefixes::default());
        let made = credential::create(database, platform.clock(), &secret, &prefixes, wanted(id)).await?;
        let router = app(App::new(platform.clone(), Options::default()));
        Ok(Self { platform, clock, sandboxes, containers, router, key: made.1, folder })
    }

    /// The metrics of one of the containers, as a customer reads them.
    pub async fn metrics(&self, number: u32) -> Result<Value, Failure> {
        let id = self.containers[number as usize % self.containers.len()];
        let request = Request::get(format!("/v1/lxc/instances/{id}/metrics"))
            .header("host", "platform.example")
            .header("authorization", format!("Bearer {}", self.key))
            .body(Body::empty())?;
        let response = self.router.clone().oneshot(request).await?;
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await?;
        match status.is_success() {
            true => Ok(serde_json::from_slice(&body)?),
            false => Err(format!("{status}: {}", String::from_utf8_lossy(&body)).into()),
        }
    }
}

fn wanted(account: Uuid) -> NewCredential {
    NewCredential {
        account,
        kind: CredentialKind::ApiKey,
        name: "figures".to_owned(),
        scopes: Scope::ALL.to_vec(),
        networks: Vec::new(),
        requests_per_minute: 100_000,
        expires_in: None,
    }
}

fn owner(id: Uuid, created_at: Time) -> Account {
    Account {
        id,
        email: "bench@example.com".to_owned(),
        full_name: "Marta Lindqvist".to_owned(),
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
        created_at,
    }
}
