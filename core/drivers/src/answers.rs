//! The asking of servers: a change is done when those that customers' visitors ask answer with it.
mod ask;
mod wanted;

use crate::transport;
use futures_util::{StreamExt, future, stream};
use hosting_kernel::providers::{Failure, dns::Change};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use wanted::{Seen, Wanted};

/// How long the servers are asked.
const PATIENCE: Duration = Duration::from_secs(20);
/// The wait before the second round.
const WAIT: Duration = Duration::from_millis(50);
/// The longest wait between two rounds.
const WAIT_MAX: Duration = Duration::from_secs(1);
/// Questions to one server at the same time.
const AT_ONCE: usize = 16;

/// The servers that must answer with a change before it is done.
///
/// They are asked as a resolver asks them (RFC 1034 section 4.3.2, without recursion), for each name and type:
///
/// - A set that was put is there when it is answered with authority, with the same data and time to live. A CNAME in
///   its place is no answer.
/// - A set that was removed is gone when there is none of its name and type. Where a wildcard stands in for the name,
///   there is one all the same (RFC 4592 section 3.3): it is gone when it is what a name beside it is answered.
/// - What lies below a delegation is not the server's to answer (RFC 1034 section 4.3.2, step 3b): with the delegation
///   it has said all that it will.
#[derive(Clone, Debug)]
pub struct Answers {
    servers: Vec<String>,
    patience: Duration,
}

impl Answers {
    /// Those at `servers`, each `host:port`; what is wrong with them, in words. Where there are none, nobody is asked.
    pub fn new(servers: &[String]) -> Result<Self, String> {
        let servers = servers.iter().map(|server| transport::address(server)).collect::<Result<_, _>>()?;
        Ok(Self { servers, patience: PATIENCE })
    }

    /// The same, asked for so long at most: 20 s unless said.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Asks them until all of them answer with `changes`: who did. What is still served after 20 s is said in the failure.
    ///
    /// # Errors
    ///
    /// [`Failure::Unavailable`] where one does not answer with a change in time; [`Failure::Refused`] where a change
    /// is of a name, a type or data that cannot be asked for.
    pub async fn until_they_answer(&self, changes: &[Change]) -> Result<Vec<String>, Failure> {
        let wanted = wanted::all(changes).map_err(Failure::Refused)?;
        let until = Instant::now() + self.patience;
        let asked: Vec<_> = self.servers.iter().map(|server| one(server, &wanted, until)).collect();
        future::join_all(asked).await.into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok(self.servers.clone())
    }
}

/// Asks `server` until it answers with all that is `wanted`, or the time is over.
async fn one(server: &str, wanted: &[Wanted], until: Instant) -> Result<(), Failure> {
    let mut missing: Vec<&Wanted> = wanted.iter().collect();
    let mut wait = WAIT;
    while !missing.is_empty() {
        let questions: Vec<_> = missing.iter().map(|wanted| wanted::seen(server, wanted, until)).collect();
        let seen: Vec<Seen> = stream::iter(questions).buffered(AT_ONCE).collect().await;
        let left: Vec<_> = missing.into_iter().zip(seen).filter(|(_, seen)| *seen != Seen::Done).collect();
        if let (Some((first, seen)), true) = (left.first(), Instant::now() + wait >= until) {
            let said = first.said(seen);
            tracing::warn!(server, name = %first.name, kind = %first.kind, missing = left.len(), %said, "a nameserver does not answer with a change");
            return Err(Failure::Unavailable(said));
        }
        missing = left.into_iter().map(|(wanted, _)| wanted).collect();
        if !missing.is_empty() {
            sleep(wait).await;
            wait = (wait * 2).min(WAIT_MAX);
        }
    }
    Ok(())
}
