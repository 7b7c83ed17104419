//! `hosting inventory adopt`: what backends have already, and the platform does not know yet.
use super::{read, told, unusable};
use crate::commands::{failure::CommandError, print, settings::Settings};
use clap::{Args, Subcommand};
use hosting_core::{
    Database,
    clock::{Clock, SystemClock},
    domains::{adopt_zone, differences},
    providers::dns::SetName,
};
use hosting_inventory::{Backends, TakeOver, Taken, TakenOver, take_over};
use std::{path::PathBuf, sync::Arc};

/// What is adopted.
#[derive(Debug, Subcommand)]
pub enum Adopt {
    /// Make records of what nameservers serve already in the zones of domains that are here.
    ///
    /// What cannot be a record is named, and served as before.
    Dns(Zones),
    /// Make services of containers that are no service's yet.
    Lxc(Chosen),
    /// Make services of virtual machines that are no service's yet.
    Kvm(Chosen),
    /// Make services of sites that are no service's yet.
    Hosting(Chosen),
    /// Make services of domains that mail is taken for, and that are no service's yet.
    ///
    /// A service takes the id that the mail servers have for its domain; its mail stays where it is, and is signed as
    /// before until its owner sets it up.
    Mail(Chosen),
}

/// Zones that are adopted.
#[derive(Debug, Args)]
pub struct Zones {
    /// Only from this backend.
    backend: Option<String>,
    /// Only show what would be adopted.
    #[arg(long)]
    dry_run: bool,
}

/// What becomes services of one account.
#[derive(Debug, Args)]
pub struct Chosen {
    /// The backend that it is at; the one that takes what names none, unless said.
    backend: Option<String>,
    /// The address of the account whose they become.
    #[arg(long, value_name = "EMAIL")]
    account: String,
    /// What no backend knows of them (JSON): a service as `apply` reads it, with what each is in its one member, but
    /// without `id`, `display_name`, `service_type` and `status`; `-` reads it from the standard input.
    ///
    /// What the backend says of its size, its addresses, its limits and what is installed stands over that.
    #[arg(long, value_name = "FILE")]
    terms: PathBuf,
    /// Only this one, as the backend calls it (of a site: its user; of mail: the domain); several times for several.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Only show what would be adopted.
    #[arg(long)]
    dry_run: bool,
}

impl Adopt {
    /// Does it.
    pub async fn run(self, settings: &Settings, clock: &dyn Clock) -> Result<(), CommandError> {
        let opened = settings.open().await?;
        let (db, backends) = (&opened.database, told(settings, &opened).await?);
        match self {
            Self::Dns(zones) => zones.run(db, &backends).await,
            Self::Lxc(chosen) => chosen.run(Taken::Lxc, db, &backends, clock).await,
            Self::Kvm(chosen) => chosen.run(Taken::Kvm, db, &backends, clock).await,
            Self::Hosting(chosen) => chosen.run(Taken::Hosting, db, &backends, clock).await,
            Self::Mail(chosen) => chosen.run(Taken::Mail, db, &backends, clock).await,
        }
    }
}

impl Zones {
    async fn run(self, db: &Database, Backends { dns, .. }: &Backends) -> Result<(), CommandError> {
        let chosen: Vec<_> =
            dns.iter().filter(|one| self.backend.as_ref().is_none_or(|id| *id == one.id)).collect();
        if let (true, Some(id)) = (chosen.is_empty(), &self.backend) {
            return Err(CommandError::refused(format!("there is no backend {id} for dns")));
        }
        let (mut taken, mut left) = (0, 0);
        for backend in chosen {
            for (domain, found) in differences(db, &backend.id, &*backend.driver).await? {
                let found = found
                    .map_err(|failure| CommandError::Failed(format!("{}: {failure}", domain.domain_name)))?;
                let adopted = adopt_zone(db, Arc::new(SystemClock), domain.id, &found, self.dry_run).await?;
                for SetName { name, kind } in &adopted.taken {
                    print(&format!("record {name} {kind} is adopted\n"))?;
                }
                for (SetName { name, kind }, why) in &adopted.left {
                    print(&format!("record {name} {kind} is left: {why}\n"))?;
                }
                taken += adopted.taken.len();
                left += adopted.left.len();
            }
        }
        let rest = if self.dry_run { "; nothing was changed" } else { "" };
        eprintln!("{taken} adopted, {left} left{rest}");
        Ok(())
    }
}

impl Chosen {
    async fn run(
        self,
        taken: Taken,
        db: &Database,
        backends: &Backends,
        clock: &dyn Clock,
    ) -> Result<(), CommandError> {
        let Self { backend, account, terms, only, dry_run } = self;
        let text = read(&terms).map_err(|cause| unusable(&terms, &cause))?;
        let backend = backend.as_deref();
        let asked = TakeOver { taken, backend, account: &account, terms: &text, only: &only, dry_run };
        let TakenOver { names: adopted, whole } = take_over(db, backends, clock, asked).await?;
        let what = match taken {
            Taken::Lxc | Taken::Kvm => "instance",
            Taken::Hosting => "site",
            Taken::Mail => "mail of",
        };
        let is = if dry_run { "would be adopted" } else { "is adopted" };
        print(&adopted.iter().map(|name| format!("{what} {name} {is}\n")).collect::<String>())?;
        if taken == Taken::Mail && !adopted.is_empty() {
            eprintln!("{SIGNED}");
        }
        eprintln!("{}", summary(adopted.len(), dry_run));
        if !whole {
            eprintln!("{UNSEEN}");
        }
        Ok(())
    }
}

/// What is said where a part of a backend does not answer.
const UNSEEN: &str =
    "not all of the backend could be looked at: what it has there is left, until this is done again";

/// What becomes of keys that the platform does not know.
const SIGNED: &str = "mail is signed as before, and with keys of the platform's once its owner sets it up (provisionEmailService)";

fn summary(adopted: usize, dry_run: bool) -> String {
    match (adopted, dry_run) {
        (0, _) => "nothing to adopt".to_owned(),
        (count, true) => format!("{count} adopted; nothing was changed"),
        (count, false) => format!("{count} adopted"),
    }
}
