//! `hosting key link`: whom an issuer of access tokens knows is given an account.
use super::{
    failure::CommandError,
    key::{Bounds, Rights, account, credential, name},
    print,
    settings::Opened,
};
use clap::Args;
use hosting_core::{
    Scope, Time,
    clock::Clock,
    credential::{CredentialKind, Linked, Subject, link},
};
use ipnet::IpNet;
use serde::Serialize;
use uuid::Uuid;

/// A link to be made.
#[derive(Debug, Args)]
pub struct Link {
    /// The account that is opened, by its address.
    #[arg(long, value_name = "EMAIL")]
    account: String,
    /// The issuer, written as in its tokens (`iss`); the server has to be told of it too.
    #[arg(long, value_name = "URL", value_parser = issuer)]
    issuer: String,
    /// Whom its tokens are about (`sub`): a user, or a program that acts for itself.
    #[arg(long, value_name = "TEXT", value_parser = subject)]
    subject: String,
    /// What to call it; usage entries show the name of the program instead, where a token says it.
    #[arg(long, default_value = "access token", value_parser = name)]
    name: String,
    #[command(flatten)]
    rights: Rights,
    #[command(flatten)]
    bounds: Bounds,
    /// Print it as JSON.
    #[arg(long)]
    json: bool,
}

/// A link as it is shown.
#[derive(Serialize)]
struct Shown<'a> {
    id: Uuid,
    account_id: Uuid,
    issuer: Option<&'a str>,
    subject: Option<&'a str>,
    name: &'a str,
    scopes: &'a [Scope],
    networks: &'a [IpNet],
    expires_at: Option<Time>,
}

impl Link {
    /// Does it.
    pub async fn run(self, opened: &Opened, clock: &dyn Clock) -> Result<(), CommandError> {
        let Opened { database, secret, .. } = opened;
        let account = account(database, &self.account).await?;
        let new = credential(account, CredentialKind::Oauth, self.name, self.rights, self.bounds);
        let subject = Subject { issuer: self.issuer, name: self.subject };
        let row = match link(database, clock, secret, subject, new).await? {
            Linked::Made(row) => row,
            Linked::Before(row) => {
                let why = format!("--subject: has the link {} already: revoke that first", row.id);
                return Err(CommandError::refused(why));
            }
        };
        if !self.json {
            eprintln!("linked; access tokens open the account with what both they and the link allow");
            return print(&format!("{}\n", row.id));
        }
        let shown = Shown {
            id: row.id,
            account_id: row.account_id,
            issuer: row.issuer.as_deref(),
            subject: row.subject.as_deref(),
            name: &row.name,
            scopes: &row.scopes.0,
            networks: &row.networks.0,
            expires_at: row.expires_at,
        };
        print(&(serde_json::to_string(&shown)? + "\n"))
    }
}

fn issuer(text: &str) -> Result<String, String> {
    hosting_drivers::authorization_server::AuthorizationServer::new(text.to_owned()).map(|_| text.to_owned())
}

fn subject(text: &str) -> Result<String, String> {
    match (1..=255).contains(&text.chars().count()) && !text.contains(char::is_control) {
        true => Ok(text.to_owned()),
        false => Err("a subject has 1 to 255 characters, none of them a line break".to_owned()),
    }
}
