//! What backends have, beside what the platform believes.
use crate::commands::{backends::Ports, failure::CommandError, print};
use clap::Args;
use hosting_core::{
    Database,
    clock::{Clock, SystemClock},
    domains::{Difference, ShownOtherwise, differences, look_again, registrations, repair},
    email::{self, HeldOtherwise},
    hosting::{self, StandsOtherwise, row::SiteState},
    instances::{InstanceKind, ReportedOtherwise, reported},
    providers::{
        Failure, SANDBOX,
        backends::Backends,
        hypervisor::{Hypervisor, Told},
    },
};
use sea_orm::ActiveEnum;
use std::sync::Arc;

/// What is compared.
#[derive(Debug, Args)]
pub struct Diff {
    /// Only this one.
    pub id: Option<String>,
    /// Queue what brings ours to where it is missing or different, and a look at domains that their registries show
    /// otherwise; what is nobody's is left alone. Instances are looked at each minute: nothing is queued for them.
    #[arg(long)]
    repair: bool,
}

impl Diff {
    /// Compares those of `ids`; gives how many differences there are.
    pub async fn run(self, db: &Database, ports: &Ports, ids: &[String]) -> Result<usize, CommandError> {
        let mut different = self.registrars(db, ports, ids).await?;
        different += self.nameservers(db, ports, ids).await?;
        different += self.mail_servers(db, ports, ids).await?;
        different += self.panels(db, ports, ids).await?;
        let lxc = ports.lxc.map(|driver| Arc::clone(driver) as Arc<dyn Hypervisor>);
        different += hypervisors(db, InstanceKind::Lxc, &lxc, ids).await?;
        different += hypervisors(db, InstanceKind::Kvm, &ports.kvm, ids).await?;
        Ok(different)
    }

    async fn registrars(&self, db: &Database, ports: &Ports, ids: &[String]) -> Result<usize, CommandError> {
        let mut different = 0;
        // The built-in registry shows nothing that the platform has not told it.
        let of_world =
            ports.registrar.iter().filter(|one| one.driver.is_of_world() && one.driver.keeps_domains());
        for backend in of_world.filter(|one| ids.contains(&one.id)) {
            for (domain, found) in registrations(db, SystemClock.now(), &backend.id, &*backend.driver).await?
            {
                different += tell(&backend.id, &domain.domain_name, &found, shown)?;
                if self.repair && found.is_ok_and(|found| !found.is_empty()) {
                    look_again(db, Arc::new(SystemClock), domain.id).await?;
                    eprintln!("{}: a look is queued", domain.domain_name);
                }
            }
        }
        Ok(different)
    }

    async fn nameservers(&self, db: &Database, ports: &Ports, ids: &[String]) -> Result<usize, CommandError> {
        let mut different = 0;
        for backend in ports.dns.iter().filter(|one| ids.contains(&one.id)) {
            for (domain, found) in differences(db, &backend.id, &*backend.driver).await? {
                different += tell(&backend.id, &domain.domain_name, &found, served)?;
                if let (true, Ok(found)) = (self.repair, &found) {
                    let queued = repair(db, Arc::new(SystemClock), domain.id, found).await?;
                    if queued > 0 {
                        eprintln!("{}: {queued} records are queued", domain.domain_name);
                    }
                }
            }
        }
        Ok(different)
    }

    async fn mail_servers(
        &self,
        db: &Database,
        ports: &Ports,
        ids: &[String],
    ) -> Result<usize, CommandError> {
        let mut different = 0;
        for backend in ports.mail.iter().filter(|one| ids.contains(&one.id)) {
            let domains = match email::held(db, backend.named(), &*backend.driver).await? {
                Ok(domains) => domains,
                Err(failure) => {
                    different += tell::<HeldOtherwise>(&backend.id, "*", &Err(failure), has)?;
                    continue;
                }
            };
            for (service, name, found) in domains {
                // Mail servers refuse to take it from whoever has it.
                let can_be = !found.contains(&HeldOtherwise::SomebodyElses);
                different += tell(&backend.id, &name, &Ok(found), has)?;
                let ours = service.filter(|_| self.repair && can_be);
                if let Some(service) = ours
                    && email::bring_about(db, Arc::new(SystemClock), service).await?
                {
                    eprintln!("{name}: it is queued");
                }
            }
        }
        Ok(different)
    }

    async fn panels(&self, db: &Database, ports: &Ports, ids: &[String]) -> Result<usize, CommandError> {
        let mut different = 0;
        for backend in ports.panel.iter().filter(|one| ids.contains(&one.id)) {
            for (service, site, found) in hosting::compared(db, backend.named(), &*backend.driver).await? {
                // What is gone does not come back.
                let can_be = found.as_ref().is_ok_and(|one| one.shown != Some(SiteState::Removed));
                different += tell(&backend.id, &site, &found.map(|one| vec![one]), stands)?;
                if self.repair && can_be && hosting::bring_about(db, Arc::new(SystemClock), service).await? {
                    eprintln!("{site}: it is queued");
                }
            }
        }
        Ok(different)
    }
}

