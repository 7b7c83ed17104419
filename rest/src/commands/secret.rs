//! `hosting secret`: another one in the place of the server's secret, while everything is served.
use super::{
    failure::CommandError,
    print, secret_file,
    settings::{Opened, Settings},
};
use clap::Subcommand;
use hosting_core::{
    clock::Clock,
    installation::{self, Finished, secrets::SOON},
};

/// The server's secret.
#[derive(Debug, Subcommand)]
pub enum SecretCommand {
    /// Put a new secret in the place of the old one; what the old one sealed is still read.
    ///
    /// Servers that are running learn of it within a minute, and use it after five. The file in the data folder is
    /// written anew; where the secret came by `HOSTING_SECRET`, the new one is printed, once.
    Rotate,
    /// Let the secrets that were replaced open the database no more.
    ///
    /// When every process has been given the new one.
    Finish,
}

impl SecretCommand {
    /// Does it.
    pub async fn run(
        self,
        settings: &Settings,
        opened: &Opened,
        clock: &dyn Clock,
    ) -> Result<(), CommandError> {
        match self {
            Self::Rotate => rotate(settings, opened, clock).await,
            Self::Finish => finish(opened, clock).await,
        }
    }
}

async fn rotate(settings: &Settings, opened: &Opened, clock: &dyn Clock) -> Result<(), CommandError> {
    let (new, kept) = (secret_file::new(), settings.secret.is_none());
    // Known to the operator before the database knows of it: it could be lost otherwise.
    if kept {
        secret_file::prepare(&settings.data, new.as_bytes())?;
    } else {
        print(&format!("{new}\n"))?;
    }
    let done = installation::rotate(&opened.database, clock, opened.ring.newest(), new.as_bytes()).await?;
    if !done {
        secret_file::forget(&settings.data);
        let why = match kept {
            true => "a secret is being replaced already: `hosting secret finish` comes first",
            false => {
                "the one printed is void: a secret is being replaced already, and `hosting secret finish` comes first"
            }
        };
        return Err(CommandError::refused(why));
    }
    if kept {
        secret_file::commit(&settings.data)?;
    } else {
        eprintln!("It is not shown again: give it to every process as HOSTING_SECRET.");
    }
    let minutes = SOON.num_minutes();
    eprintln!(
        "running servers use it in {minutes} minutes; the old one is read until `hosting secret finish`"
    );
    Ok(())
}

async fn finish(opened: &Opened, clock: &dyn Clock) -> Result<(), CommandError> {
    match installation::finish(&opened.database, clock).await? {
        Finished::Done => {
            eprintln!("the secrets before the present one open this database no more");
            Ok(())
        }
        Finished::Nothing => Err(CommandError::refused("no secret is being replaced")),
        Finished::Later(at) => Err(CommandError::refused(format!(
            "a running server may still write with the old one: from {at} on"
        ))),
    }
}
