//! What is written of a domain and its records when work on them ends, whatever is accepted meanwhile.
use crate::stage::{Stage, ask};
use hosting_core::{
    AREAS, Database,
    dns::{CreateDnsRecord, UpdateDnsRecord, record::RecordStatus},
    domains::{GetDomain, SetDomainNameservers},
    providers::dns::Dns,
    queue::work_once,
};
use hosting_drivers::fault::Fault;
use sea_orm::{ConnectionTrait, DbBackend, Statement, TransactionTrait};
use std::time::Duration;
use tokio::task::JoinHandle;
use uuid::Uuid;

fn new_record(domain_id: Uuid, name: &str) -> CreateDnsRecord {
    let content = Some("192.0.2.1".to_owned());
    CreateDnsRecord { domain_id, name: Some(name.to_owned()), content, ..Default::default() }
}

/// Begins the next work, and returns when it is held up by whoever holds a row.
async fn held_up(stage: &Stage) -> JoinHandle<()> {
    let platform = stage.platform.clone();
    let work = tokio::spawn(async move {
        work_once(&platform, AREAS).await.unwrap();
    });
    while !waits(&stage.database).await && !work.is_finished() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    work
}

/// Whether a transaction of this database waits for another.
async fn waits(database: &Database) -> bool {
    let ask = "SELECT count(*) AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let ask = Statement::from_string(DbBackend::Postgres, ask);
    let row = database.connection().query_one_raw(ask).await.unwrap().unwrap();
    row.try_get::<i64>("", "count").unwrap() > 0
}

/// Accepts a change in the moment in which work on the one before is written down.
async fn meanwhile(stage: &Stage, sql: String) {
    let accepting = stage.database.connection().begin().await.unwrap();
    accepting.execute_unprepared(&sql).await.unwrap();
    let work = held_up(stage).await;
    accepting.commit().await.unwrap();
    work.await.unwrap();
}

#[tokio::test]
async fn nameservers_that_are_accepted_meanwhile_are_not_forgotten() {
    let stage = Stage::new().await;
    if stage.database.connection().get_database_backend() != DbBackend::Postgres {
        return; // a file has one writer
    }
    let ama = stage.account().await;
    let (domain, token) = (stage.domain(ama, "baobab.example").await, stage.token(ama).await);
    let name_servers = ["ns1.first.example", "ns2.first.example"].map(str::to_owned).to_vec();
    ask(&stage.platform, &token, SetDomainNameservers { domain_id: domain.id, name_servers }).await.unwrap();
    let second = r#"["ns1.second.example","ns2.second.example"]"#;
    let job = "INSERT INTO job (id, request_id, kind, subject, position, task, status, attempts, run_at, created_at, lane)
        SELECT gen_random_uuid(), request_id, kind, subject, position + 1, task, 'queued', 0, run_at + interval '1 day', created_at, lane FROM job";
    let accept =
        format!("UPDATE domain SET pending_name_servers = '{second}' WHERE id = '{}'; {job}", domain.id);
    meanwhile(&stage, accept).await;
    let shown = ask(&stage.platform, &token, GetDomain { domain_id: domain.id }).await.unwrap();
    assert_eq!(shown.name_servers.0, ["ns1.first.example", "ns2.first.example"]);
    assert_eq!(shown.pending_name_servers.unwrap().0, ["ns1.second.example", "ns2.second.example"]);
}

#[tokio::test]
async fn a_record_that_was_changed_meanwhile_is_not_shown_as_served() {
    let stage = Stage::new().await;
    if stage.database.connection().get_database_backend() != DbBackend::Postgres {
        return; // a file has one writer
    }
    let ama = stage.account().await;
    let (domain, token) = (stage.domain(ama, "baobab.example").await, stage.token(ama).await);
    let record = ask(&stage.platform, &token, new_record(domain.id, "www")).await.unwrap();
    let accept = format!(
        "UPDATE dns_record SET revision = 2, contents = '[\"192.0.2.2\"]' WHERE id = '{}'",
        record.id
    );
    meanwhile(&stage, accept).await;
    assert_eq!(stage.shown(record.id).await.status, RecordStatus::Pending, "the second is not served yet");
}

/// Whatever part of a change is refused, all of it is.
#[tokio::test]
async fn a_new_name_that_is_refused_leaves_the_old_one_as_it_is() {
    for before in 0..2 {
        let stage = Stage::new().await;
        let ama = stage.account().await;
        let (domain, token) = (stage.domain(ama, "baobab.example").await, stage.token(ama).await);
        let record = ask(&stage.platform, &token, new_record(domain.id, "old")).await.unwrap();
        while work_once(&stage.platform, AREAS).await.unwrap() {}
        stage.sandboxes.dns.faults.next(Fault::Nothing, before);
        stage.sandboxes.dns.faults.next(Fault::Refused, 1);
        let name = Some("new".to_owned());
        let rename =
            UpdateDnsRecord { domain_id: domain.id, record_id: record.id, name, ..Default::default() };
        ask(&stage.platform, &token, rename).await.unwrap();
        while work_once(&stage.platform, AREAS).await.unwrap() {}
        let shown = stage.shown(record.id).await;
        // What the sandbox was asked beside takes the fault that is left.
        stage.sandboxes.dns.faults.next(Fault::Nothing, 1);
        let served = stage.sandboxes.dns.zone("baobab.example").await;
        let served = match served {
            Ok(served) => served,
            Err(_) => stage.sandboxes.dns.zone("baobab.example").await.unwrap(),
        };
        let names: Vec<_> = served.iter().map(|set| set.name.as_str()).collect();
        match shown.status {
            RecordStatus::Active => assert_eq!(names, ["new.baobab.example"]),
            RecordStatus::Failed => assert_eq!(names, ["old.baobab.example"]),
            other => panic!("{other:?}"),
        }
    }
}

/// Work that was queued before another record gives its name away does not take that name from it.
#[tokio::test]
async fn a_name_that_a_record_is_leaving_is_served_until_it_has_left() {
    let stage = Stage::new().await;
    let ama = stage.account().await;
    let (domain, token) = (stage.domain(ama, "baobab.example").await, stage.token(ama).await);
    let leaving = ask(&stage.platform, &token, new_record(domain.id, "old")).await.unwrap();
    while work_once(&stage.platform, AREAS).await.unwrap() {}
    let coming = ask(&stage.platform, &token, new_record(domain.id, "other")).await.unwrap();
    for (record_id, name) in [(leaving.id, "new"), (coming.id, "old")] {
        let name = Some(name.to_owned());
        let rename = UpdateDnsRecord { domain_id: domain.id, record_id, name, ..Default::default() };
        ask(&stage.platform, &token, rename).await.unwrap();
    }
    let mut served = Vec::new();
    while work_once(&stage.platform, AREAS).await.unwrap() {
        let zone = stage.sandboxes.dns.zone("baobab.example").await.unwrap();
        served.push(zone.into_iter().map(|set| set.name).collect::<Vec<_>>().join(" "));
    }
    let expected = ["old other", "new old other", "new old"].map(|names| {
        let mut names: Vec<_> = names.split(' ').map(|name| format!("{name}.baobab.example")).collect();
        names.sort();
        names.join(" ")
    });
    assert_eq!(served, expected);
}
