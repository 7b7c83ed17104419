//! `hosting inventory`: what the operator brings in, takes out and removes, and what is there.
mod adopt;
mod shown;

use super::{
    backends::{self, Behind, Ports},
    failure::CommandError,
    print,
    settings::{Opened, Settings},
};
use adopt::Adopt;
use clap::{Args, Subcommand, ValueEnum};
use hosting_core::{
    Database, Scope, Secret,
    clock::Clock,
    credential::{self, CredentialKind, NewCredential, token::Prefixes},
};
use hosting_inventory::{Backends, Inventory, Sort};
use shown::{confirm, show, summary};
use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

/// What a new installation starts with.
const DEMO: &str = include_str!("demo.json");

/// Requests that a credential may make in 60 seconds, unless said.
pub const REQUESTS_PER_MINUTE: u32 = 600;

/// Accounts, services, domains, records and prices.
#[derive(Debug, Subcommand)]
pub enum InventoryCommand {
    /// Make the database say what a file says; what the file does not name stays as it is.
    ///
    /// All of it or nothing; applied again, it changes nothing.
    Apply(Apply),
    /// Remove one thing with all that belongs to it, after it was shown.
    Remove(Remove),
    /// Write what the database says, in the format that `apply` reads.
    Export {
        /// Where to; the standard output unless said.
        file: Option<PathBuf>,
    },
    /// Bring in what backends have already.
    #[command(subcommand)]
    Adopt(Adopt),
    /// Print what a file may say (JSON Schema).
    Schema,
    /// Print a small file to begin with.
    Example,
}

/// A file that is applied.
#[derive(Debug, Args)]
pub struct Apply {
    /// The inventory (JSON); `-` reads it from the standard input.
    file: PathBuf,
    /// Only show what would change.
    #[arg(long)]
    dry_run: bool,
    /// Remove what the file leaves out, after it was shown.
    #[arg(long)]
    prune: bool,
    /// Do not ask before something is removed.
    #[arg(long, requires = "prune")]
    yes: bool,
}

/// Something that is removed.
#[derive(Debug, Args)]
pub struct Remove {
    /// What it is.
    sort: Removed,
    /// Its id; of an account also its address, of a domain also its name.
    id: String,
    /// Only show what would be removed.
    #[arg(long)]
    dry_run: bool,
    /// Do not ask before it is removed.
    #[arg(long)]
    yes: bool,
}

/// What can be removed by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Removed {
    /// An account, with its services, domains and credentials.
    Account,
    /// A service.
    Service,
    /// A domain, with its records.
    Domain,
}

impl InventoryCommand {
    /// Does it.
    pub async fn run(self, settings: &Settings, clock: &dyn Clock) -> Result<(), CommandError> {
        match self {
            Self::Apply(apply) => {
                let opened = settings.open_or_make().await?;
                apply.run(&opened.database, &told(settings, &opened).await?, clock).await
            }
            Self::Remove(remove) => {
                let opened = settings.open().await?;
                remove.run(&opened.database, &told(settings, &opened).await?, clock).await
            }
            Self::Export { file } => {
                let opened = settings.open().await?;
                let registrar = told(settings, &opened).await?.registrar;
                let text = hosting_inventory::export(&opened.database, &registrar).await?.to_json()?;
                match file {
                    Some(file) => fs::write(&file, text).map_err(|cause| unusable(&file, &cause)),
                    None => print(&text),
                }
            }
            Self::Adopt(adopt) => adopt.run(settings, clock).await,
            Self::Schema => print(&hosting_inventory::schema()),
            Self::Example => print(hosting_inventory::EXAMPLE),
        }
    }
}

impl Apply {
    async fn run(self, db: &Database, backends: &Backends, clock: &dyn Clock) -> Result<(), CommandError> {
        let text = read(&self.file).map_err(|cause| unusable(&self.file, &cause))?;
        let faults = |faults: Vec<hosting_inventory::Fault>| faults.iter().map(ToString::to_string).collect();
        let inventory = Inventory::read(&text).map_err(|found| CommandError::Refused(faults(found)))?;
        let changes = if self.prune {
            let found = hosting_inventory::prune(db, backends, clock, &inventory, None).await?;
            show(&found)?;
            if !self.dry_run {
                confirm(&found, self.yes)?;
                hosting_inventory::prune(db, backends, clock, &inventory, Some(&found)).await?;
            }
            found
        } else {
            let changes = hosting_inventory::apply(db, backends, clock, &inventory, self.dry_run).await?;
            show(&changes)?;
            changes
        };
        eprintln!("{}", summary(&changes, self.dry_run));
        Ok(())
    }
}

impl Remove {
    async fn run(self, db: &Database, backends: &Backends, clock: &dyn Clock) -> Result<(), CommandError> {
        let sort = match self.sort {
            Removed::Account => Sort::Account,
            Removed::Service => Sort::Service,
            Removed::Domain => Sort::Domain,
        };
        let thing = (sort, self.id.as_str());
        let found = hosting_inventory::remove(db, backends, clock, thing, None).await?;
        show(&found)?;
        if !self.dry_run {
            confirm(&found, self.yes)?;
            hosting_inventory::remove(db, backends, clock, thing, Some(&found)).await?;
        }
        eprintln!("{}", summary(&found, self.dry_run));
        Ok(())
    }
}

/// The backends that are told of it.
async fn told(settings: &Settings, opened: &Opened) -> Result<Backends, CommandError> {
    // Nobody asks for a link here.
    let behind = Behind::new(&opened.database, &opened.secret, "");
    Ok(telling(backends::open(settings.backends.as_deref(), &behind).await?))
}

/// The backends that adopt what is brought in, and take away what is removed.
pub(super) fn telling(ports: Ports) -> Backends {
    let Ports { registrar, dns, billing, mail, panel, lxc, kvm } = ports;
    let lxc = lxc.map(|driver| Arc::clone(driver) as _);
    Backends { registrar, dns, billed: billing.is_some(), mail, panel, lxc, kvm }
}

fn read(file: &Path) -> io::Result<String> {
    match file == Path::new("-") {
        true => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text)?;
            Ok(text)
        }
        false => fs::read_to_string(file),
    }
}

fn unusable(file: &Path, cause: &io::Error) -> CommandError {
    CommandError::refused(format!("{}: {cause}", file.display()))
}

/// Fills an empty database with the demo inventory; gives an API key for each account with its address.
///
/// A database with accounts is left alone.
pub async fn apply_demo(
    db: &Database,
    clock: &dyn Clock,
    secret: &Secret,
    prefixes: &Prefixes,
    backends: &Backends,
) -> Result<Vec<(String, String)>, CommandError> {
    if hosting_inventory::has_accounts(db).await? {
        return Ok(Vec::new());
    }
    let demo = Inventory::read(DEMO).expect("a test reads it");
    hosting_inventory::apply(db, backends, clock, &demo, false).await?;
    let mut keys = Vec::new();
    for email in demo.emails() {
        let Some(account) = hosting_inventory::account_named(db, email).await? else { continue };
        let new = NewCredential {
            account: account.id,
            kind: CredentialKind::ApiKey,
            name: "demo".to_owned(),
            scopes: Scope::ALL.to_vec(),
            networks: Vec::new(),
            requests_per_minute: REQUESTS_PER_MINUTE,
            expires_in: None,
        };
        let (_, key) = credential::create(db, clock, secret, prefixes, new).await?;
        keys.push((email.to_owned(), key));
    }
    Ok(keys)
}
