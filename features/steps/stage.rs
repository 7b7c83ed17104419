//! What a scenario plays on: a platform with its own clock, database and backends; or a server elsewhere.
use crate::{
    backends::Backends,
    clock::MovableClock,
    database,
    login::{LOGIN, Login},
    record::{KEPT, Record},
    rsa_keys,
    server::{Server, server},
};
use axum::{
    Router,
    body::{Body, Bytes, HttpBody, to_bytes},
    extract::ConnectInfo,
    http::{HeaderValue, Request},
    response::Response,
};
use futures_util::StreamExt;
use hosting_core::{
    AREAS, Database, Platform, Secret, background,
    clock::{Clock, SystemClock},
    credential::{self, Issuers, Linked, NewCredential, Subject, token::Prefixes},
    hosting::FreeHosting,
    limit::{Limits, MemoryLimits},
    platform::Parts,
    queue,
    settings::{BillingTerms, FileBudget, Retention},
};
use hosting_drivers::sandbox::Sandboxes;
use sea_orm::{ActiveModelTrait, ConnectionTrait, EntityTrait, IntoActiveModel};
use std::{
    net::{IpAddr, SocketAddr},
    ops::Deref,
    sync::{Arc, OnceLock, Weak},
};
use tower::ServiceExt;
use uuid::Uuid;

/// A platform of a scenario's own, and all that is around it.
pub struct Stage {
    /// The time.
    pub clock: Here<Arc<MovableClock>>,
    /// The platform.
    pub platform: Here<Platform>,
    /// The backends.
    pub backends: Here<Backends>,
    /// The company's login.
    pub login: Here<Arc<Login>>,
    /// What was asked on it.
    pub record: Record,
    options: hosting_rest::Options,
    app: OnceLock<Router>,
    lost: Option<String>,
    secret: Secret,
    own: Here<database::Own>,
}

/// What is only there where the platform is in this process.
pub struct Here<T>(Option<T>);

impl<T> Deref for Here<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_ref().unwrap_or_else(|| {
            let what =
                std::any::type_name::<T>().rsplit("::").next().unwrap_or_default().trim_end_matches('>');
            panic!("not safe on a server that others use: it needs the platform's {what} at hand")
        })
    }
}

/// The secret of every stage.
pub const SECRET: &[u8] = b"only for scenarios";

/// What a table is called that is lost.
const LOST: &str = "lost";

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

/// What a platform is made with.
struct Around<'a> {
    clock: &'a Arc<MovableClock>,
    secret: &'a Secret,
    backends: &'a Backends,
    login: &'a Arc<Login>,
}

impl Around<'_> {
    fn parts(&self, database: &Database, base_url: String) -> Parts {
        let Self { clock, secret, backends, login } = self;
        Parts {
            database: database.clone(),
            clock: Arc::clone(clock) as _,
            secret: (*secret).clone(),
            prefixes: Prefixes::default(),
            issuers: Issuers::new(vec![Arc::clone(login) as _], base_url.clone()),
            limits: Limits::Memory(MemoryLimits::default()),
            providers: backends.providers(),
            retention: Retention::default(),
            base_url,
            free_hosting: FreeHosting::default(),
            billing_terms: BillingTerms::default(),
            file_budget: FileBudget::default(),
            conversions_at_once: 1,
            new_rsa_key: rsa_keys::new_rsa_key,
        }
    }
}

impl Stage {
    /// An empty platform at the start of 2031; or nothing, where a server elsewhere is asked.
    pub async fn new() -> Self {
        if server().is_some() {
            return Self::elsewhere();
        }
        let own = database::Own::new().await;
        let clock = Arc::new(MovableClock::new());
        let secret = Secret::new(SECRET);
        let options = hosting_rest::Options::default();
        let base_url = options.base_url.clone();
        let clock_of_all: Arc<dyn Clock> = clock.clone();
        let sandboxes = Sandboxes::new(&own.database, &clock_of_all, &secret, &base_url);
        let backends = Backends::new(sandboxes, own.files(), &secret, &base_url);
        let login = Arc::new(Login::new());
        let around = Around { clock: &clock, secret: &secret, backends: &backends, login: &login };
        let platform = Platform::new(around.parts(&own.database, base_url));
        Self {
            clock: Here(Some(clock)),
            platform: Here(Some(platform)),
            backends: Here(Some(backends)),
            login: Here(Some(login)),
            record: Record::default(),
            options,
            app: OnceLock::new(),
            lost: None,
            secret,
            own: Here(Some(own)),
        }
    }

    fn elsewhere() -> Self {
        Self {
            clock: Here(None),
            platform: Here(None),
            backends: Here(None),
            login: Here(None),
            record: Record::default(),
            options: hosting_rest::Options::default(),
            app: OnceLock::new(),
            lost: None,
            secret: Secret::new(b"of nothing"),
            own: Here(None),
        }
    }

