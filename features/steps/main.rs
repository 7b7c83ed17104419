//! What the platform promises, in its owners' words, played on every facade: `cargo run -p hosting-features -- "nameservers"`
//! runs what is named.
#![expect(clippy::needless_pass_by_value, reason = "cucumber hands its steps owned values")]

mod run;

/// Half a processor's minute less for a run of everything.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod backends;
mod bank;
mod clock;
mod converting;
mod database;
mod facades;
mod heard;
mod login;
mod people;
mod record;
mod rsa_keys;
mod server;
mod stage;
mod words;
mod world;

mod access_tokens;
mod account;
mod at_once;
mod bare;
mod billing;
mod bodies;
mod bucket;
mod chains;
mod checks;
mod conversion;
mod credentials;
mod crowd;
mod details;
mod domains;
mod email;
mod fair_queue;
mod finding;
mod forms;
mod given_up;
mod graph;
mod headers;
mod hosting;
mod hosting_links;
mod instance_work;
mod instances;
mod kept;
mod keys;
mod kvm;
mod last_used;
mod left_alone;
mod line;
mod live;
mod live_machines;
mod log;
mod lxc;
mod lxc_pages;
mod mail_compared;
mod mail_keys;
mod mail_secret;
mod mail_zone;
mod metadata;
mod nameservers;
mod one_form;
mod operating;
mod operations;
mod origins;
mod outcomes;
mod own_trouble;
mod paging;
mod path_ids;
mod paths;
mod proxies;
mod record_contents;
mod records;
mod redis;
mod registry;
mod screens;
mod search;
mod search_http;
mod secrets;
mod services;
mod several;
mod signed;
mod sockets;
mod somebody_elses;
mod statuses;
mod terminal;
mod tight;
mod time;
mod trouble;
mod usage;
mod versions;
mod walking;
mod written;
mod zone;
mod zones_compared;

#[expect(dead_code, reason = "a part of it is used here")]
#[path = "../../rest/tests/signer/mod.rs"]
mod signer;

#[expect(dead_code, reason = "a part of it is used here")]
#[path = "../../rest/tests/live_client/mod.rs"]
mod live_client;

use hosting_engine::worker;
use std::{iter, process::ExitCode};

/// Runs what the arguments choose; without any, everything.
fn main() -> ExitCode {
    // A sealed process must be that before it is anything else.
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.peek().is_some_and(|first| first == worker::COMMAND) {
        return worker::main(arguments);
    }
    if arguments.next_if(|first| first == operating::COMMAND).is_some() {
        return hosting_rest::process::run(iter::once("hosting".into()).chain(arguments));
    }
    run::main()
}
