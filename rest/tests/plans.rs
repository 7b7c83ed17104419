//! Every question that is put to a table that grows is answered by an index.
#[path = "support/statements.rs"]
mod statements;
mod support;

use hosting_core::{AREAS, background::run_routines, queue::work_once};
use rusqlite::Connection;
use statements::Statements;
use std::collections::BTreeSet;
use support::Server;

const GROWING: &[&str] = &[
    "change",
    "conversion_artifact",
    "conversion_file",
    "conversion_job",
    "conversion_ledger",
    "credential",
    "dns_record",
    "domain",
    "email_key",
    "email_service",
    "hosting_service",
    "idempotency",
    "instance",
    "instance_metric",
    "instance_snapshot",
    "job",
    "sandbox_panel_link",
    "sandbox_site",
    "service",
    "service_cancellation",
    "terminal_ticket",
    "usage_entry",
];

#[tokio::test]
async fn no_statement_reads_a_growing_table_from_end_to_end() {
    let statements = Statements::logged();
    let server = Server::converting().await;
    everything(&server).await;

    let seen: BTreeSet<_> = statements.seen().into_iter().collect();
    assert!(seen.len() > 20, "the statements are seen: {seen:?}");
    let parts = seen.iter().filter(|sql| !indexes_of(sql).is_empty()).count();
    assert!(parts >= 6, "the parts of the list of entries are seen: {parts}");
    let file = Connection::open(server.file()).expect("the database");
    for sql in seen {
        let explain = format!("EXPLAIN QUERY PLAN {sql}");
        let Ok(mut plan) = file.prepare(&explain) else { continue };
        let (mut steps, mut by_state) = (plan.raw_query(), 0);
        while let Some(step) = steps.next().expect("a step") {
            let text: String = step.get(3).expect("text");
            let scanned = GROWING.iter().find(|table| text.split(' ').take(2).eq(["SCAN", **table]));
            assert_eq!(scanned, None, "{sql}");
            let sorts = text.contains("USE TEMP B-TREE FOR ORDER BY") && !sql.contains("job");
            assert!(!sorts, "{text}: {sql}");
            let of_the_queue = text.starts_with("SEARCH job ") && sql.contains("\"job\".\"run_at\" <=");
            let few = ["(id=?)", "run_at<?)", "job_at_once"].iter().any(|index| text.contains(index));
            by_state += usize::from(of_the_queue && !few);
            let indexes = indexes_of(&sql);
            // Between two ids the primary key serves as well.
            let between = text.contains("(account_id=? AND id>? AND id<?)");
            let by_index = indexes.is_empty() || between || indexes.iter().any(|index| text.contains(index));
            assert!(by_index, "{text}: {sql}");
            // What is looked for by its ids is not looked for among all that the account has.
            let among_all = sql.contains("unhex(value)") && text.ends_with("(account_id=?)");
            assert!(!among_all, "{text}: {sql}");
        }
        // Of what can be taken, only what workers have is looked through: however much waits for later.
        let held = sql.matches("\"job\".\"lease_until\" <=").count();
        assert!(by_state <= held, "{by_state} parts of the queue are looked through: {sql}");
    }
}

