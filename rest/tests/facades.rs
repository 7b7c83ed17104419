//! The facades offer the same operations under the same names, and every route keeps to HTTP.
mod support;

use async_graphql::parser::{
    parse_schema,
    types::{TypeKind, TypeSystemDefinition},
};
use hosting_core::AREAS;
use hosting_graphql::{Rules, schema::sdl};
use hosting_rest::{App, Options, app, routes};
use std::{collections::BTreeSet, time::Duration};
use support::{Server, key};

/// The operations that are promised so far.
const OPERATIONS: &[&str] = &[
    "account",
    "apiUsage",
    "cancelConversion",
    "cancelKvmInstance",
    "changeLxcSnapshot",
    "controlKvmInstance",
    "controlLxcInstance",
    "conversionJob",
    "conversionTools",
    "createDnsRecord",
    "createKvmSnapshot",
    "createLxcTerminalTicket",
    "createPanelAccess",
    "deleteDnsRecord",
    "deleteKvmSnapshot",
    "dnsRecord",
    "dnsRecords",
    "domain",
    "domains",
    "emailServices",
    "hostingServiceStats",
    "hostingServices",
    "keepKvmInstance",
    "kvmInstance",
    "kvmInstances",
    "kvmSnapshots",
    "lxcInstance",
    "lxcInstances",
    "lxcMetrics",
    "lxcSnapshots",
    "prepareConversion",
    "provisionEmailService",
    "reinstallLxcInstance",
    "renewKvmInstance",
    "resetKvmPassword",
    "resetLxcPassword",
    "rollbackKvmSnapshot",
    "service",
    "services",
    "setDomainAutoRenew",
    "setDomainNameservers",
    "setKvmAutoRenew",
    "setLxcAutoRenew",
    "setLxcBillingPeriod",
    "startConversion",
    "syncEmailServiceDns",
    "updateDnsRecord",
    "updateKvmSnapshot",
];

const ID: &str = "019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";

#[tokio::test]
async fn routes_fields_and_promises_are_the_same() {
    let promised: BTreeSet<_> = OPERATIONS.iter().map(|id| (*id).to_owned()).collect();
    let routes: BTreeSet<_> = routes::v1().bindings.iter().map(|binding| binding.id.to_owned()).collect();
    assert_eq!(routes, promised);
    let mut fields = fields();
    for name in ["searchDomains", "node", "nodes"] {
        assert!(fields.remove(name), "{name} is in the graph besides");
    }
    assert_eq!(fields, promised);
    let watched = named(&["Subscription"]);
    let topics = AREAS.iter().flat_map(|area| area.topics).map(|topic| topic.id.to_owned());
    assert_eq!(watched, topics.collect());
}

fn fields() -> BTreeSet<String> {
    named(&["Query", "Mutation"])
}

/// The fields of these roots of the graph.
fn named(roots: &[&str]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for definition in parse_schema(sdl()).expect("the schema").definitions {
        let TypeSystemDefinition::Type(one) = definition else { continue };
        if let TypeKind::Object(object) = one.node.kind
            && roots.contains(&one.node.name.node.as_str())
        {
            names.extend(object.fields.iter().map(|field| field.node.name.node.to_string()));
        }
    }
    names
}

#[tokio::test]
async fn every_route_refuses_a_missing_and_an_unknown_credential() {
    let server = Server::start().await;
    for binding in routes::v1().bindings {
        let path = filled(binding.path);
        for headers in
            [vec![], vec![("authorization", "Bearer hpk_unknown")], vec![("authorization", "Basic YTpi")]]
        {
            let answer = server.send_with(binding.method.as_str(), &path, &headers, b"").await;
            assert_eq!(
                (answer.status.as_u16(), answer.code().as_str()),
                (401, "invalid_token"),
                "{}",
                binding.id
            );
            assert!(answer.header("www-authenticate").starts_with("Bearer"), "{}", binding.id);
            assert_eq!(answer.header("cache-control"), "no-store");
            assert_eq!(answer.header("content-type"), "application/json");
        }
    }
}

#[tokio::test]
async fn every_route_names_the_methods_that_it_takes() {
    let server = Server::start().await;
    let bindings = routes::v1().bindings;
    for binding in &bindings {
        let taken =
            |method: &str| bindings.iter().any(|one| one.path == binding.path && one.method == method);
        let other = ["PATCH", "PUT", "DELETE"].into_iter().find(|method| !taken(method));
        let other = other.expect("a method that the path does not take");
        let answer = server.send(other, &filled(binding.path), None).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (405, "method_not_allowed"));
        assert!(answer.header("allow").contains(binding.method.as_str()), "{}: {answer:?}", binding.id);
    }
}

