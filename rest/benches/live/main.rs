//! What it costs to tell many what changes: `cargo bench -p hosting-rest --bench live`.
//!
//! The server is a process of its own: the `hosting` that is published, on `SQLite`. This process opens a
//! WebSocket for each who watches, makes changes over REST as often as it is told to, and reads. One client
//! more watches and reads nothing. A delay is from the moment that stands in the changed record, which is
//! before its commit, to its arrival here. Changes of one record that follow each other closely may come as
//! one; lost is whoever was not told the last state of a record. No figure is required.
mod data;
mod figures;
mod listener;
mod server;
mod shape;

use clap::Parser;
use figures::Figures;
use server::Server;
use shape::Shape;
use std::{process::ExitCode, time::Duration};

/// Why the run ended without figures.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What it costs to tell many what changes.
#[derive(Clone, Copy, Debug, Parser)]
#[command(name = "cargo bench -p hosting-rest --bench live --")]
struct Arguments {
    /// How many watch; each takes a file descriptor here and one in the server.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=9000))]
    subscribers: u32,
    /// Changes in a second.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1000))]
    changes: u32,
    /// Seconds for which changes are made.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// What `cargo bench` says; without it, a few of everything show that it works.
    #[arg(long, hide = true)]
    bench: bool,
}

impl Arguments {
    /// What the command line says, or what is enough where nothing is to be measured.
    fn read() -> Self {
        let said = Self::parse();
        if said.bench { said } else { Self { subscribers: said.subscribers.min(20), seconds: 1, ..said } }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let done = runtime.map_err(Failure::from).and_then(|runtime| runtime.block_on(measure(arguments)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("the benchmark was given up: {failure}");
            ExitCode::FAILURE
        }
    }
}

async fn measure(arguments: Arguments) -> Result<(), Failure> {
    let Arguments { subscribers, changes, seconds, .. } = arguments;
    println!(
        "{subscribers} who watch, {changes} changes a second for {seconds} s, one more client that reads nothing"
    );
    for shape in [Shape::AccountEach, Shape::OneAccount] {
        let server = Server::start(shape, subscribers).await?;
        let figures = Figures::of(&server, arguments).await?;
        println!("{shape}: {figures}");
    }
    Ok(())
}

/// So many changes a second.
fn pace(changes: u32) -> Duration {
    Duration::from_secs(1) / changes
}
