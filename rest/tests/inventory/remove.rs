//! One thing is removed.
use crate::{
    files::{DEMO, demo, detailed, id, lines, services},
    fresh::Fresh,
    prune::job,
    support::Server,
};
use hosting_core::{clock::SystemClock, queue};
use hosting_inventory::{Backends, Failed, Sort, remove};
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, IntoActiveModel, Statement};
use serde_json::Value;
use std::collections::BTreeMap;

/// How the rows of a table name what they belong to.
const COLUMNS: [&str; 3] = ["account_id", "service_id", "domain_id"];

#[tokio::test(flavor = "multi_thread")]
async fn a_service_goes_and_nothing_else() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    let mut left: Value = serde_json::from_str(&fresh.export().await).unwrap();
    for name in ["web", "sketches", "post", "shop"] {
        let service = id(&fresh.service(name).await).to_string();
        let gone = lines(&fresh.remove(Sort::Service, &service).await.unwrap());
        assert!(gone.len() == 1 && gone[0].ends_with(&format!(" {name} of ama@example.com")), "{gone:?}");
        left["accounts"][0]["services"].as_array_mut().unwrap().retain(|one| one["display_name"] != name);
        let now: Value = serde_json::from_str(&fresh.export().await).unwrap();
        assert_eq!(now, left, "{name}");
    }
    assert!(!fresh.opens("amasketchesexamp").await, "its panel has taken it away");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_domain_and_an_account_are_found_by_what_they_are_called() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    let gone = fresh.remove(Sort::Domain, "Example.co.uk").await.unwrap();
    assert_eq!(lines(&gone), ["- domain example.co.uk, with 3 records"]);
    let gone = lines(&fresh.remove(Sort::Account, "Ama@Example.com").await.unwrap());
    assert_eq!(gone[0], "- account ama@example.com, with 4 services");
    assert_eq!(gone.len(), 5);
    for (sort, name, what) in [
        (Sort::Account, "ama@example.com", "account"),
        (Sort::Domain, "example.co.uk", "domain"),
        (Sort::Service, "web", "service"),
        (Sort::Service, "019a0000-0000-7000-a000-000000000001", "service"),
    ] {
        let refused = fresh.remove(sort, name).await.unwrap_err();
        let Failed::Refused(why) = refused else { panic!("{refused:?}") };
        assert_eq!(why, [format!("there is no {what} {name}")]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backend_that_does_not_take_it_away_is_named() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    fresh.sql("ALTER TABLE sandbox_site RENAME TO away").await;
    let failed = fresh.remove(Sort::Account, "ama@example.com").await.unwrap_err();
    let Failed::NotTakenAway(backends) = &failed else { panic!("{failed:?}") };
    assert_eq!(backends.iter().map(|one| one.backend.clone()).collect::<Vec<_>>(), ["panel"]);
    assert!(failed.to_string().ends_with("is to be taken away there"), "{failed}");
    let left: Value = serde_json::from_str(&fresh.export().await).unwrap();
    assert_eq!(left["accounts"], Value::Array(Vec::new()), "here it is gone");
}

/// The tables of the platform whose rows belong to something, with the columns that say so. What a sandbox has is
/// that backend's own.
async fn belonging(fresh: &Fresh) -> BTreeMap<String, Vec<String>> {
    let sql = "SELECT m.name AS t, p.name AS c FROM sqlite_master m JOIN pragma_table_info(m.name) p \
               WHERE m.type = 'table' AND m.name NOT LIKE 'sandbox_%'";
    let statement = Statement::from_string(DbBackend::Sqlite, sql);
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in fresh.db.connection().query_all_raw(statement).await.unwrap() {
        let (table, column): (String, String) =
            (row.try_get("", "t").unwrap(), row.try_get("", "c").unwrap());
        if COLUMNS.contains(&column.as_str()) {
            tables.entry(table).or_default().push(column);
        }
    }
    tables
}

/// Adds a row to `table` that belongs to the account in `gone`, whatever else it says.
async fn fill(fresh: &Fresh, table: &str) {
    // The queue is read: what stands there makes sense.
    if table == "job" {
        let exported: Value = serde_json::from_str(&fresh.export().await).unwrap();
        let accounts = exported["accounts"].as_array().unwrap();
        let account = accounts.iter().find(|account| account["email"] == "demo@example.com").unwrap();
        let job = job("conversion:another".to_owned(), Some(id(account)), false);
        let insert = queue::Entity::insert(job.into_active_model());
        insert.exec_without_returning(fresh.db.connection()).await.unwrap();
        return;
    }
    let sql =
        format!("SELECT name, lower(type) AS type, \"notnull\" AS needed FROM pragma_table_info('{table}')");
    let rows =
        fresh.db.connection().query_all_raw(Statement::from_string(DbBackend::Sqlite, sql)).await.unwrap();
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for row in rows {
        let (name, kind): (String, String) =
            (row.try_get("", "name").unwrap(), row.try_get("", "type").unwrap());
        let needed: i64 = row.try_get("", "needed").unwrap();
        let value = match (name.as_str(), kind.as_str()) {
            ("service_id", _) => {
                "(SELECT service_id FROM instance WHERE account_id IN (SELECT id FROM gone) LIMIT 1)"
            }
            ("domain_id", _) => "(SELECT id FROM domain WHERE account_id IN (SELECT id FROM gone) LIMIT 1)",
            (_, kind) if kind.contains("uuid") => "(SELECT id FROM gone)",
            _ if needed == 0 => continue,
            (_, kind) if kind.contains("int") || kind.contains("double") || kind.contains("bool") => "1",
            (_, kind) if kind.contains("blob") => "x'00'",
            _ => "'x'",
        };
        names.push(format!("\"{name}\""));
        values.push(value);
    }
    fresh.sql(&format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), values.join(", "))).await;
}