#[tokio::test]
async fn rollback_is_no_snapshot() {
    let server = Server::start().await;
    let path = format!("/v1/kvm/instances/{ID}/snapshots/rollback");
    for (method, body) in [("PATCH", Some(r#"{"name":"monday"}"#)), ("DELETE", None), ("GET", None)] {
        let answer = server.send(method, &path, body).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (405, "method_not_allowed"), "{method}");
        assert_eq!(answer.header("allow"), "POST", "{method}");
    }
}

#[tokio::test]
async fn every_mutation_reads_its_body_strictly() {
    let server = Server::start().await;
    for binding in routes::v1().bindings.iter().filter(|binding| binding.effect.is_mutation()) {
        let path = filled(binding.path);
        let large = format!("{{\"a\":\"{}\"}}", "x".repeat(70_000));
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(40), "]".repeat(40));
        for (body, status, code) in [
            ("{", 400, "invalid_json"),
            ("{} {}", 400, "invalid_json"),
            (r#"{"a":1,"a":2}"#, 400, "invalid_json"),
            (&deep, 400, "invalid_json"),
            ("[]", 400, "invalid_request"),
            (r#"{"unheardOf":1}"#, 400, "invalid_request"),
            (&large, 413, "body_too_large"),
        ] {
            let answer = server.send(binding.method.as_str(), &path, Some(body)).await;
            let shown = &body[..body.len().min(40)];
            assert_eq!(
                (answer.status.as_u16(), answer.code().as_str()),
                (status, code),
                "{} {shown}",
                binding.id
            );
        }
        let key = format!("Bearer {}", server.key);
        let form = [
            ("authorization", key.as_str()),
            ("idempotency-key", "a-key-for-tests"),
            ("content-type", "text/plain"),
        ];
        let answer = server.send_with(binding.method.as_str(), &path, &form, b"{}").await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (415, "unsupported_media_type"));
    }
}

#[tokio::test]
async fn an_id_that_is_none_is_answered_like_one_that_nobody_has() {
    let server = Server::start().await;
    for binding in routes::v1().bindings.iter().filter(|binding| binding.path.contains("Id}")) {
        let body = match binding.id {
            "setDomainAutoRenew" | "setLxcAutoRenew" | "setKvmAutoRenew" => Some(r#"{"enabled":true}"#),
            "setDomainNameservers" => Some(r#"{"nameServers":["ns1.example.net","ns2.example.net"]}"#),
            "controlKvmInstance" => Some(r#"{"action":"stop"}"#),
            "resetKvmPassword" => Some(r#"{"password":"correct horse"}"#),
            "createKvmSnapshot" | "updateKvmSnapshot" => Some(r#"{"name":"monday"}"#),
            "rollbackKvmSnapshot" => Some(r#"{"snapshotId":"019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b"}"#),
            "createDnsRecord" | "updateDnsRecord" => Some(r#"{"content":"192.0.2.1"}"#),
            "controlLxcInstance" => Some(r#"{"action":"start"}"#),
            "changeLxcSnapshot" => Some(r#"{"action":"create","name":"before-upgrade"}"#),
            "resetLxcPassword" => Some(r#"{"password":"correct horse battery"}"#),
            "reinstallLxcInstance" => Some(r#"{"distribution":"debian-12"}"#),
            "setLxcBillingPeriod" => Some(r#"{"billingMonths":12}"#),
            _ => None,
        };
        let told = |text: String| text.split("request_id").next().map(str::to_owned);
        let unknown = server.send(binding.method.as_str(), &filled(binding.path), body).await;
        assert_eq!(unknown.status.as_u16(), 404, "{}: {unknown:?}", binding.id);
        for none in [
            "7",
            "not-a-uuid",
            "%FF",
            "00000000-0000-0000-0000-000000000000",
            "019aa1b23c4d7e5f8a6b7c8d9e0f1a2b",
        ] {
            let path = binding.path.split('/').map(|part| if part.starts_with('{') { none } else { part });
            let path = path.collect::<Vec<_>>().join("/");
            let answer = server.send(binding.method.as_str(), &path, body).await;
            assert_eq!(answer.status.as_u16(), 404, "{} {none}", binding.id);
            assert_eq!(told(answer.text), told(unknown.text.clone()), "{} {none}", binding.id);
        }
    }
}

#[tokio::test]
async fn nothing_else_is_served_and_everything_has_the_envelope() {
    let server = Server::start().await;
    for (method, path, status, code) in [
        ("GET", "/v1", 404, "not_found"),
        ("GET", "/v1/", 404, "not_found"),
        ("GET", "/v1/account/", 404, "not_found"),
        ("GET", "/v2/account", 404, "not_found"),
        ("GET", "/v1/%00", 404, "not_found"),
        ("POST", "/openapi.json", 405, "method_not_allowed"),
        ("DELETE", "/health", 405, "method_not_allowed"),
        ("GET", "/v1/vps", 410, "vps_resource_retired"),
        ("DELETE", "/v1/vps/7/snapshots", 410, "vps_resource_retired"),
        ("GET", "/v1/vpsx", 404, "not_found"),
    ] {
        for headers in [vec![], vec![("authorization", "Bearer nonsense")]] {
            let answer = server.send_with(method, path, &headers, b"").await;
            assert_eq!((answer.status.as_u16(), answer.code().as_str()), (status, code), "{method} {path}");
            assert_eq!(answer.json()["error"]["request_id"], answer.header("x-request-id"));
        }
    }
}

fn filled(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { ID } else { part }).collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn a_request_that_takes_too_long_is_finished_all_the_same() {
    let mut server = Server::start().await;
    let domain = server.own_domain("baobab-books.com").await;
    let path = format!("/v1/domains/{domain}/auto-renew");
    let patient = server.router.clone();
    server.router =
        app(App::new(server.platform.clone(), Options { timeout: Duration::ZERO, ..Options::default() }));
    let held = server.hold_writes().await;
    let late = server.send("PUT", &path, Some(r#"{"enabled":true}"#)).await;
    drop(held);
    assert_eq!((late.status.as_u16(), late.code().as_str()), (503, "overloaded"));
    assert_eq!(late.header("retry-after"), "1");

    server.router = patient;
    let again = server.send("PUT", &path, Some(r#"{"enabled":true}"#)).await;
    assert_eq!((again.status.as_u16(), again.header("idempotent-replayed")), (200, "true"));
    let usage = server.send("GET", "/v1/account/api-usage", None).await.json();
    assert_eq!(usage["data"]["summary"]["total"], 2, "the late one and the replay: {usage}");
}

#[tokio::test]
async fn header_lines_are_bounded_and_the_refusal_is_recorded() {
    let server = Server::start().await;
    let (key, long) = (format!("Bearer {}", server.key), "x".repeat(20_000));
    let headers = [("authorization", key.as_str()), ("x-long", long.as_str())];
    let answer = server.send_with("GET", "/v1/account", &headers, b"").await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (400, "invalid_request"));
    let usage = server.send("GET", "/v1/account/api-usage", None).await.json();
    assert_eq!(usage["data"]["entries"][0]["error_code"], "invalid_request");
}

#[tokio::test]
async fn pages_of_listed_origins_may_call_and_any_page_may_search() {
    let mut server = Server::start().await;
    let ours = [("origin", "https://dash.example.com"), ("access-control-request-method", "GET")];
    let refused = server.send_with("OPTIONS", "/v1/account", &ours, b"").await;
    assert_eq!(
        (refused.status.as_u16(), refused.code().as_str()),
        (405, "method_not_allowed"),
        "none is listed"
    );

    let allowed_origins = vec!["https://dash.example.com".parse().expect("an origin")];
    server.router = app(App::new(server.platform.clone(), Options { allowed_origins, ..Options::default() }));
    for path in ["/v1/account", "/graphql"] {
        let asked = server.send_with("OPTIONS", path, &ours, b"").await;
        assert_eq!(asked.header("access-control-allow-origin"), "https://dash.example.com", "{path}");
        assert!(asked.header("access-control-allow-headers").contains("idempotency-key"));
        let theirs = [("origin", "https://evil.example.com"), ("access-control-request-method", "GET")];
        let asked = server.send_with("OPTIONS", path, &theirs, b"").await;
        assert_eq!(asked.header("access-control-allow-origin"), "", "{path}");
    }
    let wrong = server.send_with("PATCH", "/v1/account", &ours, b"").await;
    assert_eq!(wrong.header("access-control-allow-origin"), "https://dash.example.com");

    let wrong = server.send_with("PUT", "/api/domain-search", &ours, b"").await;
    assert_eq!(wrong.header("access-control-allow-origin"), "*");
    assert_eq!(wrong.json()["error"], "method_not_allowed", "the search has its own shape");
    assert!(wrong.header("allow").contains("POST"));
}

#[tokio::test]
async fn a_schema_that_is_withheld_is_no_file_either() {
    let mut server = Server::start().await;
    let told = server.send("GET", "/schema.graphql", None).await;
    assert_eq!(told.status.as_u16(), 200);
    assert!(told.text.contains("type Query"), "{}", told.text);

    let graph = Rules { introspection: false, ..Rules::default() };
    server.router = app(App::new(server.platform.clone(), Options { graph, ..Options::default() }));
    let withheld = server.send("GET", "/schema.graphql", None).await;
    assert_eq!((withheld.status.as_u16(), withheld.code().as_str()), (404, "not_found"));
}

#[tokio::test]
async fn whoever_asks_too_often_is_told_when_to_come_back() {
    let server = Server::start().await;
    for (method, path, body) in
        [("GET", "/v1/account", ""), ("POST", "/graphql", r#"{"query":"{account{id}}"}"#)]
    {
        let key = format!("Bearer {}", key(&server.platform, &server.secret, server.account, 1).await);
        let headers = [("authorization", key.as_str()), ("content-type", "application/json")];
        let first = server.send_with(method, path, &headers, body.as_bytes()).await;
        assert_eq!(first.status.as_u16(), 200, "{path}");
        let second = server.send_with(method, path, &headers, body.as_bytes()).await;
        assert_eq!(second.status.as_u16(), 429, "{path}");
        let wait: u32 = second.header("retry-after").parse().expect("seconds");
        assert!((1..=60).contains(&wait), "{path}: {wait}");
        let told = ["x-ratelimit-limit", "x-ratelimit-remaining"].map(|name| second.header(name));
        assert_eq!(told, ["1", "0"], "{path}");
    }
}
