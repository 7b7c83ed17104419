//! `hosting account`: who the customers are, and who is stopped.
use super::{failure::CommandError, print};
use clap::Subcommand;
use hosting_core::{Database, Time, kernel::account};
use hosting_inventory::Summary;
use sea_orm::ActiveEnum;
use serde::Serialize;
use uuid::Uuid;

/// Accounts.
#[derive(Debug, Subcommand)]
pub enum AccountCommand {
    /// List all accounts, by their addresses.
    List {
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show an account, and how much it has.
    Show {
        /// Its address.
        email: String,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Stop an account: it may look at all it has, and change nothing. What it has runs on. An inventory that is applied
    /// later and says `active` of it resumes it.
    Suspend {
        /// Its address.
        email: String,
    },
    /// Let an account go on that was stopped.
    Resume {
        /// Its address.
        email: String,
    },
}

/// An account as it is shown.
#[derive(Serialize)]
struct Shown {
    id: Uuid,
    email: String,
    full_name: String,
    status: String,
    created_at: Time,
}

/// An account with how much it has.
#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    account: Shown,
    services: u64,
    domains: u64,
    keys: u64,
}

impl AccountCommand {
    /// Does it.
    pub async fn run(self, db: &Database) -> Result<(), CommandError> {
        use account::AccountStatus::{Active, Suspended};
        match self {
            Self::List { json } => list(db, json).await,
            Self::Show { email, json } => show(db, &email, json).await,
            Self::Suspend { email } => {
                stand(
                    db,
                    &email,
                    Suspended,
                    ("suspended: its requests may read, and change nothing; an inventory that says `active` of it resumes it", "suspended already"),
                )
                .await
            }
            Self::Resume { email } => stand(db, &email, Active, ("resumed", "not suspended")).await,
        }
    }
}

async fn list(db: &Database, json: bool) -> Result<(), CommandError> {
    let all: Vec<Shown> = hosting_inventory::accounts(db).await?.into_iter().map(Shown::from).collect();
    match json {
        true => print(&(serde_json::to_string(&all)? + "\n")),
        false => print(&all.iter().map(|one| one.line() + "\n").collect::<String>()),
    }
}

async fn show(db: &Database, email: &str, json: bool) -> Result<(), CommandError> {
    let Some(found) = hosting_inventory::summary(db, email).await? else { return Err(unknown(email)) };
    let Summary { account, services, domains, credentials } = found;
    let whole = Whole { account: account.into(), services, domains, keys: credentials };
    match json {
        true => print(&(serde_json::to_string(&whole)? + "\n")),
        false => print(&format!(
            "{}\nservices: {services}, domains: {domains}, keys: {credentials}\n",
            whole.account.line()
        )),
    }
}

async fn stand(
    db: &Database,
    email: &str,
    status: account::AccountStatus,
    (done, before): (&str, &str),
) -> Result<(), CommandError> {
    match hosting_inventory::stand(db, email, status).await? {
        Some(changed) => {
            eprintln!("{}", if changed { done } else { before });
            Ok(())
        }
        None => Err(unknown(email)),
    }
}

fn unknown(email: &str) -> CommandError {
    CommandError::refused(format!("no account has the address {email}"))
}

impl From<account::Model> for Shown {
    fn from(row: account::Model) -> Self {
        Self {
            id: row.id,
            email: row.email,
            full_name: row.full_name,
            status: row.status.to_value(),
            created_at: row.created_at,
        }
    }
}

impl Shown {
    fn line(&self) -> String {
        format!("{}\t{}\t{}\t{}\tsince {}", self.id, self.email, self.full_name, self.status, self.created_at)
    }
}