    /// The server that is asked, where it is not this process.
    #[expect(clippy::unused_self, reason = "it is one for all stages")]
    pub fn server(&self) -> Option<&'static Server> {
        server()
    }

    /// An identity that nothing has.
    pub fn new_id(&self) -> Uuid {
        match self.server() {
            Some(_) => SystemClock.id(),
            None => self.clock.id(),
        }
    }

    /// Goes on as another process that goes by `secret`.
    pub fn go_on_with(&mut self, secret: Secret) {
        self.secret = secret;
        self.go_on(|_| {});
    }

    /// Goes on as another process, where the keys of mail are called otherwise.
    pub fn go_on_calling_keys(&mut self, rsa: &str, ed25519: &str) {
        if let Some(backends) = &mut self.backends.0 {
            backends.call_keys(rsa, ed25519);
        }
        self.go_on(|parts| parts.new_rsa_key = rsa_keys::another_rsa_key);
    }

    /// Goes on as another process, which is made otherwise and remembers nothing.
    pub fn go_on(&mut self, otherwise: impl FnOnce(&mut Parts)) {
        let Self { clock, secret, backends, login, .. } = &*self;
        let around = Around { clock, secret, backends, login };
        let mut parts = around.parts(&self.own.database, self.options.base_url.clone());
        otherwise(&mut parts);
        self.platform = Here(Some(Platform::new(parts)));
        self.app = OnceLock::new();
    }

    /// The database.
    pub fn database(&self) -> &Database {
        &self.own.database
    }

    /// Ends it; its database is left, and the clock that all have who may still use that.
    pub async fn close(&mut self) -> Option<(database::Own, Weak<MovableClock>)> {
        // Another scenario may be given the same database.
        self.find_again().await;
        Some((self.own.0.take()?, Arc::downgrade(&self.clock)))
    }

    /// Takes a table away; it is given back at the end.
    pub async fn lose(&mut self, table: &str) {
        self.rename(table, LOST).await;
        self.lost = Some(table.to_owned());
    }

    /// Gives back what was taken away.
    pub async fn find_again(&mut self) {
        if let Some(table) = self.lost.take() {
            self.rename(LOST, &table).await;
        }
    }

    async fn rename(&self, table: &str, to: &str) {
        let rename = format!("ALTER TABLE {table} RENAME TO {to}");
        self.database().connection().execute_unprepared(&rename).await.expect("a table that is there");
    }

    /// Sends `request` from `address` to the real router.
    pub async fn send(&self, address: IpAddr, request: Request<Body>) -> Http {
        let response = self.open(address, request).await;
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, 64 << 20).await.expect("a whole body").to_vec();
        Http { status: parts.status.as_u16(), headers: parts.headers, body }
    }

    /// The same, for an answer that is read as it comes.
    pub async fn open(&self, address: IpAddr, request: Request<Body>) -> Response {
        let (mut parts, body) = request.into_parts();
        let (body, kept) = keep(body).await;
        let target = parts.uri.clone();
        let number = self.record.sent(parts.method.clone(), target, parts.headers.clone(), kept);
        parts.headers.entry("host").or_insert(HeaderValue::from_static("platform.example"));
        parts.extensions.insert(ConnectInfo(SocketAddr::new(address, 40_000)));
        let request = Request::from_parts(parts, body);
        let response = match self.server() {
            Some(server) => server.send(request).await,
            None => self.router().oneshot(request).await.expect("the router never fails"),
        };
        self.record.answered(number, response.status().as_u16(), response.headers().clone());
        let record = self.record.clone();
        response.map(|body| {
            Body::from_stream(body.into_data_stream().inspect(move |piece| {
                if let Ok(piece) = piece {
                    record.read(number, piece);
                }
            }))
        })
    }

    /// The real router; made for the first who needs it.
    pub fn router(&self) -> Router {
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
        assert!(self.server().is_none(), "not safe on a server that others use: its operator decides that");
        decide(&mut self.options);
        self.app = OnceLock::new();
    }

    /// Begins to end the process: whoever watches is sent away.
    pub async fn shut_down(&mut self) {
        let app = hosting_rest::App::new(self.platform.clone(), self.options.clone());
        let (_, ended) = tokio::sync::watch::channel(true);
        for open in [&app.live, &app.terminals.connections] {
            open.clone().close_on(ended.clone()).await;
        }
        self.app = OnceLock::from(hosting_rest::app(app));
    }

    /// Issues a credential, as the operator does.
    pub async fn issue(&self, new: NewCredential) -> (Uuid, String) {
        let prefixes = Prefixes::default();
        let issued = credential::create(self.database(), &**self.clock, &self.secret, &prefixes, new);
        let (row, token) = issued.await.expect("a credential");
        (row.id, token)
    }

    /// Links whom the login calls `subject` to an account, as the operator does.
    pub async fn link(&self, subject: &str, new: NewCredential) -> Uuid {
        let subject = Subject { issuer: LOGIN.to_owned(), name: subject.to_owned() };
        let made = credential::link(self.database(), &**self.clock, &self.secret, subject, new).await;
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

/// A short body of known length, and a copy of it; another goes on as it is.
async fn keep(body: Body) -> (Body, Option<Vec<u8>>) {
    match body.size_hint().exact() {
        Some(0) => (body, Some(Vec::new())),
        Some(length) if length <= KEPT as u64 => {
            let bytes: Bytes = to_bytes(body, KEPT).await.expect("a body of that length");
            (Body::from(bytes.clone()), Some(bytes.to_vec()))
        }
        _ => (body, None),
    }
}
