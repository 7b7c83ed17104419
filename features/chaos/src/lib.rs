//! Customers who write down what they are told, while processes are killed and paused, lines cut and the database
//! taken away, clocks set and a disk filled; then an auditor, who compares what they were told with what is there.
//!
//! One process on SQLite, or replicas on one PostgreSQL (`--database-url`) and Redis (`--redis-url`), which they
//! reach over lines that can be cut.
mod audit;
mod clocks;
mod customer;
mod disk;
mod facts;
mod fleet;
mod inventory;
mod journal;
mod line;
mod run;
mod trouble;

pub use audit::audit;
pub use disk::apart;
pub use facts::{Entry, Facts, Record};
pub use journal::{Account, Journal, Searched, Told};
pub use run::{Arguments, run};

use clap::Parser;
use hosting_engine::worker;
use std::{env, process::ExitCode};

/// The first argument with which this program is the platform's own.
const COMMAND: &str = "hosting-process";

/// Becomes the platform, or a sealed process of it, where it is started as that; else nothing.
pub fn platform() -> Option<ExitCode> {
    let mut arguments = env::args_os();
    let program = arguments.next();
    if env::args_os().nth(1).is_some_and(|first| first == worker::COMMAND) {
        return Some(worker::main(arguments));
    }
    let own = arguments.next().is_some_and(|first| first == COMMAND);
    own.then(|| hosting_rest::process::run(program.into_iter().chain(arguments)))
}

/// Carries out the command line: 0 where the auditor has no findings, else 1; 2 where what is asked for cannot be done
/// here.
pub fn main() -> ExitCode {
    if let Some(ended) = platform() {
        return ended;
    }
    let arguments = Arguments::parse();
    if !arguments.no_full_disk && !apart() {
        eprintln!(
            "no disk can be mounted here, to be filled: be root, or let users have namespaces (`unshare --user`); or say \
             --no-full-disk"
        );
        return ExitCode::from(2);
    }
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let (journal, facts) = runtime.block_on(run(&arguments));
    let findings = audit(&journal, &facts);
    println!("{}", journal.summary());
    for finding in &findings {
        println!("FINDING {finding}");
    }
    println!("{} findings", findings.len());
    if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
