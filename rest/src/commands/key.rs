//! `hosting key`: credentials, issued and taken back.
use super::{failure::CommandError, inventory::REQUESTS_PER_MINUTE, link::Link, print, settings::Opened};
use chrono::TimeDelta;
use clap::{
    Args, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};
use hosting_core::{
    Database, Scope, Time,
    clock::Clock,
    credential::{self, CredentialKind, NewCredential},
};
use ipnet::IpNet;
use serde::Serialize;
use uuid::Uuid;

/// API keys and OAuth access tokens.
#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Issue a key; it is printed this once.
    Create(Create),
    /// Let the access tokens of an issuer open an account: those about one subject.
    Link(Link),
    /// List the keys that were issued, and the links.
    List(List),
    /// Take a key or a link back.
    Revoke {
        /// Its id, as `list` shows it.
        id: Uuid,
    },
}

/// A key to be issued.
#[derive(Debug, Args)]
pub struct Create {
    /// The account that will own it, by its address.
    #[arg(long, value_name = "EMAIL")]
    account: String,
    /// What to call it.
    #[arg(long, default_value = "command line", value_parser = name)]
    name: String,
    #[command(flatten)]
    rights: Rights,
    /// Issue an OAuth access token instead of an API key.
    #[arg(long)]
    oauth: bool,
    #[command(flatten)]
    bounds: Bounds,
    /// Print it as JSON.
    #[arg(long)]
    json: bool,
}

/// Where from, how often and how long a key may be used.
#[derive(Debug, Args)]
pub(super) struct Bounds {
    /// A network that it may be used from, such as 192.0.2.0/24; everywhere unless said. May be repeated.
    #[arg(long = "network", value_name = "CIDR", value_parser = network)]
    networks: Vec<IpNet>,
    /// Requests that it may make in any 60 seconds.
    #[arg(long, value_name = "N", default_value_t = REQUESTS_PER_MINUTE, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rate: u32,
    /// How long it lives, such as 90d, 12h or 30m; for ever unless said.
    #[arg(long, value_name = "TIME", value_parser = life)]
    expires_in: Option<TimeDelta>,
}

/// What a key allows.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Rights {
    /// A scope that it allows, such as domains:read. May be repeated.
    #[arg(long = "scope", value_name = "SCOPE", value_parser = PossibleValuesParser::new(Scope::ALL.map(Scope::as_str)).try_map(|word| word.parse::<Scope>()))]
    scopes: Vec<Scope>,
    /// Allow everything.
    #[arg(long)]
    all_scopes: bool,
}

/// The keys to be listed.
#[derive(Debug, Args)]
pub struct List {
    /// Only those of one account, by its address.
    #[arg(long, value_name = "EMAIL")]
    account: Option<String>,
    /// Print them as JSON.
    #[arg(long)]
    json: bool,
}

impl KeyCommand {
    /// Does it.
    pub async fn run(self, opened: &Opened, clock: &dyn Clock) -> Result<(), CommandError> {
        match self {
            Self::Create(create) => create.run(opened, clock).await,
            Self::Link(link) => link.run(opened, clock).await,
            Self::List(list) => list.run(&opened.database, clock).await,
            Self::Revoke { id } => match credential::revoke(&opened.database, clock, id).await? {
                Some((_, true)) => {
                    eprintln!("revoked; a running server knows it within a second");
                    Ok(())
                }
                Some((at, false)) => {
                    eprintln!("revoked already, {at}");
                    Ok(())
                }
                None => Err(CommandError::refused(format!("no key has the id {id}"))),
            },
        }
    }
}

/// A key as it is shown this once.
#[derive(Serialize)]
struct Issued<'a> {
    id: Uuid,
    token: &'a str,
    account_id: Uuid,
    kind: CredentialKind,
    name: &'a str,
    scopes: &'a [Scope],
    networks: &'a [IpNet],
    expires_at: Option<Time>,
}

impl Create {
    async fn run(self, opened: &Opened, clock: &dyn Clock) -> Result<(), CommandError> {
        let Opened { database, secret, prefixes, .. } = opened;
        let kind = if self.oauth { CredentialKind::Oauth } else { CredentialKind::ApiKey };
        let account = account(database, &self.account).await?;
        let new = credential(account, kind, self.name, self.rights, self.bounds);
        let (row, token) = credential::create(database, clock, secret, prefixes, new).await?;
        if self.json {
            let issued = Issued {
                id: row.id,
                token: &token,
                account_id: row.account_id,
                kind: row.kind,
                name: &row.name,
                scopes: &row.scopes.0,
                networks: &row.networks.0,
                expires_at: row.expires_at,
            };
            return print(&(serde_json::to_string(&issued)? + "\n"));
        }
        print(&format!("{token}\n"))?;
        let until =
            row.expires_at.map_or_else(|| "until it is revoked".to_owned(), |at| format!("until {at}"));
        eprintln!("It is not shown again. It is valid {until}; its id is {}.", row.id);
        Ok(())
    }
}

/// The credential that was asked for.
pub(super) fn credential(
    account: Uuid,
    kind: CredentialKind,
    name: String,
    rights: Rights,
    bounds: Bounds,
) -> NewCredential {
    let mut scopes = if rights.all_scopes { Scope::ALL.to_vec() } else { rights.scopes };
    scopes.sort_unstable();
    scopes.dedup();
    NewCredential {
        account,
        kind,
        name,
        scopes,
        networks: bounds.networks,
        requests_per_minute: bounds.rate,
        expires_in: bounds.expires_in,
    }
}

