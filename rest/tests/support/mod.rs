//! A platform of its own for each test, and a client of its router.
#![expect(dead_code, reason = "each test file uses a part of it")]
mod machine;

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Method, Request, StatusCode},
};
use hosting_core::{
    Database, Platform, Scope, Secret,
    account::row::{AccountStatus, Model as Account, Plan, PlanStatus},
    clock::{Clock, SystemClock},
    credential::{self, CredentialKind, Issuers, NewCredential, token::Prefixes},
    database::Location,
    domains::domain::{DomainStatus, Environment, Model as Domain},
    email,
    hosting::{self, FreeHosting, HostingKind},
    instances::{Instance, InstanceKind, InstanceStatus, instance},
    limit::{Limits, MemoryLimits},
    money::Money,
    platform::Parts,
    providers::{converter::Converter, store::Store},
    services::service::{self, Model as Service, ServiceStatus, ServiceType},
    settings::{BillingTerms, FileBudget, Retention},
    texts::Texts,
};
use hosting_drivers::{
    folder::Folder,
    none::NoConverter,
    sandbox::{Sandboxes, hypervisor as sandbox},
    sealed::Sealed,
};
use hosting_engine::Workshop;
use hosting_migrations::{Migrator, MigratorTrait};
use hosting_rest::{App, Connections, Options, Terminals, app};
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::sync::{OnceCell, oneshot};
use tower::ServiceExt;
use uuid::Uuid;

/// A platform with one account and its key.
pub struct Server {
    pub router: Router,
    pub platform: Platform,
    pub account: Uuid,
    pub key: String,
    pub secret: Secret,
    /// The terminals that its router opens.
    pub terminals: Terminals,
    /// The sockets and streams of events that it has open.
    pub live: Connections,
    folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Server {
    /// Where its database is, if that is a file.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub async fn start() -> Self {
        Self::start_with(&Options::default().base_url, local, Arc::new(NoConverter::default())).await
    }

    /// The same, and it converts files.
    pub async fn converting() -> Self {
        let work = std::env::temp_dir().join(format!("hosting-work-{}", SystemClock.id()));
        let converter = Sealed::new(workshop().await, work);
        Self::start_with(&Options::default().base_url, local, Arc::new(converter)).await
    }

    /// The same with files in `store`, which `converter` converts; its addresses start with `base_url`.
    pub async fn start_with(
        base_url: &str,
        store: impl FnOnce(&Path, &Secret, &str) -> Arc<dyn Store>,
        converter: Arc<dyn Converter>,
    ) -> Self {
        let folder = std::env::temp_dir().join(format!("hosting-test-{}", SystemClock.id()));
        fs::create_dir_all(&folder).expect("a folder");
        let location = Location::Sqlite(folder.join("hosting.db"));
        Self::start_on(&location, folder, "ama@example.com", base_url, store, converter).await
    }

    /// The same with the database at `location`, which may be another's too.
    pub async fn start_on(
        location: &Location,
        folder: PathBuf,
        email: &str,
        base_url: &str,
        store: impl FnOnce(&Path, &Secret, &str) -> Arc<dyn Store>,
        converter: Arc<dyn Converter>,
    ) -> Self {
        let trust = (Issuers::default(), Arc::new(SystemClock) as Arc<dyn Clock>);
        Self::start_as(location, folder, (email, base_url), store, converter, trust).await
    }

    /// One that takes access tokens of `issuers`, by this clock.
    pub async fn trusting(issuers: Issuers, clock: Arc<dyn Clock>) -> Self {
        let folder = std::env::temp_dir().join(format!("hosting-test-{}", SystemClock.id()));
        fs::create_dir_all(&folder).expect("a folder");
        let location = Location::Sqlite(folder.join("hosting.db"));
        let base_url = Options::default().base_url;
        let names = ("ama@example.com", base_url.as_str());
        Self::start_as(&location, folder, names, local, Arc::new(NoConverter::default()), (issuers, clock))
            .await
    }

    async fn start_as(
        location: &Location,
        folder: PathBuf,
        (email, base_url): (&str, &str),
        store: impl FnOnce(&Path, &Secret, &str) -> Arc<dyn Store>,
        converter: Arc<dyn Converter>,
        (issuers, clock): (Issuers, Arc<dyn Clock>),
    ) -> Self {
        let database = Database::open(location).await.expect("a database");
        Self::start_with_database(database, folder, (email, base_url), store, converter, (issuers, clock))
            .await
    }

