//! Whether the platform grows under a load that lasts.
//!
//! It is asked for all that it is asked for elsewhere here, half as often as it could answer, which is measured first.
//! Its memory is looked at each second: what it has at the end, beside what it had once it had warmed up.
use crate::{
    Arguments, Failure, ask::Ask, connection, connection::Connection, process, server::Server, table,
};
use std::time::{Duration, Instant};
use tokio::{
    runtime::Builder,
    task::JoinSet,
    time::{self, MissedTickBehavior},
};

/// How long it is measured how much can be answered of each.
const CAN: Duration = Duration::from_secs(2);
/// How often its memory is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// By how many percent it may change from the second fifth of the looks to the last; in the first it warms up.
const GROWTH: f64 = 5.;

const HEAD: [&str; 8] = ["server", "could/s", "asked/s", "p99 ms", "warm MB", "least", "most", "at the end"];

/// Asks each server for as long as `minutes`; an error where one has grown.
pub fn soak(arguments: &Arguments, minutes: u64) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let (mut rows, mut grown) = (vec![HEAD.map(str::to_owned)], Vec::new());
    for server in &Server::all()? {
        if arguments.only.as_ref().is_some_and(|only| !server.name.contains(only.as_str())) {
            continue;
        }
        eprintln!("{}, {minutes} min", server.name);
        let (row, growth) = runtime.block_on(one(server, Duration::from_mins(minutes)))?;
        rows.push(row);
        if growth.abs() > GROWTH {
            grown.push(format!("{} by {growth:.1} %", server.name));
        }
    }
    print!("\n{}", table::aligned(&rows));
    if grown.is_empty() { Ok(()) } else { Err(format!("memory changed: {}", grown.join(", ")).into()) }
}

/// The row of a server, and by how many percent its memory grew.
async fn one(server: &Server, span: Duration) -> Result<([String; 8], f64), Failure> {
    let could = can(server).await?;
    let pace = Duration::from_secs_f64(f64::from(connection::CONNECTIONS) / (could / 2.));
    let (begun, end) = (Instant::now(), Instant::now() + span);
    let mut asking = JoinSet::new();
    for connection in connection::open(server).await? {
        asking.spawn(ask_until(connection, end, pace));
    }
    let mut memory = Vec::new();
    let mut looks = time::interval(LOOK);
    while Instant::now() < end {
        looks.tick().await;
        memory.push(process::memory(server.pid())?);
    }
    let mut took = Vec::new();
    while let Some(one) = asking.join_next().await {
        took.extend(one??);
    }
    took.sort_unstable();
    let fifth = (memory.len() / 5).max(1);
    let warm = mean(&memory[fifth..(2 * fifth).min(memory.len())]);
    let last = mean(&memory[memory.len() - fifth..]);
    let asked = f64::from(u32::try_from(took.len())?) / begun.elapsed().as_secs_f64();
    let settled = &memory[fifth..];
    let row = [
        server.name.to_owned(),
        format!("{could:.0}"),
        format!("{asked:.0}"),
        format!("{:.2}", crate::figures::share(&took, 99)?),
        format!("{warm:.1}"),
        format!("{:.1}", settled.iter().copied().fold(f64::INFINITY, f64::min)),
        format!("{:.1}", settled.iter().copied().fold(0., f64::max)),
        format!("{last:.1}"),
    ];
    Ok((row, 100. * (last - warm) / warm))
}

/// How many a second it can answer, where it is asked for one after the other.
async fn can(server: &Server) -> Result<f64, Failure> {
    let (mut connections, mut seconds) = (connection::open(server).await?, 0.);
    for ask in Ask::OF_HOSTING {
        let took = connection::ask_all(&mut connections, ask, CAN).await?;
        seconds += CAN.as_secs_f64() / f64::from(u32::try_from(took.len())?);
    }
    Ok(f64::from(u32::try_from(Ask::OF_HOSTING.len())?) / seconds)
}

/// Asks for all in turn, at a steady pace; gives the microseconds that each answer took.
async fn ask_until(mut connection: Connection, end: Instant, pace: Duration) -> Result<Vec<u32>, Failure> {
    let (mut took, mut due) = (Vec::new(), time::interval(pace));
    due.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for ask in Ask::OF_HOSTING.into_iter().cycle() {
        due.tick().await;
        let begun = Instant::now();
        if begun >= end {
            break;
        }
        connection.ask(ask).await?;
        took.push(u32::try_from(begun.elapsed().as_micros())?);
    }
    Ok(took)
}

fn mean(values: &[f64]) -> f64 {
    let count = u32::try_from(values.len()).map_or(f64::NAN, f64::from);
    values.iter().sum::<f64>() / count
}
