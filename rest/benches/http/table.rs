//! What is shown in the end.
use crate::{
    Arguments, Failure,
    ask::Ask,
    connection::CONNECTIONS,
    figures::Figures,
    process,
    server::{FASTIFY, Server},
};
use std::thread::available_parallelism;

const HEAD: [&str; 8] = ["case", "CPU µs", "× bare", "× Fastify", "req/s", "p50 ms", "p99 ms", "RSS MB"];

/// A case, and how it went.
pub struct Row<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What was asked for.
    pub ask: Ask,
    /// Whether it is what others are compared with.
    pub is_fastify: bool,
    /// How it went.
    pub figures: Figures,
}

/// The figures of each case, a line each; the first is what the others are compared with.
pub fn of(rows: &[Row<'_>]) -> String {
    let bare = rows.first().map_or(f64::NAN, |row| row.figures.cpu);
    let fastify = |ask| rows.iter().find(|row| row.is_fastify && row.ask == ask).map(|row| row.figures.cpu);
    let lines = rows.iter().map(|row| cells(row, bare, fastify(row.ask)));
    aligned(&std::iter::once(HEAD.map(str::to_owned)).chain(lines).collect::<Vec<_>>())
}

/// The rows, each column as wide as it has to be.
pub fn aligned<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    let widths: Vec<_> = (0..COLUMNS).map(|column| width(rows, column)).collect();
    rows.iter().map(|row| line(row, &widths)).collect()
}

fn cells(row: &Row<'_>, bare: f64, fastify: Option<f64>) -> [String; 8] {
    let Figures { cpu, rate, p50, p99, memory } = row.figures;
    [
        row.name.to_owned(),
        format!("{cpu:.1}"),
        format!("{:.1}", cpu / bare),
        fastify.map_or_else(|| "-".to_owned(), |fastify| format!("{:.2}", cpu / fastify)),
        format!("{rate:.0}"),
        format!("{p50:.2}"),
        format!("{p99:.2}"),
        format!("{memory:.1}"),
    ]
}

fn width<const COLUMNS: usize>(rows: &[[String; COLUMNS]], column: usize) -> usize {
    rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
}

/// The name to the left, the figures to the right.
fn line(row: &[String], widths: &[usize]) -> String {
    let (name, figures) = row.split_first().expect("a row has a name");
    let figures = figures.iter().zip(&widths[1..]).map(|(figure, width)| format!("  {figure:>width$}"));
    format!("{name:<width$}{}\n", figures.collect::<String>(), width = widths[0])
}

/// Under what circumstances the figures came about.
pub fn circumstances(
    arguments: &Arguments,
    load_before: &str,
    servers: &[Server],
) -> Result<String, Failure> {
    let Arguments { rounds, seconds, .. } = arguments;
    let (cores, load) = (available_parallelism()?, process::load_average()?);
    let mut text = format!(
        "Medians of {rounds} rounds of {seconds} s, {CONNECTIONS} connections that ask as soon as they are answered.\n\
         {cores} cores, load average {load_before} before and {load} after. CPU is the server's process alone.\n"
    );
    let takes_part = |name| servers.iter().any(|server| server.name == name);
    if !takes_part("PostgreSQL") {
        text += "PostgreSQL was left out: BENCH_POSTGRES_URL does not name a server.\n";
    }
    if !takes_part(FASTIFY) {
        text += "Fastify was left out: its packages are not installed (npm ci and npm rebuild in rest/benches/node).\n";
    }
    Ok(text)
}