    /// One on a `database` that is open, and migrated here.
    pub async fn start_with_database(
        database: Database,
        folder: PathBuf,
        (email, base_url): (&str, &str),
        store: impl FnOnce(&Path, &Secret, &str) -> Arc<dyn Store>,
        converter: Arc<dyn Converter>,
        (issuers, clock): (Issuers, Arc<dyn Clock>),
    ) -> Self {
        Migrator::up(database.connection(), None).await.expect("migrations");
        let secret = Secret::new(b"a secret for tests only, of 32 characters");
        let sandboxes = Sandboxes::new(&database, &clock, &secret, base_url);
        let store = store(&folder, &secret, base_url);
        let parts = Parts {
            clock,
            secret: secret.clone(),
            prefixes: Prefixes::default(),
            issuers,
            limits: Limits::Memory(MemoryLimits::default()),
            providers: sandboxes.providers(store, converter),
            retention: Retention::default(),
            base_url: base_url.to_owned(),
            free_hosting: FreeHosting::default(),
            billing_terms: BillingTerms::default(),
            file_budget: FileBudget::default(),
            conversions_at_once: 1,
            new_rsa_key: hosting_core::email::new_rsa_key,
            database,
        };
        let platform = Platform::new(parts);
        let account = account(&platform, email).await;
        let key = key(&platform, &secret, account, 100_000).await;
        let options = Options { base_url: base_url.to_owned(), ..Options::default() };
        let state = App::new(platform.clone(), options);
        let (terminals, live, router) = (state.terminals.clone(), state.live.clone(), app(state));
        Self { router, platform, account, key, secret, terminals, live, folder }
    }

