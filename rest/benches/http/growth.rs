//! How costs grow with what is kept: the same asked of a small platform and of one that has a past, on a file each.
use crate::{
    Arguments, Failure,
    ask::{Ask, YESTERDAY},
    figures::Figures,
    server::{Server, Store},
    table,
};
use rusqlite::{Connection, params};
use std::time::Duration;
use tokio::runtime::Builder;

/// How much a platform keeps.
#[derive(Clone, Copy)]
pub struct Size {
    /// Usage entries, of which every other is of the account that asks.
    entries: u32,
    /// Domains of that account.
    pub domains: u32,
    /// Other accounts, each with a credential.
    accounts: u32,
    /// Work that is not due yet.
    jobs: u32,
}

const SMALL: Size = Size { entries: 1_000, domains: 10, accounts: 100, jobs: 0 };
const LARGE: Size = Size { entries: 1_000_000, domains: 10_000, accounts: 100_000, jobs: 100_000 };

/// What is asked of both.
const ASKS: [Ask; 7] =
    [Ask::Account, Ask::Usage, Ask::UsageMiddle, Ask::Services, Ask::TenDomains, Ask::Switch, Ask::Record];

const HEAD: [&str; 6] = ["case", "small CPU µs", "large CPU µs", "× small", "p99 ms", "p99 ms"];

/// Shows what each request costs in both, and how much more in the large one.
pub fn compare(arguments: &Arguments) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let span = Duration::from_secs(arguments.seconds);
    let servers = [grown("small", SMALL)?, grown("large", LARGE)?];
    let mut rounds: Vec<[Vec<Figures>; 2]> = ASKS.iter().map(|_| Default::default()).collect();
    for round in 1..=arguments.rounds {
        eprintln!("round {round} of {}", arguments.rounds);
        for (ask, measured) in ASKS.into_iter().zip(&mut rounds) {
            for (server, measured) in servers.iter().zip(measured) {
                let figures = runtime.block_on(Figures::measure(server, ask, span));
                measured.push(figures.map_err(|cause| format!("{}, {}: {cause}", ask.name(), server.name))?);
            }
        }
    }
    let rows = ASKS.iter().zip(&rounds).map(|(ask, [small, large])| {
        let (small, large) = (Figures::median(small), Figures::median(large));
        [
            ask.name().to_owned(),
            format!("{:.1}", small.cpu),
            format!("{:.1}", large.cpu),
            format!("{:.2}", large.cpu / small.cpu),
            format!("{:.2}", small.p99),
            format!("{:.2}", large.p99),
        ]
    });
    print!("\n{}", table::aligned(&std::iter::once(HEAD.map(str::to_owned)).chain(rows).collect::<Vec<_>>()));
    println!("{}", described(SMALL, LARGE));
    Ok(())
}

fn described(small: Size, large: Size) -> String {
    format!(
        "From {} to {} entries, from {} to {} domains, from {} to {} accounts, from {} to {} jobs that wait.",
        small.entries,
        large.entries,
        small.domains,
        large.domains,
        small.accounts,
        large.accounts,
        small.jobs,
        large.jobs
    )
}

/// A platform that keeps so much.
fn grown(name: &'static str, size: Size) -> Result<Server, Failure> {
    eprintln!("the {name} platform is filled");
    Server::on(Store::sqlite(name)?, &ASKS, size.domains, |store| {
        fill(&Connection::open(store.file())?, size)?;
        Ok(store.serve())
    })
}

/// Adds what nobody would wait for if it were asked for one by one.
fn fill(file: &Connection, size: Size) -> rusqlite::Result<()> {
    let Size { entries, accounts, jobs, .. } = size;
    file.execute_batch("PRAGMA synchronous = OFF; BEGIN")?;
    file.execute(
        "INSERT INTO account (id, email, full_name, preferred_language, timezone, status, created_at)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         SELECT unhex(printf('019a00000000700091ff%012x', i)), printf('%d@example.net', i), 'Marta Lindqvist', 'en',
                'Europe/Stockholm', 'active', '2023-03-14T08:52:08.433Z' FROM n",
        params![accounts],
    )?;
    file.execute(
        "INSERT INTO credential (id, account_id, kind, name, hash, scopes, networks, requests_per_minute, created_at)
         SELECT randomblob(16), id, 'api_key', 'key', randomblob(32), '[]', '[]', 60, created_at
         FROM account WHERE email LIKE '%@example.net'",
        [],
    )?;
    file.execute(
        "INSERT INTO usage_entry (id, account_id, request_id, kind, product, operation_id, facade, status, http_method,
           route, http_status, client_ipv4, client_ip, user_agent, credential_id, credential_name, duration_ms,
           occurred_at)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         SELECT unhex(printf('%012x70008000%012x', ?4 + i, i)),
           CASE i % 2 WHEN 0 THEN (SELECT id FROM account WHERE email = ?3)
             ELSE unhex(printf('019a00000000700091ff%012x', 1 + i % ?2)) END,
           randomblob(16), 'read', 'services', 'services', 'rest', 'succeeded', 'GET', '/v1/services', 200, '192.0.2.7',
           '192.0.2.7', 'bench/1', randomblob(16), 'key', 1, '2026-10-01T08:52:08.433Z' FROM n",
        params![entries, accounts, crate::inventory::ACCOUNT, *YESTERDAY],
    )?;
    file.execute(
        "INSERT INTO usage_count (account_id, slot, succeeded, rejected)
         SELECT account_id, 0, count(*), 0 FROM usage_entry WHERE true GROUP BY account_id
         ON CONFLICT DO UPDATE SET succeeded = succeeded + excluded.succeeded",
        [],
    )?;
    file.execute(
        "INSERT INTO usage_address (account_id, client_ipv4, slot, entries)
         SELECT account_id, client_ipv4, 0, count(*) FROM usage_entry WHERE true GROUP BY account_id, client_ipv4
         ON CONFLICT DO UPDATE SET entries = entries + excluded.entries",
        [],
    )?;
    file.execute(
        "INSERT INTO job (id, request_id, kind, subject, position, task, status, attempts, run_at, created_at, lane)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         SELECT randomblob(16), randomblob(16), 'later', printf('later:%d', i), 0, '{}', 'queued', 0,
           '2099-01-01T00:00:00.000Z', '2026-10-01T08:52:08.433Z', '' FROM n",
        params![jobs],
    )?;
    file.execute_batch("COMMIT")
}
