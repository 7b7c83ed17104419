//! What is in the database in the end, read by statements of the auditor's own.
use chrono::{DateTime, Utc};
use hosting_core::Database;
use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Statement};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};
use uuid::Uuid;

/// An entry of the usage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The request that it is about.
    pub request_id: Uuid,
    /// Who asked.
    pub account: String,
    /// The status that it says.
    pub status: u16,
}

/// A record of a zone, or what the nameservers have of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Record {
    /// The zone.
    pub domain: String,
    /// Its name there.
    pub name: String,
    /// Its values.
    pub contents: Vec<String>,
}

/// All that the auditor looks at.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The entries.
    pub entries: Vec<Entry>,
    /// The sums of the entries, by account.
    pub sums: BTreeMap<String, i64>,
    /// The records, and where they stand.
    pub records: Vec<(Record, String)>,
    /// What is served.
    pub served: Vec<Record>,
    /// By the name of a domain: whether it is renewed by itself.
    pub renewed: BTreeMap<String, bool>,
    /// By the id of a virtual machine: the months that were paid.
    pub months: BTreeMap<Uuid, i32>,
    /// Links into the panel, by site.
    pub links: BTreeMap<String, usize>,
    /// By the id of a file that is said to be whole: what tells its content from others, as it lies in the folder; of
    /// one that does not, zero.
    pub files: BTreeMap<Uuid, u64>,
    /// Work that waits, is under way, or was given up.
    pub jobs: Vec<String>,
    /// Keys that were claimed, and have no answer.
    pub claimed: Vec<String>,
}

/// How much work is not at its end, and will be.
pub async fn unfinished(db: &Database) -> usize {
    rows(db, "SELECT kind FROM job WHERE status <> 'dead'").await.len()
}

impl Facts {
    /// Reads them; files lie in `folder`, and virtual machines were paid until `paid_until` in the beginning.
    pub async fn read(db: &Database, folder: &Path, paid_until: DateTime<Utc>) -> Self {
        let mut facts = Self::default();
        let entries = "SELECT e.request_id, a.email AS email, e.http_status FROM usage_entry e \
                       JOIN account a ON a.id = e.account_id";
        for row in rows(db, entries).await {
            let status: i32 = get(&row, "http_status");
            facts.entries.push(Entry {
                request_id: get(&row, "request_id"),
                account: get(&row, "email"),
                status: u16::try_from(status).expect("a status"),
            });
        }
        let sums = "SELECT a.email AS email, c.succeeded, c.rejected FROM usage_count c \
                    JOIN account a ON a.id = c.account_id";
        for row in rows(db, sums).await {
            let (succeeded, rejected): (i64, i64) = (get(&row, "succeeded"), get(&row, "rejected"));
            *facts.sums.entry(get(&row, "email")).or_default() += succeeded + rejected;
        }
        let records = "SELECT d.domain_name AS zone, r.name, r.contents, r.status FROM dns_record r \
                       JOIN domain d ON d.id = r.domain_id";
        facts.records = rows(db, records).await.iter().map(|row| (record(row), get(row, "status"))).collect();
        let served = "SELECT zone, name, contents FROM sandbox_rrset";
        facts.served = rows(db, served).await.iter().map(record).collect();
        let renewed = rows(db, "SELECT domain_name, auto_renew FROM domain").await;
        facts.renewed = renewed.iter().map(|row| (get(row, "domain_name"), get(row, "auto_renew"))).collect();
        let paid = "SELECT id, renews_at FROM service WHERE service_type = 'kvm'";
        for row in rows(db, paid).await {
            facts.months.insert(get(&row, "id"), months(paid_until, get(&row, "renews_at")));
        }
        let links = "SELECT site FROM sandbox_panel_link";
        for row in rows(db, links).await {
            *facts.links.entry(get(&row, "site")).or_default() += 1;
        }
        let files = "SELECT id, job_id FROM conversion_file WHERE uploaded_at IS NOT NULL";
        for row in rows(db, files).await {
            let (id, job): (Uuid, Uuid) = (get(&row, "id"), get(&row, "job_id"));
            let [.., first, second] = *job.as_bytes();
            let path = folder.join(format!("{first:02x}/{second:02x}/{job}/{id}"));
            facts.files.insert(id, fs::read(path).map_or(0, |content| told_apart(&content)));
        }
        let jobs = "SELECT kind, status, attempts, last_error FROM job";
        for row in rows(db, jobs).await {
            let (kind, status): (String, String) = (get(&row, "kind"), get(&row, "status"));
            let (attempts, why): (i32, Option<String>) = (get(&row, "attempts"), get(&row, "last_error"));
            facts
                .jobs
                .push(format!("{kind} is {status} after {attempts} attempts: {}", why.unwrap_or_default()));
        }
        let claimed = "SELECT key FROM idempotency WHERE answer IS NULL";
        facts.claimed = rows(db, claimed).await.iter().map(|row| get(row, "key")).collect();
        facts
    }
}

/// What tells this content from others.
pub fn told_apart(content: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}

fn record(row: &QueryResult) -> Record {
    let contents: Value = get(row, "contents");
    let contents = contents.as_array().expect("a list").iter();
    let mut contents: Vec<_> = contents.map(|one| one.as_str().expect("a text").to_owned()).collect();
    contents.sort();
    let (domain, name): (String, String) = (get(row, "zone"), get(row, "name"));
    // Nameservers know whole names.
    let name = name.strip_suffix(&format!(".{domain}")).unwrap_or(&name).to_owned();
    Record { domain, name, contents }
}

/// How many calendar months `until` is after `from`.
fn months(from: DateTime<Utc>, until: DateTime<Utc>) -> i32 {
    use chrono::Datelike;
    (until.year() - from.year()) * 12 + i32::try_from(until.month()).expect("1 to 12")
        - i32::try_from(from.month()).expect("1 to 12")
}

async fn rows(db: &Database, sql: &str) -> Vec<QueryResult> {
    let reader = db.reader(false).await.expect("the database");
    let reader = reader.executor();
    let backend = match db.connection().get_database_backend() {
        DbBackend::Postgres => DbBackend::Postgres,
        _ => DbBackend::Sqlite,
    };
    reader.query_all_raw(Statement::from_string(backend, sql)).await.expect("rows")
}

fn get<T: sea_orm::TryGetable>(row: &QueryResult, column: &str) -> T {
    row.try_get("", column).expect("what the column holds")
}