/// Whoever adds a table adds it to what goes with a thing, or to what is left out here with a reason.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_an_account_in_any_table() {
    let fresh = Fresh::on_sqlite().await;
    fresh.apply_inventory(&demo(), false).await.unwrap();
    fresh.sql("CREATE TABLE gone AS SELECT id FROM account WHERE email = 'demo@example.com'").await;
    let tables = belonging(&fresh).await;
    let mine = |table: &str, column: &str| {
        let of = match column {
            "account_id" => "gone".to_owned(),
            "service_id" => "gone_service".to_owned(),
            _ => "gone_domain".to_owned(),
        };
        format!("SELECT 1 FROM {table} WHERE {column} IN (SELECT id FROM {of})")
    };
    for thing in ["service", "domain"] {
        let whose = "WHERE account_id IN (SELECT id FROM gone)";
        fresh.sql(&format!("CREATE TABLE gone_{thing} AS SELECT id FROM {thing} {whose}")).await;
    }
    // A file and what was made of it belong to a job.
    let first = |table: &&String| *table != "conversion_job";
    let mut order: Vec<&String> = tables.keys().collect();
    order.sort_by_key(first);
    for table in order {
        if fresh.rows(&mine(table, &tables[table][0])).await == 0 {
            fill(&fresh, table).await;
        }
        assert!(fresh.rows(&mine(table, &tables[table][0])).await > 0, "{table}");
    }
    let others = |table: &str| format!("SELECT 1 FROM {table} WHERE account_id NOT IN (SELECT id FROM gone)");
    let mut before = BTreeMap::new();
    for table in ["service", "domain", "dns_record", "instance", "email_service", "hosting_service"] {
        before.insert(table, fresh.rows(&others(table)).await);
    }
    fresh.remove(Sort::Account, "demo@example.com").await.unwrap();
    for (table, columns) in &tables {
        for column in columns {
            assert_eq!(fresh.rows(&mine(table, column)).await, 0, "{table} by {column}");
        }
    }
    for (table, count) in before {
        assert_eq!(fresh.rows(&others(table)).await, count, "{table} of others");
    }
    let demo: Value = serde_json::from_str(DEMO).unwrap();
    let left: Value = serde_json::from_str(&fresh.export().await).unwrap();
    assert_eq!(left["accounts"].as_array().unwrap().len(), 2);
    assert!(services(&left).count() < services(&demo).count());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_runs_refuses_its_keys_within_seconds() {
    let server = Server::start().await;
    assert_eq!(server.send("GET", "/v1/account", None).await.status.as_u16(), 200);
    let (db, backends) = (server.platform.database(), Backends::from(server.platform.providers()));
    let thing = (Sort::Account, "ama@example.com");
    let found = remove(db, &backends, &SystemClock, thing, None).await.unwrap();
    remove(db, &backends, &SystemClock, thing, Some(&found)).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_secs(5)).await;
    let refused = server.send("GET", "/v1/account", None).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (401, "invalid_token"));
}
