//! The command line (`contract.md` §12); its help is the reference.
pub mod account;
mod backend;
mod backends;
pub mod backup;
mod database;
pub mod doctor;
pub mod failure;
pub mod inventory;
pub mod key;
pub mod link;
mod log;
pub mod queue;
mod reference;
pub mod secret;
mod secret_file;
pub mod settings;
mod shutdown;
mod start;
mod store;
mod traces;
pub mod usage;
mod variables;

use clap::{CommandFactory, Parser, Subcommand};
use failure::CommandError;
use hosting_core::clock::SystemClock;
use settings::{Serving, Settings};
use std::io::{self, ErrorKind, Write};

/// The hosting platform: accounts, services, domains, over REST and GraphQL.
#[derive(Debug, Parser)]
#[command(name = "hosting", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serving: Serving,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve: what happens when no command is named.
    Serve(Box<Serving>),
    /// List accounts, and stop one or let it go on.
    Account {
        #[command(flatten)]
        settings: Settings,
        #[command(subcommand)]
        command: account::AccountCommand,
    },
    /// List the backends, ask what they need, and compare what they have.
    Backend {
        #[command(flatten)]
        settings: Settings,
        #[command(subcommand)]
        command: backend::BackendCommand,
    },
    /// Write what this installation has into one file, sealed under a passphrase.
    Backup(backup::Backup),
    /// Bring back what a backup has, into an empty data folder.
    Restore(backup::Restore),
    /// Ask all that a server needs, and say what is wrong, the worst first; exit code 1 where something is.
    Doctor(Box<Serving>),
    /// Write what was asked for, for billing.
    Usage {
        #[command(flatten)]
        settings: Settings,
        #[command(subcommand)]
        command: usage::UsageCommand,
    },
    /// Bring accounts, services, domains, records and prices in, write them out, or remove them.
    Inventory {
        #[command(flatten)]
        settings: Settings,
        #[command(subcommand)]
        command: inventory::InventoryCommand,
    },
    /// Issue, list and revoke credentials.
    Key {
        #[command(flatten)]
        settings: Settings,
        #[command(subcommand)]
        command: key::KeyCommand,
    },
    /// Look at queued work, and decide about it.
    Queue {
        #[command(flatten)]
        settings: Settings,
        #[command(subcommand)]
        command: queue::QueueCommand,
    },
    /// Put another secret in the place of the server's.
    Secret {
        #[command(flatten)]
        settings: Settings,
        #[command(subcommand)]
        command: secret::SecretCommand,
    },
    /// Bring the database to the present state.
    Migrate {
        #[command(flatten)]
        settings: Settings,
    },
    /// Print the contract of the REST interface (OpenAPI 3.1).
    Openapi,
    /// Print the schema of the graph (GraphQL SDL).
    Schema,
    /// Print the manual, as `man` reads it.
    Man,
    /// Print what completes the command line in a shell.
    Completions {
        /// The shell: bash, zsh or fish.
        shell: clap_complete::Shell,
    },
}

impl Cli {
    /// Does what was asked for.
    pub async fn run(self) -> Result<(), CommandError> {
        let set = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        variables::check(&Self::command(), set)?;
        match self.command.unwrap_or_else(|| Command::Serve(Box::new(self.serving))) {
            Command::Serve(serving) => start::serve(*serving).await,
            Command::Account { settings, command } => command.run(&settings.open().await?.database).await,
            Command::Backend { settings, command } => command.run(&settings).await,
            Command::Backup(backup) => backup.run().await,
            Command::Restore(restore) => restore.run().await,
            Command::Doctor(serving) => doctor::run(*serving).await,
            Command::Usage { settings, command } => command.run(&settings.open().await?).await,
            Command::Inventory { settings, command } => command.run(&settings, &SystemClock).await,
            Command::Key { settings, command } => command.run(&settings.open().await?, &SystemClock).await,
            Command::Queue { settings, command } => {
                command.run(&settings.open().await?.database, &SystemClock).await
            }
            Command::Secret { settings, command } => {
                command.run(&settings, &settings.open().await?, &SystemClock).await
            }
            Command::Migrate { settings } => settings.open_or_make().await.map(|_| ()),
            Command::Openapi => {
                let contract = crate::openapi::document(&crate::routes::v1().bindings);
                let text = serde_json::to_string_pretty(&contract).expect("the contract is JSON");
                print(&(text + "\n"))
            }
            Command::Man => reference::man(),
            Command::Completions { shell } => reference::completions(shell),
            Command::Schema => print(&(hosting_graphql::schema::sdl().trim_end().to_owned() + "\n")),
        }
    }
}

/// Writes to the standard output; a reader that wants no more is no failure.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(cause) if cause.kind() != ErrorKind::BrokenPipe => Err(cause.into()),
        _ => Ok(()),
    }
}
