//! What a scenario plays on: a platform with its own clock, database and backends.
use crate::{
    backends::Backends,
    clock::MovableClock,
    database,
    login::{LOGIN, Login},
};
use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{HeaderValue, Request},
    response::Response,
};
use hosting_core::{
    AREAS, Database, Platform, Secret, background,
    clock::Clock,
    credential::{self, Issuers, Linked, NewCredential, Subject, token::Prefixes},
    hosting::FreeHosting,
    limit::{Limits, MemoryLimits},
    platform::Parts,
    queue,
    settings::Retention,
};
use hosting_drivers::sandbox::Sandboxes;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel};
use std::{
    net::{IpAddr, SocketAddr},
    sync::{Arc, OnceLock},
};
use tower::ServiceExt;
use uuid::Uuid;

/// A platform of a scenario's own, and all that is around it.
pub struct Stage {
    /// The time.
    pub clock: Arc<MovableClock>,
    /// The platform.
    pub platform: Platform,
    /// The backends.
    pub backends: Backends,
    /// The company's login.
    pub login: Arc<Login>,
    options: hosting_rest::Options,
    app: OnceLock<Router>,
    secret: Secret,
    own: database::Own,
}

/// What came back over HTTP.
#[derive(Clone, Debug)]
pub struct Http {
    /// The status.
    pub status: u16,
    /// The header lines.
    pub headers: axum::http::HeaderMap,
    /// The body.
    pub body: Vec<u8>,
}

impl Http {
    /// The header `name`, if it is there.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().expect("a header in plain text"))
    }

    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        let shown = || String::from_utf8_lossy(&self.body).into_owned();
        serde_json::from_slice(&self.body).unwrap_or_else(|cause| panic!("{cause}: {}", shown()))
    }
}

impl Stage {
    /// An empty platform at the start of 2031.
    pub async fn new() -> Self {
        let own = database::Own::new().await;
        let clock = Arc::new(MovableClock::new());
        let secret = Secret::new(b"only for scenarios");
        let options = hosting_rest::Options::default();
        let base_url = options.base_url.clone();
        let clock_of_all: Arc<dyn Clock> = clock.clone();
        let sandboxes = Sandboxes::new(&own.database, &clock_of_all, &secret, &base_url);
        let backends = Backends::new(sandboxes, own.files(), &secret, &base_url).await;
        let login = Arc::new(Login::new());
        let parts = Parts {
            database: own.database.clone(),
            clock: clock_of_all,
            secret: secret.clone(),
            prefixes: Prefixes::default(),
            issuers: Issuers::new(vec![login.clone()], base_url.clone()),
            limits: Limits::Memory(MemoryLimits::default()),
            providers: backends.providers(),
            retention: Retention::default(),
            base_url,
            free_hosting: FreeHosting::default(),
            conversions_at_once: 1,
        };
        let platform = Platform::new(parts);
        Self { clock, platform, backends, login, options, app: OnceLock::new(), secret, own }
    }

    /// The database.
    pub fn database(&self) -> &Database {
        &self.own.database
    }

    /// Ends it.
    pub async fn close(&self) {
        self.own.remove().await;
    }

    /// Sends `request` from `address` to the real router.
    pub async fn send(&self, address: IpAddr, request: Request<Body>) -> Http {
        let response = self.open(address, request).await;
        let (parts, body) = response.into_parts();
        let body = axum::body::to_bytes(body, 64 << 20).await.expect("a whole body").to_vec();
        Http { status: parts.status.as_u16(), headers: parts.headers, body }
    }

    /// The same, for an answer that is read as it comes.
    pub async fn open(&self, address: IpAddr, mut request: Request<Body>) -> Response {
        request.headers_mut().entry("host").or_insert(HeaderValue::from_static("platform.example"));
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(address, 40_000)));
        self.app().oneshot(request).await.expect("the router never fails")
    }

    /// The real router; made for the first who needs it.
    fn app(&self) -> Router {
        let options = || self.options.clone();
        let app = || hosting_rest::app(hosting_rest::App::new(self.platform.clone(), options()));
        self.app.get_or_init(app).clone()
    }

    /// What the operator decided about HTTP.
    pub const fn options(&self) -> &hosting_rest::Options {
        &self.options
    }

    /// Decides what the operator decides: it holds from the next request on.
    pub fn choose(&mut self, decide: impl FnOnce(&mut hosting_rest::Options)) {
        decide(&mut self.options);
        self.app = OnceLock::new();
    }

    /// Issues a credential, as the operator does.
    pub async fn issue(&self, new: NewCredential) -> (Uuid, String) {
        let prefixes = Prefixes::default();
        let issued = credential::create(self.database(), &*self.clock, &self.secret, &prefixes, new);
        let (row, token) = issued.await.expect("a credential");
        (row.id, token)
    }

    /// Links whom the login calls `subject` to an account, as the operator does.
    pub async fn link(&self, subject: &str, new: NewCredential) -> Uuid {
        let subject = Subject { issuer: LOGIN.to_owned(), name: subject.to_owned() };
        let made = credential::link(self.database(), &*self.clock, &self.secret, subject, new).await;
        let Ok(Linked::Made(link)) = made else { panic!("no link: {made:?}") };
        link.id
    }

    /// Does all queued work that is due.
    pub async fn work_off(&self) {
        for _ in 0..10_000 {
            if !queue::work_once(&self.platform, AREAS).await.expect("a queue that can be worked off") {
                return;
            }
        }
        panic!("the queue does not come to an end");
    }

    /// Does what time brings, as each minute does.
    pub async fn run_routines(&self) {
        background::run_routines(&self.platform, AREAS).await;
    }

    /// Puts a row into the database, as the operator's inventory does.
    pub async fn insert<M>(&self, row: M)
    where
        M: IntoActiveModel<<M::Entity as EntityTrait>::ActiveModel> + sea_orm::ModelTrait + Send + 'static,
        <M::Entity as EntityTrait>::ActiveModel: ActiveModelTrait<Entity = M::Entity> + Send,
    {
        let write = self.database().write(move |db| {
            Box::pin(async move {
                <M::Entity as EntityTrait>::insert(row.into_active_model())
                    .exec_without_returning(db)
                    .await?;
                Ok(())
            })
        });
        write.await.expect("a row that fits");
    }

    /// Changes a row, as the operator's inventory does.
    pub async fn update<A>(&self, row: A)
    where
        A: ActiveModelTrait + Send + 'static,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        let write = self.database().write(move |db| {
            Box::pin(async move {
                <A::Entity as EntityTrait>::update(row).validate()?.exec(db).await?;
                Ok(())
            })
        });
        write.await.expect("a row that is there");
    }
}
