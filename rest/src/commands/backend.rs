//! `hosting backend`: what stands behind the platform, how it is, and whether it has what the platform believes.
use super::{
    backends::{self, Named},
    failure::CommandError,
    print,
    settings::Settings,
};
use clap::{Args, Subcommand};
use hosting_core::{
    clock::SystemClock,
    domains::{Compared, Difference, differences, repair},
    providers::{Failure, within},
};
use hosting_drivers::sandbox::dns::Sandbox;
use serde::Serialize;
use std::{fmt::Write, sync::Arc, time::Duration};

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

/// What is compared.
#[derive(Debug, Args)]
pub struct Diff {
    /// Only this one.
    id: Option<String>,
    /// Queue what brings ours to where it is missing or different; what is strange there is left alone.
    #[arg(long)]
    repair: bool,
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
        let backends = backends::open(settings.backends.as_deref(), db).await?;
        let chosen = |id: Option<&str>| {
            let mut listed = backends::listed(&backends, db);
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
                let mut different = 0;
                let ids: Vec<String> = chosen(diff.id.as_deref())?.into_iter().map(|one| one.id).collect();
                let nameservers = backends.dns(|| Sandbox::new(db.clone()));
                for backend in nameservers.iter().filter(|backend| ids.contains(&backend.id)) {
                    let found = differences(&opened.database, &backend.id, &*backend.driver).await?;
                    for (domain, found) in found {
                        let (text, count) = told(&backend.id, &(domain.clone(), found.clone()));
                        print(&text)?;
                        different += count;
                        if let (true, Ok(found)) = (diff.repair, &found) {
                            let clock = Arc::new(SystemClock);
                            let queued = repair(&opened.database, clock, domain.id, found).await?;
                            if queued > 0 {
                                eprintln!("{}: {queued} records are queued", domain.domain_name);
                            }
                        }
                    }
                }
                match different {
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

/// What is said of a zone, and how many differences that are.
fn told(backend: &str, (domain, found): &Compared) -> (String, usize) {
    let zone = &domain.domain_name;
    let mut text = String::new();
    let mut line = |what: String| {
        // Text is not refused.
        let _ = writeln!(text, "{backend} {zone}: {what}");
    };
    match found {
        Err(failure) => {
            line(format!("is not known: {failure}"));
            (text, 1)
        }
        Ok(found) => {
            for difference in found {
                match difference {
                    Difference::NoZone => line("the zone is not there".to_owned()),
                    Difference::Strange(set) => {
                        line(format!("{} {} is served, and no record of ours", set.name, set.kind));
                    }
                    Difference::Other { believed, served, .. } => {
                        let is = served.as_ref().map_or_else(
                            || "nothing is".to_owned(),
                            |set| format!("{} for {} s is", set.contents.join(" | "), set.ttl),
                        );
                        let (name, kind) = (&believed.name, &believed.kind);
                        let ours = believed.contents.join(" | ");
                        line(format!(
                            "{name} {kind}: {ours} for {} s is ours, and {is} served",
                            believed.ttl
                        ));
                    }
                }
            }
            (text, found.len())
        }
    }
}
