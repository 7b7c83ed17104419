//! What backends have already, made services of an account.
mod candidate;
mod instances;
mod mail;
mod sites;
mod terms;

use crate::{
    adopt::{KVM, LXC},
    apply::apply,
    backends::Backends,
    entry::{
        Entry as _,
        account::Account,
        details::{Details, MEMBERS},
    },
    failed::Failed,
    find::account_named,
    inventory::Inventory,
    lookup::Lookup,
    place::Fault,
};
use candidate::Candidate;
use hosting_core::{
    database::Database,
    kernel::account,
    providers::{
        Port,
        backends::{self, Backend},
        hypervisor::{InstanceKind, Told},
    },
    services::service::{self, ServiceType},
    values::clock::Clock,
};
use instances::instances;
use mail::domains;
use sea_orm::ActiveEnum;
use serde_json::json;
use sites::sites;
use terms::{Terms, object};

/// What is taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Containers of a hypervisor.
    Lxc,
    /// Virtual machines of one.
    Kvm,
    /// Sites of a panel.
    Hosting,
    /// Domains that mail servers take mail for.
    Mail,
}

/// Whose it becomes, and how.
#[derive(Clone, Copy, Debug)]
pub struct TakeOver<'a> {
    /// What is taken over.
    pub taken: Taken,
    /// The backend that it is at; the one that takes what names none unless said.
    pub backend: Option<&'a str>,
    /// The address of the account.
    pub account: &'a str,
    /// A service as an inventory says it (JSON), but for what the backend says and what is each one's own.
    pub terms: &'a str,
    /// What the backend calls those that are taken over; all that are no service's where none is named.
    pub only: &'a [String],
    /// Whether it is only looked at.
    pub dry_run: bool,
}

/// What has become services.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenOver {
    /// What the backend calls it.
    pub names: Vec<String>,
    /// Whether the backend told of all that it has: a member of a cluster may be away, and what that has is left.
    pub whole: bool,
}

/// Makes services of what a backend tells of and no service is, all of it or nothing.
///
/// It is applied as an inventory is, so that the same rules hold, and the backends are told whose each is.
pub async fn take_over(
    db: &Database,
    backends: &Backends,
    clock: &dyn Clock,
    asked: TakeOver<'_>,
) -> Result<TakenOver, Failed> {
    let (service_type, member) = asked.taken.service();
    let terms = Terms::read(asked.terms, service_type.to_value(), member);
    let terms = terms.map_err(|why| Failed::Refused(vec![why]))?;
    named(db, asked.account).await?;
    let found = found(db, backends, asked.taken, asked.backend).await?;
    let whole = found.whole;
    let chosen = chosen(found, asked.only)?;
    if chosen.is_empty() {
        return Ok(TakenOver { names: Vec::new(), whole });
    }
    are_possible(&chosen)?;
    // As it is by now: whoever has it may have changed it meanwhile.
    let account = named(db, asked.account).await?;
    are_free(db, &account, service_type, &chosen).await?;
    let services =
        chosen.iter().map(|one| terms.service(one, one.id.unwrap_or_else(|| clock.id()))).collect::<Vec<_>>();
    let names: Vec<String> = chosen.into_iter().map(|one| one.name).collect();
    let said = |faults: Vec<Fault>| Failed::Refused(faults.iter().map(|fault| told(fault, &names)).collect());
    let mut inventory = Inventory::read(&text(&account, &services)).map_err(said)?;
    take_mail(&mut inventory);
    match Box::pin(apply(db, backends, clock, &inventory, asked.dry_run)).await {
        Ok(_) => Ok(TakenOver { names, whole }),
        Err(Failed::Faults(faults)) => Err(said(faults)),
        Err(Failed::NotAdopted(failed)) => Err(Failed::NotMarked(failed)),
        Err(other) => Err(other),
    }
}

impl Taken {
    /// The type of the services that come of it, and the member of an inventory that says what they are.
    fn service(self) -> (ServiceType, &'static str) {
        let service_type = match self {
            Self::Lxc => ServiceType::Lxc,
            Self::Kvm => ServiceType::Kvm,
            Self::Hosting => ServiceType::SharedHosting,
            Self::Mail => ServiceType::Email,
        };
        let member = MEMBERS.iter().find(|(owner, _)| *owner == service_type);
        *member.expect("each of them has details")
    }
}

/// The account with this address.
async fn named(db: &Database, email: &str) -> Result<account::Model, Failed> {
    let found = account_named(db, email).await?;
    found.ok_or_else(|| Failed::Refused(vec![format!("there is no account {email}")]))
}

