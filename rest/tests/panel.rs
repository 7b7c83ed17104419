//! The pages of the platform's own links into panels: what redeems one, and what does not.
mod support;

use async_trait::async_trait;
use hosting_core::{
    Platform,
    clock::{Clock, SystemClock},
    credential::{Issuers, token::Prefixes},
    hosting::FreeHosting,
    limit::{Limits, MemoryLimits},
    platform::Parts,
    providers::{
        Failure, Providers,
        panel::{self, HeldSite, PanelTarget, SiteState, Stats},
    },
    settings::{BillingTerms, FileBudget, Retention},
};
use hosting_drivers::panels::{self, Links};
use hosting_rest::{App, Options, app};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};
use support::{Answer, Server};
use uuid::Uuid;

/// A panel with every site, which may be away, or have suspended them.
#[derive(Default)]
struct Panel {
    away: AtomicBool,
    suspended: AtomicBool,
    entered: Mutex<Vec<PanelTarget>>,
}

#[async_trait]
impl panels::Server for Panel {
    fn name(&self) -> &'static str {
        "played"
    }

    fn driver(&self) -> &'static str {
        "played"
    }

    async fn state(&self, _: &str) -> Result<Option<SiteState>, Failure> {
        match self.suspended.load(Ordering::Relaxed) {
            true => Ok(Some(SiteState::Suspended)),
            false => Ok(Some(SiteState::Active)),
        }
    }

    async fn sites(&self) -> Result<Vec<HeldSite>, Failure> {
        Ok(Vec::new())
    }

    async fn enter(&self, _: Uuid, site: &str, target: PanelTarget) -> Result<String, Failure> {
        if self.away.load(Ordering::Relaxed) {
            return Err(Failure::Unavailable("a secret of the panel".to_owned()));
        }
        self.entered.lock().expect("nobody panics").push(target);
        Ok(format!("https://panel.example.com/?session={site}#access_token=a.b"))
    }

    async fn suspend(&self, _: Uuid, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    async fn unsuspend(&self, _: Uuid, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    async fn remove(&self, _: Uuid, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    async fn stats(&self, _: &str) -> Result<Stats, Failure> {
        Ok(Stats::default())
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}

/// A platform with that panel, a link into it, and what its database goes with.
async fn linked() -> (Server, Arc<Panel>, String, Server) {
    let (beneath, panel) = (Server::start().await, Arc::new(Panel::default()));
    let site = beneath.own_site("baobab-books.com").await;
    let (base_url, clock) = (Options::default().base_url, Arc::new(SystemClock) as Arc<dyn Clock>);
    let (database, secret) = (beneath.platform.database().clone(), beneath.secret.clone());
    let server = Arc::clone(&panel) as Arc<dyn panels::Server>;
    let links = Links::new(server, None, database.clone(), Arc::clone(&clock), secret.clone(), &base_url);
    let platform = Platform::new(Parts {
        clock,
        secret,
        prefixes: Prefixes::default(),
        issuers: Issuers::default(),
        limits: Limits::Memory(MemoryLimits::default()),
        providers: Providers {
            panel: (Arc::new(links) as Arc<dyn panel::Panel>).into(),
            ..beneath.platform.providers().clone()
        },
        retention: Retention::default(),
        base_url: base_url.clone(),
        free_hosting: FreeHosting::default(),
        billing_terms: BillingTerms::default(),
        file_budget: FileBudget::default(),
        conversions_at_once: 1,
        new_rsa_key: hosting_core::email::new_rsa_key,
        database,
    });
    let server = beneath.with_router(app(App::new(platform, Options::default())));
    let key = format!("Bearer {}", server.key);
    let headers = [
        ("authorization", key.as_str()),
        ("idempotency-key", "the-first"),
        ("content-type", "application/json"),
    ];
    let path = format!("/v1/hosting/services/{site}/panel-access");
    let made = server.send_with("POST", &path, &headers, b"{}").await.json();
    assert_eq!(made["data"]["service"]["panel"], "played", "{made}");
    let url = made["data"]["url"].as_str().expect("a link");
    let path = url.strip_prefix(&base_url).expect("it is ours").to_owned();
    assert!(path.starts_with("/panel/") && path.len() == "/panel/".len() + 64, "{path}");
    (server, panel, path, beneath)
}

fn assert_private(answer: &Answer, status: u16, says: &str) {
    assert_eq!(answer.status.as_u16(), status, "{answer:?}");
    assert!(answer.text.contains(says), "{answer:?}");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("referrer-policy"), "no-referrer");
    assert!(answer.header("content-security-policy").contains("default-src 'none'"));
    assert!(!answer.text.contains("secret") && !answer.text.contains(" style="), "{answer:?}");
}

#[tokio::test]
async fn looking_at_a_link_redeems_nothing_and_a_form_does_once() {
    let (server, panel, path, _beneath) = linked().await;
    for _ in 0..2 {
        assert_private(&server.send_with("GET", &path, &[], b"").await, 200, "method=\"post\"");
        assert_eq!(server.send_with("HEAD", &path, &[], b"").await.status.as_u16(), 204);
    }
    assert!(panel.entered.lock().expect("nobody panics").is_empty());
    let all = (0..10).map(|_| server.send_with("POST", &path, &[], b""));
    let all = futures_util::future::join_all(all).await;
    let (let_in, others): (Vec<_>, Vec<_>) = all.iter().partition(|answer| answer.status.as_u16() == 303);
    assert_eq!(let_in.len(), 1);
    let address = let_in[0].header("location");
    assert!(
        address.starts_with("https://panel.example.com/?session=") && address.ends_with("#access_token=a.b")
    );
    assert_private(let_in[0], 303, "");
    assert_eq!(*panel.entered.lock().expect("nobody panics"), [PanelTarget::Panel]);
    for other in others {
        assert_private(other, 410, "works once, and for five minutes");
    }
    for method in ["GET", "POST"] {
        assert_private(&server.send_with(method, &path, &[], b"").await, 410, "works once");
    }
    assert_eq!(server.send_with("HEAD", &path, &[], b"").await.status.as_u16(), 410);
}

#[tokio::test]
async fn a_link_stands_while_the_panel_lets_nobody_in() {
    let (server, panel, path, _beneath) = linked().await;
    panel.away.store(true, Ordering::Relaxed);
    assert_private(&server.send_with("POST", &path, &[], b"").await, 502, "Try again");
    panel.away.store(false, Ordering::Relaxed);
    panel.suspended.store(true, Ordering::Relaxed);
    assert_private(&server.send_with("POST", &path, &[], b"").await, 409, "does not open this site");
    panel.suspended.store(false, Ordering::Relaxed);
    assert_eq!(server.send_with("POST", &path, &[], b"").await.status.as_u16(), 303);
}

#[tokio::test]
async fn what_is_no_link_opens_nothing() {
    let (server, panel, path, _beneath) = linked().await;
    for wrong in ["/panel/%FF", "/panel/x", &format!("/panel/{}", "0".repeat(64))] {
        for method in ["GET", "POST"] {
            assert_private(&server.send_with(method, wrong, &[], b"").await, 410, "works once");
        }
    }
    assert_private(
        &server.send_with("GET", "/panel/?redirect_uri=x", &[], b"").await,
        410,
        "session has ended",
    );
    let wrong = server.send_with("PUT", &path, &[], b"").await;
    assert_eq!((wrong.status.as_u16(), wrong.code().as_str()), (405, "method_not_allowed"));
    assert!(!wrong.text.contains(path.rsplit('/').next().expect("a token")));
    assert_eq!(server.send_with("GET", "/panel/panel.css", &[], b"").await.status.as_u16(), 200);
    assert_eq!(server.send_with("GET", "/panel/open.js", &[], b"").await.status.as_u16(), 200);
    assert_eq!(
        server.send_with("GET", "/sandbox/panel/", &[], b"").await.status.as_u16(),
        404,
        "it is not there"
    );
    assert!(panel.entered.lock().expect("nobody panics").is_empty());
    // Where the sandbox is, so are its own links alone.
    let sandbox = Server::start().await;
    assert_eq!(sandbox.send_with("GET", "/panel/x", &[], b"").await.status.as_u16(), 404);
}
