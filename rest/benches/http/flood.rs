//! What one customer notices while another floods the platform.
//!
//! The one asks at a steady pace, well within what it may; the other asks over many connections at once, each as soon
//! as it is answered, for a hundred records at a time. The figure to look at is how much longer the one waits than
//! alone, in the same run; what is turned away of the flood is to be turned away soon.
use crate::{
    Arguments, Failure, ask::Ask, connection::Connection, figures::share, process, server::Server, table,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{runtime::Builder, task::JoinSet, time};

/// Connections of the flood.
const FLOODERS: u32 = 80;
/// How often the other customer asks.
const PACE: Duration = Duration::from_millis(20);
/// How long the flood runs before it counts.
const RISES: Duration = Duration::from_secs(2);

const HEAD: [&str; 10] = [
    "case",
    "alone p50 ms",
    "p99",
    "flooded p50",
    "p99",
    "× p99",
    "flood/s",
    "refused/s",
    "refused p99",
    "RSS MB",
];

/// What a flood was answered.
#[derive(Default)]
struct Flood {
    /// Answers that were good.
    good: u32,
    /// Microseconds that each of the others took.
    refused: Vec<u32>,
}

/// Shows what the customer waits alone and beside the flood, on each database.
pub fn compare(arguments: &Arguments) -> Result<(), Failure> {
    // The customer is not to wait for the flood on this side.
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let span = Duration::from_secs(arguments.seconds) * arguments.rounds.into();
    let mut rows = vec![HEAD.map(str::to_owned)];
    for server in &Server::all()? {
        for ask in [Ask::Services, Ask::AutoRenew] {
            eprintln!("{}, {}", ask.name(), server.name);
            rows.push(runtime.block_on(case(server, ask, span))?);
        }
    }
    print!("\n{}", table::aligned(&rows));
    println!(
        "{} s each; one request every {} ms, beside {FLOODERS} connections of another account that ask as soon as they \
         are answered.",
        span.as_secs(),
        PACE.as_millis()
    );
    Ok(())
}

async fn case(server: &Server, ask: Ask, span: Duration) -> Result<[String; 10], Failure> {
    paced(server, ask, RISES).await?;
    let alone = paced(server, ask, span).await?;
    let end = Instant::now() + RISES + span;
    let mut flood = JoinSet::new();
    for number in 0..FLOODERS {
        let connection = Connection::open(number, server.address, Arc::clone(&server.flooders)).await?;
        flood.spawn(flood_until(connection, end));
    }
    time::sleep(RISES).await;
    let flooded = paced(server, ask, span).await?;
    let (mut good, mut refused) = (0, Vec::new());
    while let Some(one) = flood.join_next().await {
        let one = one??;
        good += one.good;
        refused.extend(one.refused);
    }
    refused.sort_unstable();
    let lasted = (RISES + span).as_secs_f64();
    let count = f64::from(u32::try_from(refused.len())?);
    let p99 = |took: &[u32]| share(took, 99);
    Ok([
        format!("{}, {}", ask.name(), server.name),
        format!("{:.2}", share(&alone, 50)?),
        format!("{:.2}", p99(&alone)?),
        format!("{:.2}", share(&flooded, 50)?),
        format!("{:.2}", p99(&flooded)?),
        format!("{:.1}", p99(&flooded)? / p99(&alone)?),
        format!("{:.0}", f64::from(good) / lasted),
        format!("{:.0}", count / lasted),
        p99(&refused).map_or_else(|_| "-".to_owned(), |p99| format!("{p99:.2}")),
        format!("{:.1}", process::memory(server.pid())?),
    ])
}

/// Asks at a steady pace for as long as `span`; the sorted microseconds from when each request was due to its answer.
async fn paced(server: &Server, ask: Ask, span: Duration) -> Result<Vec<u32>, Failure> {
    let mut connection = Connection::open(0, server.address, Arc::clone(&server.tokens)).await?;
    let (mut took, begun) = (Vec::new(), Instant::now());
    let mut due = begun;
    while due < begun + span {
        time::sleep_until(due.into()).await;
        connection.ask(ask).await?;
        took.push(u32::try_from(due.elapsed().as_micros())?);
        due += PACE;
    }
    took.sort_unstable();
    Ok(took)
}

async fn flood_until(mut connection: Connection, end: Instant) -> Result<Flood, Failure> {
    let mut flood = Flood::default();
    while Instant::now() < end {
        let begun = Instant::now();
        match connection.ask(Ask::Flood).await? {
            true => flood.good += 1,
            false => flood.refused.push(u32::try_from(begun.elapsed().as_micros())?),
        }
    }
    Ok(flood)
}