    /// Another server on the same database, as a process of its own would be.
    pub async fn twin(&self, location: &Location) -> Self {
        let folder = std::env::temp_dir().join(format!("hosting-test-{}", SystemClock.id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (base_url, email) = (Options::default().base_url, format!("{}@example.com", SystemClock.id()));
        Self::start_on(location, folder, &email, &base_url, local, Arc::new(NoConverter::default())).await
    }

    /// The same platform behind another router; its files stay with the first.
    pub fn with_router(&self, router: Router) -> Self {
        Self {
            router,
            platform: self.platform.clone(),
            account: self.account,
            key: self.key.clone(),
            secret: self.secret.clone(),
            terminals: self.terminals.clone(),
            live: self.live.clone(),
            folder: PathBuf::new(),
        }
    }

    /// The file of the database.
    pub fn file(&self) -> PathBuf {
        self.folder.join("hosting.db")
    }

    /// Lets the account have a container, which runs.
    pub async fn own_container(&self, name: &str) -> Uuid {
        let (id, now) = (self.platform.id(), self.platform.clock().now());
        let ordered = Service {
            id,
            account_id: self.account,
            service_type: ServiceType::Lxc,
            display_name: name.to_owned(),
            status: ServiceStatus::Active,
            plan_name: "LXC 2".to_owned(),
            billing_months: 3,
            renewal_price: Money::cents(1250),
            renewal_currency: "USD".to_owned(),
            auto_renew: true,
            activated_at: None,
            renews_at: None,
            grace_ends_at: None,
            cancellation_requested_at: None,
            cancel_at: None,
            created_at: now,
            updated_at: now,
        };
        let container = Instance {
            service_id: id,
            account_id: self.account,
            kind: InstanceKind::Lxc,
            hostname: name.to_owned(),
            plan_code: "lxc-2".to_owned(),
            status: InstanceStatus::Running,
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
            updated_at: now,
            backend: None,
        };
        let machine = sandbox::Machine::of(container.kind, &container.adopted(), now);
        let write = self.platform.database().write(move |db| {
            Box::pin(async move {
                service::Entity::insert(ordered.into_active_model()).exec_without_returning(db).await?;
                instance::Entity::insert(container.into_active_model()).exec_without_returning(db).await?;
                let machine = machine.into_active_model();
                sandbox::instance::Entity::insert(machine).exec_without_returning(db).await?;
                Ok(())
            })
        });
        write.await.expect("a container");
        id
    }

    /// Lets the account own a domain.
    pub async fn own_domain(&self, name: &str) -> Uuid {
        let (id, now) = (self.platform.id(), self.platform.clock().now());
        let row = Domain {
            id,
            account_id: self.account,
            domain_name: name.to_owned(),
            unicode_name: name.to_owned(),
            tld: ".com".to_owned(),
            status: DomainStatus::Active,
            registered_at: None,
            expires_at: None,
            auto_renew: false,
            privacy_enabled: false,
            locked: false,
            name_servers: Texts(vec!["ns1.host.example".to_owned(), "ns2.host.example".to_owned()]),
            pending_name_servers: None,
            name_servers_error: None,
            registrar_environment: Environment::Ote,
            registrar_backend: "sandbox".to_owned(),
            awaits_registry: false,
            renewal_error: None,
            ds: None,
            dns_backend: "sandbox".to_owned(),
            last_synced_at: None,
            created_at: now,
            updated_at: now,
        };
        let insert = hosting_core::domains::domain::Entity::insert(row.into_active_model());
        let write = self.platform.database().write(move |db| {
            Box::pin(async move {
                insert.exec_without_returning(db).await?;
                Ok(())
            })
        });
        write.await.expect("a domain");
        id
    }

    /// Lets the account have an email service that was never set up.
    pub async fn own_email(&self, domain: &str) -> Uuid {
        let (id, now) = (self.platform.id(), self.platform.clock().now());
        let service = Service {
            id,
            account_id: self.account,
            service_type: ServiceType::Email,
            display_name: domain.to_owned(),
            status: ServiceStatus::Active,
            plan_name: "Email 10".to_owned(),
            billing_months: 1,
            renewal_price: Money::cents(500),
            renewal_currency: "USD".to_owned(),
            auto_renew: true,
            activated_at: None,
            renews_at: None,
            grace_ends_at: None,
            cancellation_requested_at: None,
            cancel_at: None,
            created_at: now,
            updated_at: now,
        };
        let plan = email::row::Plan {
            id: "email-10".to_owned(),
            mailbox_limit: 10,
            storage_bytes_per_mailbox: 10 << 30,
            domain_limit: 1,
        };
        let email = email::row::Model::ordered(&service, domain, plan);
        let service = hosting_core::services::service::Entity::insert(service.into_active_model());
        let email = email::row::Entity::insert(email.into_active_model());
        let write = self.platform.database().write(move |db| {
            Box::pin(async move {
                service.exec_without_returning(db).await?;
                email.exec_without_returning(db).await?;
                Ok(())
            })
        });
        write.await.expect("an email service");
        id
    }

    /// Lets the account have Free Hosting that nobody used for long.
    pub async fn own_site(&self, domain: &str) -> Uuid {
        let (id, now) = (self.platform.id(), self.platform.clock().now());
        let long_ago = now.plus(-chrono::TimeDelta::days(40));
        let service = Service {
            id,
            account_id: self.account,
            service_type: ServiceType::SharedHosting,
            display_name: domain.to_owned(),
            status: ServiceStatus::Active,
            plan_name: "Free".to_owned(),
            billing_months: 12,
            renewal_price: Money::cents(0),
            renewal_currency: "USD".to_owned(),
            auto_renew: true,
            activated_at: Some(long_ago),
            renews_at: None,
            grace_ends_at: None,
            cancellation_requested_at: None,
            cancel_at: None,
            created_at: long_ago,
            updated_at: long_ago,
        };
        let site = hosting::row::Model {
            service_id: id,
            account_id: self.account,
            kind: HostingKind::Free,
            primary_domain: domain.to_owned(),
            site: domain.replace('.', "-"),
            last_activity_at: None,
            inactivity_suspended_at: None,
            deletion_deadline: None,
            site_state: None,
            due_at: None,
            updated_at: now,
            backend: None,
        };
        let write = self.platform.database().write(move |db| {
            Box::pin(async move {
                service::Entity::insert(service.into_active_model()).exec_without_returning(db).await?;
                hosting::row::Entity::insert(site.into_active_model()).exec_without_returning(db).await?;
                Ok(())
            })
        });
        write.await.expect("a site");
        id
    }

    /// Asks for a link into the panel of a site, and opens it; gives the answer and the path of the link.
    pub async fn open_panel(&self, site: Uuid, key: &str) -> (Answer, String) {
        let token = format!("Bearer {}", self.key);
        let headers = [("authorization", token.as_str()), ("idempotency-key", key)];
        let path = format!("/v1/hosting/services/{site}/panel-access");
        let made = self.send_with("POST", &path, &headers, b"").await;
        assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
        let url = made.json()["data"]["url"].as_str().expect("a link").to_owned();
        let path = url.strip_prefix(&Options::default().base_url).expect("a link of ours").to_owned();
        (self.send_with("GET", &path, &[], b"").await, path)
    }

    /// Lets no write begin, but for one that ends when what is returned is dropped.
    pub async fn hold_writes(&self) -> oneshot::Sender<()> {
        let (held, dropped) = oneshot::channel::<()>();
        let (begins, begun) = oneshot::channel::<()>();
        let platform = self.platform.clone();
        tokio::spawn(async move {
            let work = async move {
                drop(begins);
                let _ = dropped.await;
                Ok(())
            };
            platform.database().write(move |_| Box::pin(work)).await
        });
        let _ = begun.await;
        held
    }

    /// Sends a request with the key; `body` makes it JSON.
    pub async fn send(&self, method: &str, path: &str, body: Option<&str>) -> Answer {
        let key = format!("Bearer {}", self.key);
        let mut headers = vec![("authorization", key.as_str()), ("idempotency-key", "a-key-for-tests")];
        if body.is_some() {
            headers.push(("content-type", "application/json"));
        }
        self.send_with(method, path, &headers, body.unwrap_or_default().as_bytes()).await
    }

    /// Sends a request just so.
    pub async fn send_with(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        // As clients of HTTP do.
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            request = request.header("host", "platform.example");
        }
        let request = request.body(Body::from(body.to_vec())).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("a body");
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8_lossy(&body).into_owned(),
        }
    }
}

