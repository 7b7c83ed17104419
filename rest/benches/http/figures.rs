//! What is measured.
use crate::{Failure, ask::Ask, connection, process, server::Server};
use std::time::{Duration, Instant};

/// What is asked before it counts: connections, statements and credentials are known then.
const WARM_UP: Duration = Duration::from_millis(300);

/// How a server did in one round, or in the median of several.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Microseconds of processor time per request, of the server's process alone.
    pub cpu: f64,
    /// Requests in a second.
    pub rate: f64,
    /// Milliseconds within which half of the requests were answered.
    pub p50: f64,
    /// Milliseconds within which 99 of 100 were.
    pub p99: f64,
    /// Megabytes of memory afterwards.
    pub memory: f64,
}

impl Figures {
    /// Asks `server` for as long as `span`.
    pub async fn measure(server: &Server, ask: Ask, span: Duration) -> Result<Self, Failure> {
        let mut connections = connection::open(server).await?;
        connection::ask_all(&mut connections, ask, WARM_UP).await?;
        let (begun, used) = (Instant::now(), process::cpu(server.pid())?);
        let mut took = connection::ask_all(&mut connections, ask, span).await?;
        let (lasted, used) = (begun.elapsed(), process::cpu(server.pid())?.saturating_sub(used));
        took.sort_unstable();
        let requests = f64::from(u32::try_from(took.len())?);
        Ok(Self {
            cpu: used.as_secs_f64() * 1e6 / requests,
            rate: requests / lasted.as_secs_f64(),
            p50: share(&took, 50)?,
            p99: share(&took, 99)?,
            memory: process::memory(server.pid())?,
        })
    }

    /// The median of each figure.
    pub fn median(rounds: &[Self]) -> Self {
        let of = |figure: fn(&Self) -> f64| middle(rounds.iter().map(figure).collect());
        Self {
            cpu: of(|one| one.cpu),
            rate: of(|one| one.rate),
            p50: of(|one| one.p50),
            p99: of(|one| one.p99),
            memory: of(|one| one.memory),
        }
    }
}

/// Milliseconds within which `percent` of the sorted microseconds lie.
pub fn share(took: &[u32], percent: usize) -> Result<f64, Failure> {
    let last = took.get(took.len() * percent / 100).ok_or("nothing was answered")?;
    Ok(f64::from(*last) / 1e3)
}

/// The middle one of `values`.
pub fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let (below, above) = (values.len().saturating_sub(1) / 2, values.len() / 2);
    f64::midpoint(values[below], values[above])
}
