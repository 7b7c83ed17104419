//! An issuer on the web, which can be away, slow, or somebody else.
use crate::signer::SigningKey;
use axum::{
    Json, Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use hosting_core::providers::issuer::Issuer;
use hosting_drivers::authorization_server::AuthorizationServer;
use serde_json::{Value, json};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};
use tokio::{
    net::TcpListener,
    sync::{Notify, Semaphore},
};

/// Who may have the keys at one time.
const ROOM: usize = 100;

/// How the issuer behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// As it should.
    Well,
    /// It has only the metadata of RFC 8414.
    Plain,
    /// It is out of order.
    Broken,
    /// It sends whoever asks elsewhere.
    Elsewhere,
    /// Its metadata is that of another issuer.
    Another,
    /// Its keys are where anyone on the way can change them.
    Open,
    /// Its keys come to no end.
    Endless,
    /// Its keys are a page.
    Page,
    /// It has no keys that anyone could use.
    Useless,
}

/// An issuer on a port of its own.
#[derive(Clone)]
pub struct Web {
    /// Its identifier.
    pub id: String,
    inner: Arc<Inner>,
}

struct Inner {
    keys: Mutex<Vec<Value>>,
    manner: Mutex<Manner>,
    asked: AtomicUsize,
    /// Somebody asks for the keys.
    knock: Notify,
    /// Who may have them.
    door: Semaphore,
}

impl Web {
    /// An issuer that publishes these keys.
    pub async fn start(keys: &[&SigningKey]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let id = format!("http://{}/login", listener.local_addr().expect("an address"));
        let inner = Inner {
            keys: Mutex::default(),
            manner: Mutex::new(Manner::Well),
            asked: AtomicUsize::new(0),
            knock: Notify::new(),
            door: Semaphore::new(ROOM),
        };
        let web = Self { id, inner: Arc::new(inner) };
        web.publish(keys);
        let router = Router::new()
            .route("/login/.well-known/openid-configuration", get(openid))
            .route("/.well-known/oauth-authorization-server/login", get(metadata))
            .route("/login/jwks", get(jwks))
            .with_state(web.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        web
    }

    /// Publishes these keys, and no others.
    pub fn publish(&self, keys: &[&SigningKey]) {
        *self.inner.keys.lock().expect("nobody panicked") = keys.iter().map(|key| key.jwk()).collect();
    }

    /// Publishes one more, as it is.
    pub fn add(&self, jwk: Value) {
        self.inner.keys.lock().expect("nobody panicked").push(jwk);
    }

    /// Behaves so from now on.
    pub fn behave(&self, manner: Manner) {
        *self.inner.manner.lock().expect("nobody panicked") = manner;
    }

    /// How often it was asked for its metadata.
    pub fn asked(&self) -> usize {
        self.inner.asked.load(Ordering::SeqCst)
    }

    /// Lets nobody have the keys, until what is given is dropped.
    pub fn hold(&self) -> impl Drop + '_ {
        self.inner.door.try_acquire_many(ROOM.try_into().expect("a small number")).expect("nobody asks")
    }

    /// Returns when somebody asks for the keys.
    pub async fn knock(&self) {
        self.inner.knock.notified().await;
    }

    /// What the platform knows of it.
    pub fn driver(&self) -> Arc<dyn Issuer> {
        Arc::new(AuthorizationServer::new(self.id.clone()).expect("an address"))
    }

    fn manner(&self) -> Manner {
        *self.inner.manner.lock().expect("nobody panicked")
    }
}

async fn openid(state: State<Web>) -> Response {
    match state.manner() {
        Manner::Plain => StatusCode::NOT_FOUND.into_response(),
        _ => metadata(state).await,
    }
}

async fn metadata(State(web): State<Web>) -> Response {
    web.inner.asked.fetch_add(1, Ordering::SeqCst);
    let jwks = format!("{}/jwks", web.id);
    let (issuer, jwks) = match web.manner() {
        Manner::Broken => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
        Manner::Elsewhere => return Redirect::temporary("/login/elsewhere").into_response(),
        Manner::Another => (format!("{}/", web.id), jwks),
        Manner::Open => (web.id, "http://id.example.com/jwks".to_owned()),
        _ => (web.id, jwks),
    };
    Json(json!({ "issuer": issuer, "jwks_uri": jwks })).into_response()
}

async fn jwks(State(web): State<Web>) -> Response {
    web.inner.knock.notify_one();
    let _inside = web.inner.door.acquire().await;
    let keys = web.inner.keys.lock().expect("nobody panicked").clone();
    match web.manner() {
        Manner::Endless => Json(json!({ "keys": keys, "more": "x".repeat(300 << 10) })).into_response(),
        Manner::Page => "<html>".into_response(),
        Manner::Useless => Json(json!({ "keys": [{ "kty": "AKP", "kid": "new" }] })).into_response(),
        _ => Json(json!({ "keys": keys })).into_response(),
    }
}