/// A key as a list shows it.
#[derive(Serialize)]
struct Listed {
    id: Uuid,
    account_id: Uuid,
    account: String,
    kind: CredentialKind,
    name: String,
    issuer: Option<String>,
    subject: Option<String>,
    scopes: Vec<Scope>,
    networks: Vec<IpNet>,
    requests_per_minute: i32,
    expires_at: Option<Time>,
    revoked_at: Option<Time>,
    last_used_at: Option<Time>,
    created_at: Time,
}

impl List {
    async fn run(self, db: &Database, clock: &dyn Clock) -> Result<(), CommandError> {
        let of = match &self.account {
            Some(email) => Some(account(db, email).await?),
            None => None,
        };
        let keys: Vec<Listed> =
            hosting_inventory::credentials(db, of).await?.into_iter().map(Listed::from).collect();
        match self.json {
            true => print(&(serde_json::to_string(&keys)? + "\n")),
            false => print(&keys.iter().map(|key| key.line(clock.now())).collect::<String>()),
        }
    }
}

impl From<(credential::Model, String)> for Listed {
    fn from((row, account): (credential::Model, String)) -> Self {
        Self {
            id: row.id,
            account_id: row.account_id,
            account,
            kind: row.kind,
            name: row.name,
            issuer: row.issuer,
            subject: row.subject,
            scopes: row.scopes.0,
            networks: row.networks.0,
            requests_per_minute: row.requests_per_minute,
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
            last_used_at: row.last_used_at,
            created_at: row.created_at,
        }
    }
}

impl Listed {
    fn line(&self, now: Time) -> String {
        let kind = match self.kind {
            CredentialKind::ApiKey => "api_key",
            CredentialKind::Oauth => "oauth",
        };
        let state = match (self.revoked_at, self.expires_at) {
            (Some(at), _) => format!("revoked {at}"),
            (None, Some(at)) if at <= now => format!("expired {at}"),
            (None, Some(at)) => format!("until {at}"),
            (None, None) => "valid".to_owned(),
        };
        let scopes = match self.scopes.len() == Scope::ALL.len() {
            true => "all scopes".to_owned(),
            false => self.scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(" "),
        };
        let about = match (&self.issuer, &self.subject) {
            (Some(issuer), Some(subject)) => format!("{subject} of {issuer}"),
            _ => String::new(),
        };
        let networks = match self.networks.as_slice() {
            [] => "everywhere".to_owned(),
            networks => networks.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        };
        let (id, rate) = (self.id.to_string(), format!("{}/min", self.requests_per_minute));
        let columns = [&id, &self.account, kind, &self.name, &state, &scopes, &networks, &rate, &about];
        columns.join("\t").trim_end().to_owned() + "\n"
    }
}

pub(super) async fn account(db: &Database, email: &str) -> Result<Uuid, CommandError> {
    let found = hosting_inventory::account_named(db, email).await?;
    let unknown = || CommandError::refused(format!("--account: no account has the address {email}"));
    Ok(found.ok_or_else(unknown)?.id)
}

pub(super) fn name(text: &str) -> Result<String, String> {
    match (1..=100).contains(&text.chars().count()) && !text.contains(char::is_control) {
        true => Ok(text.to_owned()),
        false => Err("a name has 1 to 100 characters, none of them a line break".to_owned()),
    }
}

/// A network, or one address.
fn network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse::<std::net::IpAddr>().map(IpNet::from).ok();
    let network = text.parse::<IpNet>().ok().or_else(address);
    network.map(|network| network.trunc()).ok_or_else(|| "expected a network such as 192.0.2.0/24".to_owned())
}

/// How long something lives: days, hours or minutes, at most 100 years.
fn life(text: &str) -> Result<TimeDelta, String> {
    let minutes = |unit: &str| match unit {
        "d" => Some(24 * 60),
        "h" => Some(60),
        "m" => Some(1),
        _ => None,
    };
    let parsed = || {
        let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let number: i64 = number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok())??;
        let life = TimeDelta::try_minutes(number.checked_mul(minutes(unit)?)?)?;
        (TimeDelta::zero() < life && life <= TimeDelta::days(36_525)).then_some(life)
    };
    parsed().ok_or_else(|| "expected a time such as 90d, 12h or 30m".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_life_is_days_hours_or_minutes() {
        assert_eq!(life("90d"), Ok(TimeDelta::days(90)));
        assert_eq!(life("12h"), Ok(TimeDelta::hours(12)));
        assert_eq!(life("30m"), Ok(TimeDelta::minutes(30)));
        for wrong in
            ["", "d", "0d", "-1d", "+1d", "90", "90 d", "1w", "é", "99999999999999999999d", "9999999d"]
        {
            assert!(life(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_network_may_be_one_address() {
        assert_eq!(network("192.0.2.7").unwrap().to_string(), "192.0.2.7/32");
        assert_eq!(network("2001:db8::1/32").unwrap().to_string(), "2001:db8::/32");
        assert!(network("192.0.2.0/33").is_err());
    }
}
