//! Customers who write down what they are told, while processes are killed and paused, lines cut and the database
//! taken away; then an auditor, who compares what they were told with what is there.
//!
//! One process on SQLite, or replicas on one PostgreSQL (`--database-url`) and Redis (`--redis-url`), which they
//! reach over lines that can be cut.
mod audit;
mod customer;
mod facts;
mod fleet;
mod inventory;
mod journal;
mod line;
mod run;
mod trouble;

pub use audit::audit;
pub use facts::{Entry, Facts, Record};
pub use journal::{Account, Journal, Searched, Told};
pub use run::{Arguments, run};

use clap::Parser;
use std::{env, process::ExitCode};

/// The first argument with which this program is the platform's own.
const COMMAND: &str = "hosting-process";

/// Becomes the platform where it is started as that; else nothing.
pub fn platform() -> Option<ExitCode> {
    let mut arguments = env::args_os();
    let program = arguments.next();
    let own = arguments.next().is_some_and(|first| first == COMMAND);
    own.then(|| hosting_rest::process::run(program.into_iter().chain(arguments)))
}

/// Carries out the command line: 0 where the auditor has no findings, else 1.
pub fn main() -> ExitCode {
    if let Some(ended) = platform() {
        return ended;
    }
    let arguments = Arguments::parse();
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
