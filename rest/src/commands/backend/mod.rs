//! `hosting backend`: what stands behind the platform, how it is, and whether it has what the platform believes.
mod diff;

use super::{
    backends::{self, Behind, Named},
    failure::CommandError,
    print,
    settings::Settings,
};
use clap::Subcommand;
use diff::Diff;
use hosting_core::providers::{Failure, within};
use serde::Serialize;
use std::time::Duration;

/// The backends.
#[derive(Debug, Subcommand)]
pub enum BackendCommand {
    /// List them, and how each is.
    List {
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Ask each what it needs, and say what is missing; exit code 1 where something is.
    Check {
        /// Only this one.
        id: Option<String>,
    },
    /// Compare what each has with what the platform believes; exit code 1 where they differ.
    Diff(Diff),
}

/// How long a backend has to say how it is.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A backend as a list shows it.
#[derive(Serialize)]
struct Listed {
    id: String,
    port: &'static str,
    driver: &'static str,
    default: bool,
    state: &'static str,
    /// What is wrong, where something is.
    why: Option<String>,
}

impl BackendCommand {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), CommandError> {
        let opened = settings.open().await?;
        let db = &opened.database;
        let behind = Behind::new(db, &opened.secret, "");
        let ports = backends::open(settings.backends.as_deref(), &behind).await?;
        let chosen = |id: Option<&str>| {
            let mut listed = backends::listed(&ports);
            listed.retain(|one| id.is_none_or(|id| one.id == id));
            match (listed.is_empty(), id) {
                (true, Some(id)) => Err(CommandError::refused(format!("there is no backend {id}"))),
                _ => Ok(listed),
            }
        };
        match self {
            Self::List { json } => {
                let mut listed = Vec::new();
                for backend in chosen(None)? {
                    listed.push(listing(backend).await);
                }
                match json {
                    true => print(&(serde_json::to_string(&listed)? + "\n")),
                    false => print(&listed.iter().map(Listed::line).collect::<String>()),
                }
            }
            Self::Check { id } => {
                let mut missing = 0;
                for backend in chosen(id.as_deref())? {
                    let listed = listing(backend).await;
                    missing += usize::from(listed.why.is_some());
                    print(&listed.line())?;
                }
                match missing {
                    0 => Ok(()),
                    missing => Err(CommandError::Failed(format!("{missing} cannot do what they are for"))),
                }
            }
            Self::Diff(diff) => {
                let ids: Vec<String> = chosen(diff.id.as_deref())?.into_iter().map(|one| one.id).collect();
                match diff.run(db, &ports, &ids).await? {
                    0 => Ok(()),
                    different => Err(CommandError::Failed(format!("{different} differences"))),
                }
            }
        }
    }
}

async fn listing(Named { id, port, driver, default, ping }: Named) -> Listed {
    let (state, why) = match within(TIMEOUT, ping).await {
        Ok(()) => ("ok", None),
        Err(failure @ Failure::Misconfigured(_)) => ("misconfigured", Some(failure.to_string())),
        Err(failure) => ("unavailable", Some(failure.to_string())),
    };
    Listed { id, port: port.name(), driver, default, state, why }
}

impl Listed {
    fn line(&self) -> String {
        let default = if self.default { " (default)" } else { "" };
        let why = self.why.as_deref().map_or_else(String::new, |why| format!(": {why}"));
        format!("{} {} {}{default} {}{why}\n", self.id, self.port, self.driver, self.state)
    }
}
