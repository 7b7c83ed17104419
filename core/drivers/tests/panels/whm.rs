//! WHM, as its documentation says: a server of the tests that answers what stands there (`whm/`). No real one is asked.
use crate::{
    promises,
    server::{Reply, Request, Server},
    stage::{Behind, Stage, World, redeemed},
};
use async_trait::async_trait;
use hosting_drivers::{
    panels::Links,
    whm::{Options, Whm},
};
use hosting_kernel::providers::panel::{HeldSite, Panel, SiteState};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

pub const TOKEN: &str = "C1ME3V5RP1QWERTYUIOPASDFGHJKLZXC";

/// The accounts of a server, and whether each is suspended.
#[derive(Clone, Default)]
pub struct Accounts(Arc<Mutex<BTreeMap<String, bool>>>);

impl Accounts {
    pub fn add(&self, site: &str) {
        self.0.lock().unwrap().insert(site.to_owned(), false);
    }

    /// What is answered to `request`.
    pub fn answer(&self, request: &Request) -> Reply {
        if request.path.starts_with("/cpsess") {
            let known = self.0.lock().unwrap().get(request.field("user")) == Some(&false);
            return Reply::Said(if known { 200 } else { 401 }, request.field("user").to_owned());
        }
        if request.header("authorization") != format!("whm root:{TOKEN}")
            || request.field("api.version") != "1"
        {
            return Reply::Said(403, include_str!("whm/denied.json").to_owned());
        }
        Reply::Said(200, self.call(request))
    }

    fn call(&self, request: &Request) -> String {
        let function = request.path.strip_prefix("/json-api/").unwrap();
        let user = match function {
            "uapi_cpanel" => request.field("cpanel.user"),
            "removeacct" => request.field("username"),
            _ => request.field("user"),
        };
        if function == "myprivs" {
            return include_str!("whm/myprivs.json").replace("ALL", "1").replace("KILL", "0");
        }
        let mut accounts = self.0.lock().unwrap();
        if function == "listaccts" {
            return listed(&accounts);
        }
        let Some(suspended) = accounts.get(user).copied() else {
            return include_str!("whm/absent.json").to_owned();
        };
        let refused =
            |reason| include_str!("whm/refused.json").replace("COMMAND", function).replace("REASON", reason);
        let said = match function {
            "accountsummary" => {
                let flag = if suspended { "1" } else { "0" };
                include_str!("whm/accountsummary.json").replace("SUSPENDED", flag)
            }
            "suspendacct" if suspended => return refused("This account is already suspended."),
            "unsuspendacct" if !suspended => return refused("This account is not suspended."),
            "suspendacct" | "unsuspendacct" => {
                assert!(
                    function == "unsuspendacct"
                        || request.field("reason").contains("by the hosting platform")
                );
                accounts.insert(user.to_owned(), !suspended);
                include_str!("whm/suspendacct.json").replace("suspendacct", function)
            }
            "removeacct" => {
                accounts.remove(user);
                include_str!("whm/suspendacct.json").replace("suspendacct", function)
            }
            "create_user_session" => {
                assert_eq!(request.field("service"), "cpaneld");
                assert!(["", "FileManager_Home"].contains(&request.field("app")));
                let url = format!("http://{}/cpsess1234567890/login/?user={user}", request.header("host"));
                include_str!("whm/create_user_session.json").replace("URL", &url)
            }
            "uapi_cpanel" if suspended => return refused("The account is suspended."),
            "uapi_cpanel" => {
                let asked = (request.field("cpanel.module"), request.field("cpanel.function"));
                assert_eq!(asked, ("ResourceUsage", "get_usages"));
                include_str!("whm/get_usages.json").to_owned()
            }
            other => panic!("WHM has no {other}"),
        };
        said.replace("USER", user)
    }
}

/// All accounts, and that of the reseller that the token is of, as a server lists it.
fn listed(accounts: &BTreeMap<String, bool>) -> String {
    let ours = ("root".to_owned(), false);
    let all = accounts.iter().map(|(user, suspended)| (user.clone(), *suspended)).chain([ours]);
    let each = |(user, suspended): (String, bool)| {
        let flag = if suspended { "1" } else { "0" };
        include_str!("whm/account.json").trim_end().replace("SUSPENDED", flag).replace("USER", &user)
    };
    include_str!("whm/listaccts.json").replace("ACCOUNTS", &all.map(each).collect::<Vec<_>>().join(","))
}

pub fn options(url: &str) -> Options {
    let (user, token) = ("root".to_owned(), TOKEN.to_owned());
    Options { endpoint: url.to_owned(), user, token, server_certificate: None }
}

/// A driver of the server there, which does not wait long.
pub fn driver(options: Options) -> Arc<Whm> {
    Arc::new(Whm::with_patience(options, Duration::from_secs(1)).unwrap())
}

/// What is behind a panel with links of the platform's own.
pub struct Served<A> {
    pub accounts: A,
    pub links: Links,
}

#[async_trait]
impl Behind for Served<Accounts> {
    async fn make(&self, site: &str) {
        self.accounts.add(site);
    }

    async fn enter(&self, url: &str, site: &str) -> bool {
        let Some(address) = redeemed(&self.links, url).await else { return false };
        let page = reqwest::get(address).await.unwrap();
        page.status().is_success() && page.text().await.unwrap() == site
    }
}

/// A server, and a panel with links into it.
pub async fn served(world: &World) -> (Accounts, Server, Links) {
    let accounts = Accounts::default();
    let answering = accounts.clone();
    let server = Server::start(move |request| answering.answer(request)).await;
    let links = world.links(driver(options(&server.url)));
    (accounts, server, links)
}

#[tokio::test]
async fn whm_keeps_the_promises() {
    let world = World::new().await;
    let (accounts, _, links) = served(&world).await;
    let driver = Arc::new(links.clone());
    assert_eq!((driver.name(), driver.driver()), ("cpanel", "whm"));
    promises::all(&Stage { driver, behind: Box::new(Served { accounts, links }), world }).await;
}

#[tokio::test]
async fn figures_are_of_whm_and_of_cpanel() {
    let world = World::new().await;
    let (accounts, _, links) = served(&world).await;
    accounts.add("ama");
    let stats = links.stats("ama").await.unwrap();
    assert_eq!((stats.disk_used_bytes, stats.disk_limit_bytes), (Some(14 << 20), Some(500 << 20)));
    assert_eq!((stats.bandwidth_used_bytes, stats.bandwidth_limit_bytes), (Some(2048), None));
    assert_eq!((stats.databases_used, stats.email_accounts_used), (Some(2), Some(5)));
    assert_eq!((stats.inodes_used, stats.domains_used), (Some(321), Some(1)));
    links.suspend(crate::stage::work(), "ama").await.unwrap();
    let stats = links.stats("ama").await.unwrap();
    assert_eq!((stats.disk_used_bytes, stats.databases_used), (Some(14 << 20), None), "WHM knows so much");
}

#[tokio::test]
async fn the_sites_of_whm_are_its_accounts() {
    let world = World::new().await;
    let (accounts, server, links) = served(&world).await;
    accounts.add("ama");
    accounts.add("kofi");
    links.suspend(crate::stage::work(), "kofi").await.unwrap();
    let site = |name: &str, state| HeldSite {
        name: name.to_owned(),
        primary_domain: Some(format!("{name}.example")),
        state: Some(state),
    };
    let all = vec![site("ama", SiteState::Active), site("kofi", SiteState::Suspended)];
    assert_eq!(links.sites().await, Ok(Some(all)), "whom the token is of is no site");
    assert_eq!(server.count("GET /json-api/listaccts"), 1);
}
