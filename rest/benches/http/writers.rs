//! Whether replicas on one `PostgreSQL` hold each other up: the changes in a second that writers make, each at a replica
//! of its own, beside those of one alone.
use crate::{
    Arguments, Failure,
    ask::Ask,
    connection::{self, Connection},
    figures::middle,
    inventory, process,
    server::{Server, Store},
    table,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::runtime::Builder;

/// So many write at the same time.
const WRITERS: [usize; 4] = [1, 2, 4, 8];
/// What is asked before it counts.
const WARM_UP: Duration = Duration::from_millis(500);

const HEAD: [&str; 4] = ["writers", "changes/s", "× one", "CPU µs, all replicas"];

/// Shows what so many write.
pub fn compare(arguments: &Arguments) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let store = Store::postgres()?.ok_or("BENCH_POSTGRES_URL names no server")?;
    let first = Server::on(store, &[Ask::AutoRenew], inventory::DOMAINS, |store| Ok(store.serve()))?;
    let most = WRITERS.into_iter().max().unwrap_or_default();
    let beside = (1..most).map(|_| first.beside()).collect::<Result<Vec<_>, _>>()?;
    let replicas: Vec<&Server> = std::iter::once(&first).chain(&beside).collect();
    let span = Duration::from_secs(arguments.seconds);
    let mut rounds: Vec<Vec<(f64, f64)>> = vec![Vec::new(); WRITERS.len()];
    for round in 1..=arguments.rounds {
        eprintln!("round {round} of {}", arguments.rounds);
        for (writers, measured) in WRITERS.into_iter().zip(&mut rounds) {
            measured.push(runtime.block_on(written(&replicas[..writers], span))?);
        }
    }
    let medians = rounds.iter().map(|measured| {
        let of = |figure: fn(&(f64, f64)) -> f64| middle(measured.iter().map(figure).collect());
        (of(|one| one.0), of(|one| one.1))
    });
    let medians: Vec<_> = medians.collect();
    let one = medians.first().map_or(f64::NAN, |one| one.0);
    let rows = WRITERS.iter().zip(&medians).map(|(writers, (rate, cpu))| {
        [writers.to_string(), format!("{rate:.0}"), format!("{:.2}", rate / one), format!("{cpu:.0}")]
    });
    print!("\n{}", table::aligned(&std::iter::once(HEAD.map(str::to_owned)).chain(rows).collect::<Vec<_>>()));
    println!(
        "The database's own processor time is not in it: where there are few processors, they are what bounds it."
    );
    Ok(())
}

/// Changes in a second, and microseconds of the replicas for each, while each of `replicas` is asked by one writer.
async fn written(replicas: &[&Server], span: Duration) -> Result<(f64, f64), Failure> {
    let mut connections = Vec::new();
    for (number, replica) in (0..).zip(replicas) {
        connections.push(Connection::open(number, replica.address, Arc::clone(&replica.tokens)).await?);
    }
    connection::ask_all(&mut connections, Ask::AutoRenew, WARM_UP).await?;
    let cpu = || replicas.iter().map(|replica| process::cpu(replica.pid())).sum::<Result<Duration, _>>();
    let (begun, used) = (Instant::now(), cpu()?);
    let took = connection::ask_all(&mut connections, Ask::AutoRenew, span).await?;
    let (lasted, used) = (begun.elapsed(), cpu()?.saturating_sub(used));
    let changes = f64::from(u32::try_from(took.len())?);
    Ok((changes / lasted.as_secs_f64(), used.as_secs_f64() * 1e6 / changes))
}
