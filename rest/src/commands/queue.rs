//! `hosting queue`: what waits, what failed, what is stuck; and what the operator decides about it.
use super::{failure::CommandError, print};
use clap::{Args, Subcommand};
use hosting_core::{
    AREAS, Database, Time,
    clock::Clock,
    queue::{
        Job, JobStatus,
        operator::{self, Decided},
    },
};
use serde::Serialize;
use uuid::Uuid;

/// Queued work.
#[derive(Debug, Subcommand)]
pub enum QueueCommand {
    /// List what waits, what is being done, and what was given up.
    List(List),
    /// Have a job tried again now; one that was given up too, where that is of use.
    Retry {
        /// Its id, as `list` shows it.
        id: Uuid,
    },
    /// Give a job up: it is not done, and what waits for it says so.
    Bury {
        /// Its id, as `list` shows it.
        id: Uuid,
    },
}

/// The jobs to be listed.
#[derive(Debug, Args)]
pub struct List {
    /// Only those that stand so: queued, running, stuck or dead.
    #[arg(long, value_name = "STATE")]
    state: Option<State>,
    /// Print them as JSON.
    #[arg(long)]
    json: bool,
}

/// Where a job stands, for an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
enum State {
    /// It waits for its time and for what is before it.
    Queued,
    /// A worker has it.
    Running,
    /// The worker that had it says nothing more; the next one takes it.
    Stuck,
    /// It was given up.
    Dead,
}

impl QueueCommand {
    /// Does it.
    pub async fn run(self, db: &Database, clock: &dyn Clock) -> Result<(), CommandError> {
        match self {
            Self::List(list) => list.run(db, clock).await,
            Self::Retry { id } => {
                let decided = operator::retry(db, clock, AREAS, id).await?;
                told(decided, id, "a running server tries it again within seconds")
            }
            Self::Bury { id } => {
                let decided = operator::bury(db, clock, id).await?;
                told(
                    decided,
                    id,
                    "a running server gives it up within seconds, when what is before it is done",
                )
            }
        }
    }
}

/// What the operator is told of a decision.
fn told(decided: Decided, id: Uuid, done: &str) -> Result<(), CommandError> {
    let why = match decided {
        Decided::Done => {
            eprintln!("{done}");
            return Ok(());
        }
        Decided::Unknown => format!("no job has the id {id}"),
        Decided::Running => "a worker has it: wait until it is done, or stuck".to_owned(),
        Decided::Dead => "it was given up already".to_owned(),
        Decided::Pointless => {
            "another try is of no use: what it was about has changed since, or has to be asked for again"
                .to_owned()
        }
        Decided::Unreadable => "another version of the platform queued it: that one can retry it".to_owned(),
    };
    Err(CommandError::refused(why))
}

/// A job as a list shows it.
#[derive(Serialize)]
struct Listed {
    id: Uuid,
    kind: String,
    lane: String,
    account_id: Option<Uuid>,
    subject: String,
    state: State,
    attempts: i32,
    run_at: Time,
    last_error: Option<String>,
    request_id: Uuid,
    created_at: Time,
}

impl List {
    async fn run(self, db: &Database, clock: &dyn Clock) -> Result<(), CommandError> {
        let now = clock.now();
        let all = operator::list(db).await?.into_iter().map(|job| Listed::of(job, now));
        let some: Vec<_> = all.filter(|job| self.state.is_none_or(|state| state == job.state)).collect();
        match self.json {
            true => print(&(serde_json::to_string(&some)? + "\n")),
            false => print(&some.iter().map(Listed::line).collect::<String>()),
        }
    }
}

impl Listed {
    fn of(job: Job, now: Time) -> Self {
        let state = match job.status {
            JobStatus::Queued => State::Queued,
            JobStatus::Running if job.lease_until.is_some_and(|until| until <= now) => State::Stuck,
            JobStatus::Running => State::Running,
            JobStatus::Dead => State::Dead,
        };
        Self {
            id: job.id,
            kind: job.kind,
            lane: job.lane,
            account_id: job.account_id,
            subject: job.subject,
            state,
            attempts: job.attempts,
            run_at: job.run_at,
            last_error: job.last_error,
            request_id: job.request_id,
            created_at: job.created_at,
        }
    }

    fn line(&self) -> String {
        let state = match self.state {
            State::Queued => format!("queued until {}", self.run_at),
            State::Running => "running".to_owned(),
            State::Stuck => "stuck".to_owned(),
            State::Dead => "dead".to_owned(),
        };
        let attempts = format!("{} attempts", self.attempts);
        // The error of a backend may have several lines.
        let error = self.last_error.as_deref().unwrap_or_default().replace(char::is_control, " ");
        let columns = [&self.id.to_string(), &self.kind, &self.subject, &state, &attempts, &error];
        columns.map(String::as_str).join("\t").trim_end().to_owned() + "\n"
    }
}