/// Asks for each kind of thing, and works off what that queues.
async fn everything(server: &Server) {
    let domain = server.own_domain("baobab-books.com").await;
    let dns = format!("/v1/domains/{domain}/dns");
    let site = server.own_site("baobab-books.com").await;
    run_routines(&server.platform, AREAS).await;
    for (method, path, body) in [
        ("GET", "/v1/account".to_owned(), None),
        ("GET", "/v1/services?limit=1".to_owned(), None),
        ("GET", "/v1/services?cursor=1.019aa1b23c4d7e5f8a6b7c8d9e0f1a2b".to_owned(), None),
        ("GET", "/v1/domains?limit=1".to_owned(), None),
        ("GET", "/v1/domains?cursor=1.019aa1b23c4d7e5f8a6b7c8d9e0f1a2b".to_owned(), None),
        ("GET", format!("/v1/domains/{domain}"), None),
        ("GET", format!("/v1/services/{domain}"), None),
        ("POST", dns.clone(), Some(r#"{"name":"www","content":"192.0.2.1"}"#)),
        ("GET", dns.clone(), None),
        ("GET", format!("{dns}?cursor=www/A/019aa1b23c4d7e5f8a6b7c8d9e0f1a2b"), None),
        ("GET", "/v1/hosting/services?limit=1".to_owned(), None),
        ("GET", "/v1/hosting/services?cursor=1.019aa1b23c4d7e5f8a6b7c8d9e0f1a2b".to_owned(), None),
        ("GET", format!("/v1/hosting/services/{site}/stats"), None),
        ("GET", "/v1/account/api-usage".to_owned(), None),
        ("GET", "/v1/account/api-usage?cursor=019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b".to_owned(), None),
    ] {
        let answer = server.send(method, &path, body).await;
        assert!(answer.status.is_success() || answer.status == 404, "{method} {path}: {answer:?}");
    }
    lists(server).await;
    machines(server).await;
    server.open_panel(site, "a-key-for-the-panel").await;
    mail(server).await;
    containers(server).await;
    conversions(server).await;
    while work_once(&server.platform, AREAS).await.expect("the queue") {}
    run_routines(&server.platform, AREAS).await;
}

/// Asks for lists in each order, from their beginning and from a cursor, and for parts of them.
async fn lists(server: &Server) {
    let (id, at) = ("019aa1b23c4d7e5f8a6b7c8d9e0f1a2b", "2026-11-20T13:24:18.042Z");
    let (age, name) = (("newest", format!("1.{id}")), ("name", format!("name/a/{id}")));
    let by = |end: &'static str| [age.clone(), name.clone(), (end, format!("{end}/1.{id}"))];
    let mut questions = Vec::new();
    for (list, end, parts) in [
        ("domains", "expires_at", ["status=active", "nameContains=a", "expiresBefore="]),
        ("services", "renews_at", ["status=active", "serviceType=kvm", "renewsBefore="]),
    ] {
        for (order, cursor) in by(end) {
            // Each set of the ways to narrow the list.
            for chosen in 0..1 << parts.len() {
                let narrow = parts.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
                let narrow: String = narrow.map(|(_, part)| format!("&{part}")).collect();
                let narrow = narrow.replace("Before=", &format!("Before={at}"));
                questions.push(format!("/v1/{list}?order={order}{narrow}"));
                questions.push(format!("/v1/{list}?order={order}{narrow}&cursor={cursor}"));
            }
        }
    }
    for part in ["operationId=account", "status=rejected", "operationId=account&status=rejected"] {
        questions.push(format!("/v1/account/api-usage?{part}"));
        questions.push(format!("/v1/account/api-usage?{part}&cursor={id}&since={at}&until={at}"));
    }
    questions.push(format!("/v1/account/api-usage?since={at}&until={at}"));
    for question in questions {
        let answer = server.send("GET", &question, None).await;
        assert!(answer.status.is_success(), "{question}: {answer:?}");
    }
}

/// The indexes that a part of the list of entries may be found by.
fn indexes_of(sql: &str) -> &'static [&'static str] {
    let asked = |column: &str, value| sql.contains(&format!("\"usage_entry\".\"{column}\" = {value}"));
    match (asked("operation_id", "?"), asked("status", "('rejected')")) {
        (true, true) => &["usage_entry_operation", "usage_entry_rejected"],
        (true, false) => &["usage_entry_operation"],
        (false, true) => &["usage_entry_rejected"],
        (false, false) => &[],
    }
}

/// Sets up mail in a zone that leads to another, and synchronizes it.
async fn mail(server: &Server) {
    let other = server.own_domain("marula-books.com").await;
    let service = server.own_email("baobab-books.com").await;
    let spf = r#"{"name":"_spf","type":"TXT","content":"v=spf1 include:_spf.marula-books.com -all"}"#;
    let mail = format!("/v1/email/services/{service}");
    for (key, method, path, body) in [
        ("plans-of-spf", "POST", format!("/v1/domains/{other}/dns"), spf),
        ("plans-of-mail", "POST", format!("{mail}/provision"), "{}"),
        ("", "GET", "/v1/email/services?limit=1".to_owned(), ""),
        ("", "GET", "/v1/email/services?cursor=1.019aa1b23c4d7e5f8a6b7c8d9e0f1a2b".to_owned(), ""),
        ("plans-of-sync", "POST", format!("{mail}/dns/sync"), "{}"),
    ] {
        let credential = format!("Bearer {}", server.key);
        let headers = [
            ("authorization", credential.as_str()),
            ("idempotency-key", key),
            ("content-type", "application/json"),
        ];
        let answer = server.send_with(method, &path, &headers, body.as_bytes()).await;
        assert!(answer.status.is_success(), "{method} {path}: {answer:?}");
        while work_once(&server.platform, AREAS).await.expect("the queue") {}
    }
}

/// Prepares conversions, sends, starts, cancels and looks; there is nobody to convert.
async fn conversions(server: &Server) {
    let credential = format!("Bearer {}", server.key);
    let ask = async |key: &str, method: &str, path: &str, body: &str| {
        let headers = [
            ("authorization", credential.as_str()),
            ("idempotency-key", key),
            ("content-type", "application/json"),
        ];
        server.send_with(method, path, &headers, body.as_bytes()).await
    };
    assert!(ask("", "GET", "/v1/conversion/tools", "").await.status.is_success());
    let file = r#"{"originalName":"a.csv","mimeType":"text/csv","sizeBytes":4}"#;
    let prepare = format!(r#"{{"tool":"csv-to-json","files":[{file}]}}"#);
    for round in ["start", "cancel"] {
        let key = format!("plans-of-{round}");
        let made = ask(&key, "POST", "/v1/conversion/prepare-upload", &prepare).await;
        assert_eq!(made.status, 201, "{made:?}");
        let job: serde_json::Value = serde_json::from_str(&made.text).expect("a job");
        let path = format!("/v1/conversion/jobs/{}", job["data"]["id"].as_str().expect("an id"));
        let url = job["data"]["files"][0]["upload"]["url"].as_str().expect("an address");
        if round == "start" {
            let url = &url[url.find("/files/").expect("a path")..];
            let sent = server.send_with("PUT", url, &[("content-type", "text/csv")], b"a\n1\n").await;
            assert_eq!(sent.status, 204, "{sent:?}");
        }
        assert!(ask("", "GET", &path, "").await.status.is_success());
        let done = ask(&format!("{key}-it"), "POST", &format!("{path}/{round}"), "{}").await;
        assert!(done.status.is_success(), "{done:?}");
    }
}

/// The same of containers.
async fn containers(server: &Server) {
    let all = "/v1/lxc/instances".to_owned();
    let web = format!("{all}/{}", server.own_container("web").await);
    let cursor = "cursor=1.019aa1b23c4d7e5f8a6b7c8d9e0f1a2b";
    for (method, path, body) in [
        ("GET", format!("{all}?limit=1"), ""),
        ("GET", format!("{all}?{cursor}"), ""),
        ("GET", web.clone(), ""),
        ("GET", format!("{web}/metrics"), ""),
        ("GET", format!("{web}/snapshots?{cursor}"), ""),
        ("POST", format!("{web}/terminal-ticket"), "{}"),
        ("POST", format!("{web}/password"), r#"{"password":"correct horse battery"}"#),
        ("PUT", format!("{web}/auto-renew"), r#"{"enabled":false}"#),
        ("PUT", format!("{web}/billing-period"), r#"{"billingMonths":12}"#),
        ("POST", format!("{web}/snapshots"), r#"{"action":"create","name":"monday"}"#),
        ("POST", format!("{web}/snapshots"), r#"{"action":"restore","name":"monday"}"#),
        ("POST", format!("{web}/actions"), r#"{"action":"restart"}"#),
        ("POST", format!("{web}/reinstall"), r#"{"distribution":"debian-12"}"#),
    ] {
        let (token, key) = (format!("Bearer {}", server.key), server.platform.id().to_string());
        let headers = [
            ("authorization", token.as_str()),
            ("idempotency-key", key.as_str()),
            ("content-type", "application/json"),
        ];
        let answer = server.send_with(method, &path, &headers, body.as_bytes()).await;
        assert!(answer.status.is_success(), "{method} {path}: {answer:?}");
        while work_once(&server.platform, AREAS).await.expect("the queue") {}
    }
}

/// The same of virtual machines.
async fn machines(server: &Server) {
    let all = "/v1/kvm/instances".to_owned();
    let machine = format!("{all}/{}", server.own_machine("db").await);
    let snapshots = format!("{machine}/snapshots");
    let made = server.change("POST", &snapshots, r#"{"name":"monday"}"#).await.json();
    let snapshot = made["data"]["id"].as_str().expect("an id").to_owned();
    for (method, path, body) in [
        ("GET", all.clone(), ""),
        ("GET", format!("{all}?cursor=1.019aa1b23c4d7e5f8a6b7c8d9e0f1a2b"), ""),
        ("GET", machine.clone(), ""),
        ("GET", snapshots.clone(), ""),
        ("GET", format!("{snapshots}?cursor=1.019aa1b23c4d7e5f8a6b7c8d9e0f1a2b"), ""),
        ("PATCH", format!("{snapshots}/{snapshot}"), r#"{"name":"tuesday"}"#),
        ("POST", format!("{snapshots}/rollback"), &format!(r#"{{"snapshotId":"{snapshot}"}}"#)),
        ("POST", format!("{machine}/password"), r#"{"password":"correct horse"}"#),
        ("POST", format!("{machine}/actions"), r#"{"action":"restart"}"#),
        ("DELETE", format!("{snapshots}/{snapshot}"), ""),
        ("PUT", format!("{machine}/auto-renew"), r#"{"enabled":false}"#),
        ("POST", format!("{machine}/renew"), ""),
        ("POST", format!("{machine}/cancel"), ""),
        ("POST", format!("{machine}/keep-service"), ""),
        ("POST", format!("{machine}/cancel"), "{}"),
    ] {
        while work_once(&server.platform, AREAS).await.expect("the queue") {}
        let answer = server.change(method, &path, body).await;
        assert!(answer.status.is_success(), "{method} {path}: {answer:?}");
    }
}
