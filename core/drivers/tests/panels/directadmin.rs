//! `DirectAdmin`, as its documentation says: a server of the tests that answers what stands there (`directadmin/`). No real
//! one is asked.
use crate::{
    promises,
    server::{Reply, Request, Server},
    stage::{Behind, Stage, World, redeemed},
    whm::Served,
};
use async_trait::async_trait;
use base64::{Engine, prelude::BASE64_STANDARD};
use hosting_drivers::directadmin::{DirectAdmin, Options};
use hosting_kernel::providers::panel::{Panel, PanelTarget};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
    time::Duration,
};

pub const KEY: &str = "a-login-key";

/// The users of a server; cheap to clone.
#[derive(Clone, Default)]
pub struct Users(Arc<Mutex<Kept>>);

/// Whether each is suspended, and the login URLs that nobody has opened.
#[derive(Default)]
struct Kept {
    users: BTreeMap<String, bool>,
    urls: BTreeSet<String>,
}

impl Users {
    pub fn add(&self, site: &str) {
        self.0.lock().unwrap().users.insert(site.to_owned(), false);
    }

    /// What is answered to `request`.
    pub fn answer(&self, request: &Request) -> Reply {
        if request.path == "/api/login/url" {
            let key = request.field("key");
            let Kept { users, urls } = &mut *self.0.lock().unwrap();
            let user = key.split('.').next().unwrap();
            let let_in = urls.remove(key) && users.get(user) == Some(&false);
            return Reply::Said(if let_in { 200 } else { 401 }, user.to_owned());
        }
        let credential = request.header("authorization").strip_prefix("Basic ").unwrap_or_default();
        let credential = String::from_utf8(BASE64_STANDARD.decode(credential).unwrap()).unwrap();
        let (user, key) = credential.split_once(':').unwrap_or_default();
        let (admin, site) = user.split_once('|').unwrap_or((user, ""));
        if (admin, key) != ("admin", KEY) {
            let page = include_str!("directadmin/login.html");
            return Reply::With(200, "X-DirectAdmin: unauthorized", page.to_owned());
        }
        match request.path.as_str() {
            "/api/login-keys/urls" => self.login_url(request, site),
            _ => Reply::Said(200, self.command(request)),
        }
    }

    fn login_url(&self, request: &Request, site: &str) -> Reply {
        let said: serde_json::Value = serde_json::from_str(&request.body).unwrap();
        assert!(said["expires"].as_str().unwrap().ends_with('Z') && request.method == "POST");
        let Kept { users, urls } = &mut *self.0.lock().unwrap();
        if !users.contains_key(site) {
            return Reply::Said(403, r#"{"type":"FORBIDDEN","message":"no such user"}"#.to_owned());
        }
        let key = format!("{site}.{}", urls.len() + 1);
        let url = format!("http://{}/api/login/url?key={key}", request.header("host"));
        urls.insert(key);
        let page = said["redirectURL"].as_str().unwrap();
        Reply::Said(
            200,
            include_str!("directadmin/login_url.json")
                .replace("\"URL\"", &format!("{url:?}"))
                .replace("PAGE", page),
        )
    }

    fn command(&self, request: &Request) -> String {
        let mut world = self.0.lock().unwrap();
        let users = &mut world.users;
        let config = |user: &str, kind: &str, suspended: bool| {
            let config = include_str!("directadmin/config.txt").replace("USER", user).replace("TYPE", kind);
            config.replace("SUSPENDED", if suspended { "yes" } else { "no" })
        };
        let absent = || include_str!("directadmin/absent.txt").to_owned();
        match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/CMD_API_SHOW_USER_CONFIG") if request.field("user") == "admin" => {
                config("admin", "admin", false)
            }
            ("GET", "/CMD_API_SHOW_USER_CONFIG") => match users.get(request.field("user")) {
                Some(suspended) => config(request.field("user"), "user", *suspended),
                None => absent(),
            },
            ("GET", "/CMD_API_SHOW_ALL_USERS") => {
                let all = users.keys().map(String::as_str).chain(["admin"]);
                all.map(|user| format!("list[]={user}")).collect::<Vec<_>>().join("&")
            }
            ("GET", "/CMD_API_SHOW_USER_USAGE") => include_str!("directadmin/usage.txt").to_owned(),
            ("POST", "/CMD_API_SELECT_USERS") => {
                let site = request.field("select0").to_owned();
                if !users.contains_key(&site) {
                    return absent();
                }
                match (request.field("suspend"), request.field("delete"), request.field("confirmed")) {
                    ("Suspend", "", "") => drop(users.insert(site, true)),
                    ("Unsuspend", "", "") => drop(users.insert(site, false)),
                    ("", "yes", "Confirm") => drop(users.remove(&site)),
                    other => panic!("{other:?}"),
                }
                include_str!("directadmin/done.txt").to_owned()
            }
            other => panic!("DirectAdmin has no {other:?}"),
        }
    }
}

pub fn options(url: &str) -> Options {
    let (user, token) = ("admin".to_owned(), KEY.to_owned());
    Options { endpoint: url.to_owned(), user, token, server_certificate: None }
}

pub fn driver(options: Options) -> Arc<DirectAdmin> {
    Arc::new(DirectAdmin::with_patience(options, Duration::from_secs(1)).unwrap())
}

#[async_trait]
impl Behind for Served<Users> {
    async fn make(&self, site: &str) {
        self.accounts.add(site);
    }

    async fn enter(&self, url: &str, site: &str) -> bool {
        let Some(address) = redeemed(&self.links, url).await else { return false };
        let page = reqwest::get(address).await.unwrap();
        page.status().is_success() && page.text().await.unwrap() == site
    }
}

#[tokio::test]
async fn directadmin_keeps_the_promises() {
    let (world, users) = (World::new().await, Users::default());
    let answering = users.clone();
    let server = Server::start(move |request| answering.answer(request)).await;
    let links = world.links(driver(options(&server.url)));
    let driver = Arc::new(links.clone());
    assert_eq!((driver.name(), driver.driver()), ("directadmin", "directadmin"));
    promises::all(&Stage {
        driver,
        behind: Box::new(Served { accounts: users.clone(), links: links.clone() }),
        world,
    })
    .await;
    users.add("ama");
    let stats = links.stats("ama").await.unwrap();
    assert_eq!((stats.disk_used_bytes, stats.disk_limit_bytes), (Some(14_942_208), Some(5120 << 20)));
    assert_eq!(
        (stats.bandwidth_used_bytes, stats.bandwidth_limit_bytes),
        (Some(13_107_200), Some(10_240 << 20))
    );
    assert_eq!((stats.databases_used, stats.email_accounts_used), (Some(2), Some(3)));
    assert_eq!((stats.inodes_used, stats.domains_used), (Some(321), Some(1)));
    let domain = links.sites().await.unwrap().unwrap().into_iter().find(|site| site.name == "ama");
    assert_eq!(domain.and_then(|site| site.primary_domain).as_deref(), Some("example.com"));
    // Who administers is no site, whatever a record says.
    let work = crate::stage::work();
    assert!(links.login(work, "admin", PanelTarget::Panel, chrono::TimeDelta::minutes(5)).await.is_err());
    assert!(links.suspend(work, "admin").await.is_err());
    links.remove(work, "admin").await.unwrap();
    assert_eq!(
        server.asked.lock().unwrap().last().unwrap(),
        "GET /CMD_API_SHOW_USER_CONFIG",
        "none is removed"
    );
}