/// What is said of a hypervisor where a part of it does not answer.
const UNSEEN: &str = "not all of it could be looked at, and what is missing may be there";

/// The built-in sandbox shows nothing that the platform has not told it.
async fn hypervisors(
    db: &Database,
    kind: InstanceKind,
    hypervisors: &Backends<dyn Hypervisor>,
    ids: &[String],
) -> Result<usize, CommandError> {
    let mut different = 0;
    let real = hypervisors.iter().filter(|one| one.driver.driver() != SANDBOX);
    for backend in real.filter(|one| ids.contains(&one.id)) {
        match reported(db, kind, backend.named(), &*backend.driver).await? {
            Err(failure) => {
                different += tell::<ReportedOtherwise>(&backend.id, "*", &Err(failure), reports)?;
            }
            Ok(Told { told, whole }) => {
                if !whole {
                    let unseen = Failure::Unavailable(UNSEEN.to_owned());
                    different += tell::<ReportedOtherwise>(&backend.id, "*", &Err(unseen), reports)?;
                }
                for (id, name, found) in told {
                    let name = name.map_or_else(|| id.to_string(), |name| format!("{name} ({id})"));
                    different += tell(&backend.id, &name, &Ok(found), reports)?;
                }
            }
        }
    }
    Ok(different)
}

/// Prints what is different of something of this name; gives how much that is.
fn tell<T>(
    backend: &str,
    name: &str,
    found: &Result<Vec<T>, Failure>,
    said: fn(&T) -> String,
) -> Result<usize, CommandError> {
    let told = match found {
        Err(failure) => vec![format!("is not known: {failure}")],
        Ok(found) => found.iter().map(said).collect(),
    };
    print(&told.iter().map(|one| format!("{backend} {name}: {one}\n")).collect::<String>())?;
    Ok(told.len())
}

/// What a registry shows otherwise, in words.
fn shown(ShownOtherwise { member, believed, shown }: &ShownOtherwise) -> String {
    format!("{member}: {believed} is ours, and {shown} is shown")
}

/// What a hypervisor shows otherwise, in words.
fn reports(otherwise: &ReportedOtherwise) -> String {
    match otherwise {
        ReportedOtherwise::NotThere => "it is not there".to_owned(),
        ReportedOtherwise::Strange => "it is there, and no service of ours has it any more".to_owned(),
        ReportedOtherwise::NotStopped(shown) => {
            format!("it is to be stopped, as its service is, and {} is shown", shown.to_value())
        }
        ReportedOtherwise::Status { believed, shown } => {
            format!("status: {} is ours, and {} is shown", believed.to_value(), shown.to_value())
        }
        ReportedOtherwise::NoSnapshot(name) => format!("the snapshot {name} is not there"),
    }
}

/// What mail servers have otherwise, in words.
fn has(otherwise: &HeldOtherwise) -> String {
    match otherwise {
        HeldOtherwise::NotThere => "it is not there".to_owned(),
        HeldOtherwise::Strange => "it is there, and no service of ours has it any more".to_owned(),
        HeldOtherwise::SomebodyElses => "it is there for somebody else".to_owned(),
        HeldOtherwise::Suspended => "it is suspended, and its service is in use".to_owned(),
        HeldOtherwise::NotSuspended => "mail is taken for it, and its service is stopped".to_owned(),
        HeldOtherwise::Mailboxes { ordered, held } => {
            format!("{ordered} mailboxes were ordered, and it may have {held}")
        }
        HeldOtherwise::Bytes { ordered, held } => {
            format!("{ordered} bytes were ordered for a mailbox, and it has {held}")
        }
        HeldOtherwise::NoKey(selector) => format!("nothing is signed with the key {selector}"),
    }
}

/// How a site stands otherwise at its panel, in words.
fn stands(StandsOtherwise { believed, shown }: &StandsOtherwise) -> String {
    let stands = |state: SiteState| match state {
        SiteState::Active => "served",
        SiteState::Suspended => "suspended",
        SiteState::Removed => "gone",
    };
    format!("it is to be {}, and is {}", stands(*believed), shown.map_or("half changed", stands))
}

/// What nameservers serve otherwise, in words.
fn served(difference: &Difference) -> String {
    match difference {
        Difference::NoZone => "the zone is not there".to_owned(),
        Difference::Strange(set) => format!("{} {} is served, and no record of ours", set.name, set.kind),
        Difference::Other { believed, served, .. } => {
            let is = served.as_ref().map_or_else(
                || "nothing is".to_owned(),
                |set| format!("{} for {} s is", set.contents.join(" | "), set.ttl),
            );
            let (name, kind, ttl) = (&believed.name, &believed.kind, believed.ttl);
            let ours = believed.contents.join(" | ");
            format!("{name} {kind}: {ours} for {ttl} s is ours, and {is} served")
        }
    }
}
