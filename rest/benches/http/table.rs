//! What is shown in the end.
use crate::{Arguments, Failure, connection::CONNECTIONS, figures::Figures, process};
use std::thread::available_parallelism;

const HEAD: [&str; 7] = ["case", "CPU µs", "× bare", "req/s", "p50 ms", "p99 ms", "RSS MB"];

/// The figures of each case, a line each; the first is what the others are compared with.
pub fn of(cases: &[(&str, Figures)]) -> String {
    let bare = cases.first().map_or(f64::NAN, |(_, figures)| figures.cpu);
    let rows = cases.iter().map(|(name, figures)| row(name, *figures, bare));
    aligned(&std::iter::once(HEAD.map(str::to_owned)).chain(rows).collect::<Vec<_>>())
}

/// The rows, each column as wide as it has to be.
pub fn aligned<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    let widths: Vec<_> = (0..COLUMNS).map(|column| width(rows, column)).collect();
    rows.iter().map(|row| line(row, &widths)).collect()
}

fn row(name: &str, figures: Figures, bare: f64) -> [String; 7] {
    let Figures { cpu, rate, p50, p99, memory } = figures;
    [
        name.to_owned(),
        format!("{cpu:.1}"),
        format!("{:.1}", cpu / bare),
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
pub fn circumstances(arguments: &Arguments, load_before: &str, postgres: bool) -> Result<String, Failure> {
    let Arguments { rounds, seconds, .. } = arguments;
    let (cores, load) = (available_parallelism()?, process::load_average()?);
    let mut text = format!(
        "Medians of {rounds} rounds of {seconds} s, {CONNECTIONS} connections that ask as soon as they are answered.\n\
         {cores} cores, load average {load_before} before and {load} after. CPU is the server's process alone.\n"
    );
    if !postgres {
        text += "PostgreSQL was left out: BENCH_POSTGRES_URL does not name a server.\n";
    }
    Ok(text)
}
