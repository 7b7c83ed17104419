//! `hosting inventory`: what the operator brings in, and what is there.
use super::{failure::CommandError, print, settings::Opened};
use clap::Subcommand;
use hosting_core::{
    Database, Scope, Secret,
    clock::{Clock, SystemClock},
    credential::{self, CredentialKind, NewCredential, token::Prefixes},
};
use hosting_drivers::sandbox::Sandboxes;
use hosting_inventory::{Action, Backends, Change, Inventory};
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
    Apply {
        /// The inventory (JSON); `-` reads it from the standard input.
        file: PathBuf,
        /// Only show what would change.
        #[arg(long)]
        dry_run: bool,
    },
    /// Write what the database says, in the format that `apply` reads.
    Export {
        /// Where to; the standard output unless said.
        file: Option<PathBuf>,
    },
}

impl InventoryCommand {
    /// Does it.
    pub async fn run(self, opened: &Opened, clock: &dyn Clock) -> Result<(), CommandError> {
        let (db, backends) = (&opened.database, backends(&opened.database, &opened.secret));
        match self {
            Self::Apply { file, dry_run } => {
                let changes = apply(db, &backends, clock, &file, dry_run).await?;
                print(&changes.iter().map(|change| format!("{change}\n")).collect::<String>())?;
                eprintln!("{}", summary(&changes, dry_run));
                Ok(())
            }
            Self::Export { file } => {
                let text = hosting_inventory::export(db, &*backends.registrar).await?.to_json()?;
                match file {
                    Some(file) => fs::write(&file, text).map_err(|cause| unusable(&file, &cause)),
                    None => print(&text),
                }
            }
        }
    }
}

/// The backends that adopt what is brought in.
fn backends(db: &Database, secret: &Secret) -> Backends {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let Sandboxes { registrar, dns, panel, lxc, kvm, .. } = Sandboxes::new(db, &clock, secret, "");
    Backends {
        registrar: Arc::new(registrar),
        dns: Arc::new(dns),
        panel: Arc::new(panel),
        lxc: Arc::new(lxc),
        kvm: Arc::new(kvm),
    }
}

/// Applies the inventory in `file`; `-` is the standard input.
async fn apply(
    db: &Database,
    backends: &Backends,
    clock: &dyn Clock,
    file: &Path,
    dry_run: bool,
) -> Result<Vec<Change>, CommandError> {
    let text = read(file).map_err(|cause| unusable(file, &cause))?;
    let inventory = Inventory::read(&text);
    let faults = |faults: Vec<hosting_inventory::Fault>| faults.iter().map(ToString::to_string).collect();
    let inventory = inventory.map_err(|found| CommandError::Refused(faults(found)))?;
    Ok(hosting_inventory::apply(db, backends, clock, &inventory, dry_run).await?)
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

fn summary(changes: &[Change], dry_run: bool) -> String {
    let added = changes.iter().filter(|change| change.action == Action::Added).count();
    let altered = changes.len() - added;
    match (changes.len(), dry_run) {
        (0, _) => "nothing to change".to_owned(),
        (_, true) => format!("would add {added} and change {altered}; nothing was done"),
        (_, false) => format!("added {added}, changed {altered}"),
    }
}

/// Fills an empty database with the demo inventory; gives an API key for each account with its address.
///
/// A database with accounts is left alone.
pub async fn apply_demo(
    db: &Database,
    clock: &dyn Clock,
    secret: &Secret,
    prefixes: &Prefixes,
) -> Result<Vec<(String, String)>, CommandError> {
    if hosting_inventory::has_accounts(db).await? {
        return Ok(Vec::new());
    }
    let demo = Inventory::read(DEMO).expect("a test reads it");
    hosting_inventory::apply(db, &backends(db, secret), clock, &demo, false).await?;
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
