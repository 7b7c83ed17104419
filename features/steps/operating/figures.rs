//! Steps about the figures for Prometheus.
use super::{Request, client::ask, until};
use crate::{words::list, world::World};
use axum::{
    body::{Body, to_bytes},
    extract::ConnectInfo,
};
use cucumber::{then, when};
use hosting_core::credential::{CredentialKind, token::Prefixes};
use std::net::SocketAddr;
use tower::ServiceExt;

/// The figures as they are served.
async fn figures(world: &World) -> String {
    let address = world.operating.process().bound("--metrics-listen");
    let answer = ask(address, &Request::new("GET /metrics")).await.expect("the figures");
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-type").is_some_and(|kind| kind.starts_with("text/plain; version=0.0.4")));
    String::from_utf8(answer.body).expect("text")
}

#[when("the operator asks for the figures")]
async fn asks(world: &mut World) {
    figures(world).await;
}

#[when(regex = r"^somebody tries (\d+) keys that were made up$")]
async fn tries_keys(world: &mut World, count: usize) {
    for _ in 0..count {
        let made_up = Prefixes::default().issue(CredentialKind::ApiKey);
        world.operating.ask(&Request::new("GET /v1/account").by(&made_up)).await;
    }
}

/// Those of the platform in this process, which are its own as far as they are about its database.
#[then(regex = r#"^the figures of this platform say "([^"]*)"$"#)]
async fn platform_says(world: &mut World, line: String) {
    let (platform, options) = (world.stage.platform.clone(), world.stage.options().clone());
    let served = hosting_rest::metrics_app(hosting_rest::App::new(platform, options));
    let request = axum::http::Request::get("/metrics").header("host", "platform.example");
    let mut request = request.body(Body::empty()).expect("a request");
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 40_000))));
    let answer = served.oneshot(request).await.expect("the router never fails");
    let body = to_bytes(answer.into_body(), 1 << 20).await.expect("a whole body");
    let figures = String::from_utf8_lossy(&body).replace('"', "");
    assert!(figures.lines().any(|one| one == line), "{line} is not among {figures}");
}

#[then(regex = r#"^they tell of "([^"]*)"$"#)]
async fn tell_of(world: &mut World, names: String) {
    let figures = figures(world).await;
    for name in list(&names, ", ") {
        assert!(figures.contains(&format!("\n# TYPE {name} ")), "{name} is not among {figures}");
        let value = |line: &str| {
            line.starts_with(&name)
                && line.rsplit(' ').next().is_some_and(|value| value.parse::<f64>().is_ok())
        };
        assert!(figures.lines().any(value), "{name} has no value in {figures}");
    }
}

#[then(regex = r#"^the figures count (\d+) requests? of "(\w+)" on "([^"]+)" that ended in (\d+)$"#)]
async fn figures_count(world: &mut World, times: String, method: String, route: String, status: String) {
    let figures = figures(world).await;
    let line = format!(
        "hosting_requests_total{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}} {times}"
    );
    assert!(figures.lines().any(|one| one == line), "{line} is not among {figures}");
}

/// A line as Prometheus reads it, without the marks around its values; what is counted meanwhile is waited for.
#[then(regex = r#"^the figures say "([^"]*)"$"#)]
async fn figures_say(world: &mut World, line: String) {
    let said = async || {
        let figures = figures(world).await.replace('"', "");
        figures.lines().any(|one| one == line).then_some(())
    };
    until(&format!("{line} is not among the figures"), said).await;
}

#[then("its identity is not among the figures")]
async fn not_among(world: &mut World) {
    let (request, _) = world.operating.sent.last().expect("a request");
    let id = request.line.rsplit('/').next().expect("an identity").to_owned();
    assert_eq!(id.len(), 36, "{id}");
    assert!(!figures(world).await.contains(&id));
}