/// What converts in the tests of this file, in processes of the binary.
pub async fn workshop() -> Arc<Workshop> {
    static WORKSHOP: OnceCell<Arc<Workshop>> = OnceCell::const_new();
    let open = || async {
        let exe = env!("CARGO_BIN_EXE_hosting").into();
        Arc::new(Workshop::open(exe).await.expect("a kernel that seals off processes"))
    };
    Arc::clone(WORKSHOP.get_or_init(open).await)
}

pub fn local(folder: &Path, secret: &Secret, base_url: &str) -> Arc<dyn Store> {
    Arc::new(Folder::new(folder.join("files"), secret.clone(), base_url))
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|cause| panic!("{cause}: {self:?}"))
    }

    /// The code in the envelope.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_else(|| panic!("no code: {self:?}")).to_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

pub async fn account(platform: &Platform, email: &str) -> Uuid {
    let clock = platform.clock();
    let row = Account {
        id: clock.id(),
        email: email.to_owned(),
        full_name: "Ama Mensah".to_owned(),
        first_name: None,
        last_name: None,
        company_name: None,
        country: None,
        preferred_language: "en".to_owned(),
        timezone: "UTC".to_owned(),
        status: AccountStatus::Active,
        plan: Some(Plan::Pro),
        plan_status: Some(PlanStatus::Active),
        operations_limit: Some(100_000),
        period_ends_at: None,
        created_at: clock.now(),
    };
    let id = row.id;
    let insert = hosting_core::account::row::Entity::insert(row.into_active_model());
    let write = platform.database().write(move |db| {
        Box::pin(async move {
            insert.exec_without_returning(db).await?;
            Ok(())
        })
    });
    write.await.expect("an account");
    id
}

pub async fn key(platform: &Platform, secret: &Secret, account: Uuid, requests_per_minute: u32) -> String {
    let new = NewCredential {
        account,
        kind: CredentialKind::ApiKey,
        name: "tests".to_owned(),
        scopes: Scope::ALL.to_vec(),
        networks: Vec::new(),
        requests_per_minute,
        expires_in: None,
    };
    let prefixes = Prefixes::default();
    let made = credential::create(platform.database(), platform.clock(), secret, &prefixes, new);
    made.await.expect("a key").1
}
