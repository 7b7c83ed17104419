//! What the process needs stays what it was: the short form of the hour that `cargo bench --bench http -- --soak 60`
//! takes.
use crate::{
    binary::{Folder, Process},
    client::ask,
    crash::any_domain,
};
use std::thread;

/// Clients that ask at the same time.
const CLIENTS: u32 = 4;
/// How often each asks in a round; there is one look at the memory after each.
const ASKS: u32 = 20;
/// Rounds: a third to warm up, and two that are compared.
const ROUNDS: u32 = 54;
/// By how many percent it may grow from the most of the second third to the least of the last.
const GROWTH: u64 = 5;
/// A dashboard.
const DASHBOARD: &str = r#"{"query":"{ account { email services(first: 25) { nodes { id displayName } } domains(first: 10) { nodes { id } } } }"}"#;

#[test]
fn it_grows_no_more_once_it_is_warm() {
    let folder = Folder::new();
    let process = Process::start(&folder.0, &[]);
    let key = Process::busy_key(&folder.0);
    let domain = any_domain(&process, &key);
    let host = process.address.trim_start_matches("http://").to_owned();
    let mut memory = Vec::new();
    for round in 0..ROUNDS {
        thread::scope(|clients| {
            for client in 0..CLIENTS {
                let (host, key, domain) = (&host, &key, &domain);
                clients.spawn(move || (0..ASKS).for_each(|n| one(host, key, domain, [round, client, n])));
            }
        });
        memory.push(process.memory("VmRSS:"));
    }
    let third = memory.len() / 3;
    let most = *memory[third..2 * third].iter().max().expect("looks");
    let least = *memory[2 * third..].iter().min().expect("looks");
    println!(
        "{} kB at first, {most} kB at most in the second third, {least} kB at least in the last",
        memory[0]
    );
    assert!(least * 100 <= most * (100 + GROWTH), "it grows: {memory:?}");
}

/// Asks for one thing after the other.
fn one(host: &str, key: &str, domain: &str, of: [u32; 3]) {
    let number = of[2];
    let name = format!("memory-{}-{}-{}", of[0], of[1], of[2]);
    let body = format!(r#"{{"enabled":{}}}"#, number.is_multiple_of(8));
    let path = format!("/v1/domains/{domain}/auto-renew");
    let answer = match number % 4 {
        0 => ask(host, key, "PUT", &path, Some((&name, &body))),
        1 => ask(host, key, "POST", "/graphql", Some((&name, DASHBOARD))),
        2 => ask(host, key, "GET", "/v1/services?limit=25", None),
        _ => ask(host, key, "GET", "/v1/account", None),
    };
    let (status, answer) = answer.expect("an answer");
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer.get("errors"), None, "{answer}");
}