/// What a backend has, and no service is.
async fn found(
    db: &Database,
    backends: &Backends,
    taken: Taken,
    named: Option<&str>,
) -> Result<Told<Candidate>, Failed> {
    let Backends { panel, mail, lxc, kvm, .. } = backends;
    let (id, mut found) = match taken {
        Taken::Lxc => {
            let backend = at(Port::Containers, lxc, named)?;
            (backend.named(), instances(backend, LXC, InstanceKind::Lxc).await?)
        }
        Taken::Kvm => {
            let backend = at(Port::Machines, kvm, named)?;
            (backend.named(), instances(backend, KVM, InstanceKind::Kvm).await?)
        }
        Taken::Hosting => {
            let backend = at(Port::Panel, panel, named)?;
            (backend.named(), sites(db, backend).await?.into())
        }
        Taken::Mail => {
            let backend = at(Port::Mail, mail, named)?;
            (backend.named(), domains(db, backend).await?.into())
        }
    };
    if let Some(id) = id {
        found.told.iter_mut().for_each(|one| one.said.push(("backend", json!(id))));
    }
    Ok(found)
}

/// The backend that is taken from.
fn at<'b, T: ?Sized>(
    port: Port,
    backends: &'b backends::Backends<T>,
    named: Option<&str>,
) -> Result<&'b Backend<T>, Failed> {
    let found = match named {
        Some(id) => backends.iter().find(|backend| backend.id == id),
        None => backends.default(),
    };
    found.ok_or_else(|| {
        let ids: Vec<&str> = backends.iter().map(|backend| backend.id.as_str()).collect();
        let (ids, port) = (ids.join(", "), port.name());
        Failed::Refused(vec![match named {
            Some(id) => format!("there is no backend {id} for {port}: there is {ids}"),
            None => format!("none of {ids} is the default for {port}: name one"),
        }])
    })
}

/// Those of `found` that are named; all where none is.
fn chosen(found: Told<Candidate>, only: &[String]) -> Result<Vec<Candidate>, Failed> {
    let Told { told: mut found, whole } = found;
    let unseen = if whole { "" } else { ", or is where nobody can look now" };
    let is_missing = |name: &&String| !found.iter().any(|one| one.name == **name);
    let missing = |name: &String| format!("{name}: it is not there, or is a service's already{unseen}");
    let missing: Vec<String> = only.iter().filter(is_missing).map(missing).collect();
    if !missing.is_empty() {
        return Err(Failed::Refused(missing));
    }
    found.retain(|one| only.is_empty() || only.contains(&one.name));
    // Host names have no capitals: by the name of the one, the other could be marked.
    let alike = |index: usize| {
        let other =
            found[..index].iter().find(|other| other.name.eq_ignore_ascii_case(&found[index].name))?;
        Some(format!("{}: {} is called alike: name one of them with --only", found[index].name, other.name))
    };
    let alike: Vec<String> = (0..found.len()).filter_map(alike).collect();
    if alike.is_empty() { Ok(found) } else { Err(Failed::Refused(alike)) }
}

/// Refuses what no service can be made of.
fn are_possible(chosen: &[Candidate]) -> Result<(), Failed> {
    let flaws = chosen.iter().filter_map(|one| Some(format!("{}: {}", one.name, one.flaw.as_ref()?)));
    let flaws: Vec<String> = flaws.collect();
    if flaws.is_empty() { Ok(()) } else { Err(Failed::Refused(flaws)) }
}

/// Refuses what is called as a service of the account is.
async fn are_free(
    db: &Database,
    account: &account::Model,
    service_type: ServiceType,
    chosen: &[Candidate],
) -> Result<(), Failed> {
    let reader = db.reader(true).await?;
    let lookup = Lookup { db: &reader.executor(), lock: false };
    let known = lookup.among::<service::Entity, _>(service::Column::AccountId, [account.id]).await?;
    let known: Vec<_> = known.into_iter().filter(|row| row.service_type == service_type).collect();
    let clash = |one: &Candidate| {
        let row = known.iter().find(|row| row.display_name == one.name)?;
        Some(format!(
            "{}: {} has a service of that name already, with the id {}",
            one.name, account.email, row.id
        ))
    };
    let clashes: Vec<String> = chosen.iter().filter_map(clash).collect();
    if clashes.is_empty() { Ok(()) } else { Err(Failed::Refused(clashes)) }
}

/// An inventory of the account as it is, with the services.
fn text(account: &account::Model, services: &[String]) -> String {
    let said = serde_json::to_value(Account::of(account)).unwrap_or_default();
    let members =
        said.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value.to_string()));
    let account = object(members.chain([("services", format!("[{}]", services.join(",")))]));
    object([("accounts", format!("[{account}]"))].into_iter())
}

/// Has the platform know that mail is taken already for the domains of `inventory`: so it is stopped and removed with
/// its service, though nobody has set it up here.
fn take_mail(inventory: &mut Inventory) {
    for item in &mut inventory.details {
        if let Details::Email(email) = &mut item.value {
            email.is_taken = true;
        }
    }
}

/// A fault of that inventory, in words that name what it is about.
fn told(fault: &Fault, names: &[String]) -> String {
    let Fault { place, message } = fault;
    let of_one = || {
        let rest = place.pointer.strip_prefix("/accounts/0/services/")?;
        let (index, member) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let name = names.get(index.parse::<usize>().ok()?)?;
        Some(if member.is_empty() {
            format!("{name}: {message}")
        } else {
            format!("{name}: {member}: {message}")
        })
    };
    of_one().unwrap_or_else(|| format!("{}: {message}", place.pointer))
}
