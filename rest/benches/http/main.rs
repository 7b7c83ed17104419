//! What a request costs, beside bare axum in the same run: `cargo bench -p hosting-rest`; and with `--flood`, what one
//! customer notices while another floods the platform; with `--growth`, what a request costs where much is kept; with
//! `--writers`, whether replicas hold each other up; with `--conversions`, how long these wait; with `--soak 60`, whether memory grows within an hour.
//!
//! The servers are processes of their own: the `hosting` that is published, once on `SQLite` and, where
//! `BENCH_POSTGRES_URL` names a server, once on `PostgreSQL`; an axum that does nothing but answer 8 kB; and Fastify on
//! the same tables, where its packages are installed.
//! This process asks, over connections that stay open, each as soon as it has been answered. All cases
//! take turns in every round, so that what else the machine does meets them alike, and the median of the
//! rounds is shown. The figure to compare is the processor time of a request: the others depend on what
//! the asking itself takes. No figure is required; an answer of another status ends the run.
mod ask;
mod bare;
mod connection;
mod conversions;
mod database;
mod figures;
mod flood;
mod growth;
mod inventory;
mod process;
mod server;
mod soak;
mod table;
mod writers;

use ask::Ask;
use clap::Parser;
use figures::Figures;
use server::Server;
use std::{process::ExitCode, time::Duration};
use table::Row;
use tokio::runtime::{Builder, Runtime};

/// Why the run ended without a table.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What a request costs, beside bare axum in the same run.
#[derive(Debug, Parser)]
#[command(name = "cargo bench -p hosting-rest --")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
struct Arguments {
    /// Rounds; of each figure the median is shown.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Seconds for which each case is measured in each round.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Only the cases whose name contains this, for example `services` or `SQLite`; bare axum in any case.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Measure instead what one customer notices while another floods the platform.
    #[arg(long)]
    flood: bool,
    /// Measure instead how costs grow with what is kept.
    #[arg(long)]
    growth: bool,
    /// Measure instead what writers at replicas of their own write on one `PostgreSQL`.
    #[arg(long)]
    writers: bool,
    /// Measure instead how long conversions wait until their file is read.
    #[arg(long)]
    conversions: bool,
    /// Look instead whether the platform's memory grows while it is asked half of what it can answer, for so many
    /// minutes on each database; ends with 1 where it changes by more than 5 %.
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u64).range(1..=600))]
    soak: Option<u64>,
    /// Be the bare axum: how the benchmark starts itself.
    #[arg(long, hide = true)]
    bare: bool,
    /// What `cargo bench` says; without it, one round of a second shows that everything is answered.
    #[arg(long, hide = true)]
    bench: bool,
}

impl Arguments {
    /// What the command line says, or what is enough where nothing is to be measured.
    fn read() -> Self {
        let said = Self::parse();
        if said.bench { said } else { Self { rounds: 1, seconds: 1, ..said } }
    }
}

/// Something that is asked of a server over and over.
struct Case<'a> {
    name: String,
    server: &'a Server,
    ask: Ask,
    rounds: Vec<Figures>,
}

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let done = match &arguments {
        Arguments { bare: true, .. } => bare::serve(),
        Arguments { flood: true, .. } => flood::compare(&arguments),
        Arguments { growth: true, .. } => growth::compare(&arguments),
        Arguments { writers: true, .. } => writers::compare(&arguments),
        Arguments { conversions: true, .. } => conversions::compare(&arguments),
        Arguments { soak: Some(minutes), .. } => soak::soak(&arguments, *minutes),
        arguments => compare(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("the benchmark was given up: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn compare(arguments: &Arguments) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let (bare, mut servers, fastify) = (Server::bare()?, Server::all()?, Server::fastify()?);
    servers.extend(fastify);
    let mut cases = cases(&bare, &servers, arguments.only.as_deref());
    let load_before = process::load_average()?;
    for round in 1..=arguments.rounds {
        eprintln!("round {round} of {}", arguments.rounds);
        for case in &mut cases {
            case.measure(&runtime, Duration::from_secs(arguments.seconds))?;
        }
    }
    let rows: Vec<_> = cases.iter().map(Case::row).collect();
    print!("\n{}\n{}", table::of(&rows), table::circumstances(arguments, &load_before, &servers)?);
    Ok(())
}

/// Bare axum, and every request to every server; those that are wanted.
fn cases<'a>(bare: &'a Server, servers: &'a [Server], only: Option<&str>) -> Vec<Case<'a>> {
    let case = |ask: Ask, server: &'a Server| {
        let name = format!("{}, {}", ask.name(), server.name);
        Case { name, server, ask, rounds: Vec::new() }
    };
    let only = only.unwrap_or_default().to_lowercase();
    let asked = Ask::OF_HOSTING.into_iter().flat_map(|ask| {
        servers.iter().filter(move |server| server.asks.contains(&ask)).map(move |server| case(ask, server))
    });
    let wanted = asked.filter(|case| case.name.to_lowercase().contains(&only));
    std::iter::once(case(Ask::Bare, bare)).chain(wanted).collect()
}

impl Case<'_> {
    fn row(&self) -> Row<'_> {
        let figures = Figures::median(&self.rounds);
        Row { name: &self.name, ask: self.ask, is_fastify: self.server.name == server::FASTIFY, figures }
    }

    fn measure(&mut self, runtime: &Runtime, span: Duration) -> Result<(), Failure> {
        let measured = runtime.block_on(Figures::measure(self.server, self.ask, span));
        self.rounds.push(measured.map_err(|cause| format!("{}: {cause}", self.name))?);
        Ok(())
    }
}
