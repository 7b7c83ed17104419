//! Steps about links into a panel, and the browsers that open them.
use crate::{stage::Http, words::choice, world::World};
use axum::{body::Body, http::Request};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{
    clock::Clock,
    hosting::{HostingStatus, PanelAccess, PanelTarget},
};
use std::net::{IpAddr, Ipv4Addr};

/// What a customer's browser holds.
#[derive(Default)]
pub struct Browser {
    /// The cookie that the panel gave it.
    cookie: Option<String>,
    /// What it shows.
    page: Option<Http>,
}

/// The link that was asked for last.
fn link(world: &World) -> PanelAccess {
    let data = world.last().outcome.clone().unwrap_or_else(|refusal| panic!("no link: {refusal:?}"));
    serde_json::from_value(data).expect("a link")
}

/// Sends what a browser sends for `path`, with its cookie if it has one.
async fn send(world: &World, method: &str, path: &str) -> Http {
    let mut request = Request::builder().method(method).uri(path);
    if let Some(cookie) = &world.browser.cookie {
        request = request.header("cookie", format!("theme=dark; {cookie}"));
    }
    let request = request.body(Body::empty()).expect("a request");
    world.stage.send(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 80)), request).await
}

fn path(world: &World) -> String {
    let base = hosting_rest::Options::default().base_url;
    let url = link(world).url;
    url.strip_prefix(&base).unwrap_or_else(|| panic!("{url} is not under {base}")).to_owned()
}

/// Opens `path` and goes where it leads.
async fn open(world: &mut World, path: &str) {
    let http = send(world, "GET", path).await;
    assert_eq!(http.header("cache-control"), Some("no-store"));
    assert_eq!(http.header("referrer-policy"), Some("no-referrer"));
    if http.status != 303 {
        world.browser.page = Some(http);
        return;
    }
    assert_eq!(http.header("location"), Some("./"), "away from the token");
    let cookie = http.header("set-cookie").expect("a session");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    world.browser.cookie = cookie.split(';').next().map(str::to_owned);
    look(world).await;
}

async fn look(world: &mut World) {
    world.browser.page = Some(send(world, "GET", "/sandbox/panel/").await);
}

fn page(world: &World) -> &Http {
    world.browser.page.as_ref().expect("a page")
}

fn text(world: &World) -> String {
    String::from_utf8_lossy(&page(world).body).into_owned()
}

#[given("a browser opened the link")]
#[when("a browser opens the link")]
async fn opens(world: &mut World) {
    let path = path(world);
    open(world, &path).await;
}

#[when("another browser opens the link")]
async fn another_opens(world: &mut World) {
    world.browser = Browser::default();
    opens(world).await;
}

#[when("a program only looks whether the link is there")]
async fn peeks(world: &mut World) {
    let http = send(world, "HEAD", &path(world)).await;
    assert_eq!((http.status, http.body.len()), (204, 0));
}

#[when("a browser opens a link that never was")]
async fn opens_unknown(world: &mut World) {
    open(world, &format!("/sandbox/panel/{}", "0".repeat(64))).await;
}

#[given("the browser looked at its page again")]
#[when("the browser looks at its page again")]
async fn looks_again(world: &mut World) {
    look(world).await;
}

#[when("the browser comes without its session")]
async fn comes_without(world: &mut World) {
    world.browser.cookie = None;
    look(world).await;
}

#[then(regex = "^it is told that links work once and for five minutes$")]
fn told_once(world: &mut World) {
    assert_eq!(page(world).status, 410);
    assert!(text(world).contains("works once, and for five minutes"), "{}", text(world));
}

#[then(regex = "^it is told that the session has ended$")]
fn told_ended(world: &mut World) {
    assert_eq!(page(world).status, 410);
    assert!(text(world).contains("This session has ended"), "{}", text(world));
}

#[then(regex = r#"^it shows the (control panel|file manager) of "([^"]+)"$"#)]
fn shows(world: &mut World, what: String, domain: String) {
    let (page, text) = (page(world), text(world));
    assert_eq!(page.status, 200, "{text}");
    let named = format!("<h1>{domain}</h1>");
    assert!(text.to_lowercase().contains(&format!("<p class=\"over\">{what}</p>")), "{text}");
    assert!(text.contains(&named), "{text}");
    assert!(
        page.header("content-security-policy").is_some_and(|rule| rule.starts_with("default-src 'none'"))
    );
}

#[then(regex = r"^the link opens the (panel|file manager) for 5 minutes$")]
fn opens_for(world: &mut World, target: String) {
    let access = link(world);
    assert_eq!(access.target, choice::<PanelTarget>(&target.replace("file manager", "filemanager")));
    assert_eq!(access.expires_at, world.stage.clock.now().plus(TimeDelta::minutes(5)));
    assert!(access.url.rsplit('/').next().expect("a token").len() >= 32, "{}", access.url);
}

#[then(regex = r"^the link brought the site (back|nothing new)$")]
fn brought(world: &mut World, what: String) {
    let access = link(world);
    assert_eq!(access.reactivated, what == "back");
    assert_eq!(access.service.status, HostingStatus::Active);
}

#[then("the link is another one than the first")]
fn another(world: &mut World) {
    let first = world.endings.iter().find_map(|ending| ending.outcome.as_ref().ok()).expect("a link");
    let first: PanelAccess = serde_json::from_value(first.clone()).expect("a link");
    assert_ne!(first.url, link(world).url);
}
