//! The domains of the accounts.
use super::planner::{Planner, Refused};
use crate::{
    change::{Change, Member},
    entry::domain::{Belongs, Domain},
};
use hosting_core::{
    domains::domain::{Column, Entity, Model},
    providers::{
        backends::{Backend, Backends},
        dns::Dns,
        registrar::Registrar,
    },
    refusals::error::Result,
};
use sea_orm::ActiveEnum;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Compares the domains; gives them as they will be, in the order of the file.
pub async fn compare(
    planner: &mut Planner<'_>,
    accounts: &[Option<Uuid>],
    suffixes: &HashSet<String>,
    (registrars, nameservers): (&Backends<dyn Registrar>, &Backends<dyn Dns>),
) -> Result<Vec<Option<Model>>> {
    let items = &planner.inventory.domains;
    let names = items.iter().map(|item| item.value.domain_name.clone());
    let mut rows = planner.lookup.among::<Entity, _>(Column::DomainName, names).await?;
    let ids = items.iter().filter_map(|item| item.value.id);
    rows.extend(planner.lookup.among::<Entity, _>(Column::Id, ids).await?);
    if planner.prune {
        let owners = accounts.iter().copied().flatten();
        rows.extend(planner.lookup.among::<Entity, _>(Column::AccountId, owners).await?);
    }
    let by_name: HashMap<&str, &Model> = rows.iter().map(|row| (row.domain_name.as_str(), row)).collect();
    let by_id: HashMap<Uuid, &Model> = rows.iter().map(|row| (row.id, row)).collect();
    let mut resolved = Vec::with_capacity(items.len());
    for item in items {
        let value = &item.value;
        let before = by_name.get(value.domain_name.as_str()).copied();
        let same = value.id.and_then(|id| by_id.get(&id).copied());
        let Some(account_id) = accounts[item.parent] else {
            resolved.push(None);
            continue;
        };
        let fits = fits(value, account_id, before, same).and_then(|()| {
            Ok((registered_with(value, before, registrars)?, served_by(value, before, nameservers)?))
        });
        resolved.push(match fits {
            Ok((registrar_backend, dns_backend)) => {
                let tld = suffix(&value.domain_name, suffixes);
                let is_real = registrars.find(&registrar_backend).is_ok_and(|one| one.driver.is_of_world());
                let belongs = Belongs { account_id, tld, registrar_backend, dns_backend };
                Some(domain(planner, value, (belongs, is_real), before))
            }
            Err((member, message)) => {
                planner.fault(&item.place, member, message);
                None
            }
        });
    }
    if planner.prune {
        let kept: HashSet<Uuid> = resolved.iter().flatten().map(|row: &Model| row.id).collect();
        let owners: HashSet<Uuid> = accounts.iter().copied().flatten().collect();
        let left = by_id.values().filter(|row| owners.contains(&row.account_id));
        planner.plan.leaving.domains = left.map(|row| row.id).filter(|id| !kept.contains(id)).collect();
    }
    Ok(resolved)
}

fn domain(
    planner: &mut Planner<'_>,
    value: &Domain,
    (belongs, is_real): (Belongs, bool),
    before: Option<&Model>,
) -> Model {
    let id = before.map_or_else(|| planner.id(value.id), |row| row.id);
    planner.plan.named.domains.push(id);
    let row = value.row(before, id, belongs, planner.now);
    let what = format!("domain {}", value.domain_name);
    let Some(after) = planner.differs::<Domain>(what, before, row.clone()) else { return row };
    // The suffix is in no file: it follows from the price list.
    if let (Some(old), Some(Change { members, .. })) = (before, planner.plan.changes.last_mut())
        && old.tld != after.tld
    {
        let (old, new) = (old.tld.clone().into(), after.tld.clone().into());
        members.push(Member { name: "tld".to_owned(), old, new });
    }
    if is_real {
        let after = at_registrar(planner, before, after);
        planner.plan.rows.domains.push(after.clone());
        return after;
    }
    planner.plan.rows.domains.push(after);
    row
}

/// A domain of a registrar of the world: it is looked at there, and asked to hand it over to other hosts.
fn at_registrar(planner: &mut Planner<'_>, before: Option<&Model>, mut after: Model) -> Model {
    let queued = &mut planner.plan.queued;
    queued.looked_at.push(after.id);
    if let Some(before) = before
        && before.name_servers != after.name_servers
    {
        after.pending_name_servers =
            Some(std::mem::replace(&mut after.name_servers, before.name_servers.clone()));
        after.name_servers_error = None;
        queued.handed_over.push(after.id);
    }
    after
}

/// The longest suffix of the price list that `name` has; its last label where there is none.
fn suffix(name: &str, priced: &HashSet<String>) -> String {
    let suffixes = || name.match_indices('.').map(|(at, _)| &name[at..]);
    let longest = suffixes().find(|suffix| priced.contains(*suffix));
    longest.or_else(|| suffixes().next_back()).unwrap_or(name).to_owned()
}

/// The backend that a domain is registered with: that which has it, or the one that the file names, or that of its
/// suffix.
fn registered_with(
    value: &Domain,
    before: Option<&Model>,
    registrars: &Backends<dyn Registrar>,
) -> Result<String, Refused> {
    let at = "/registrar_backend";
    let none = |named| (at, format!("there is no backend {named} for registrar that keeps domains"));
    let keeps = |backend: &&Backend<dyn Registrar>| backend.driver.keeps_domains();
    let named = value.registrar_backend.as_deref();
    let backend = match (before, named) {
        (Some(row), None) => return Ok(row.registrar_backend.clone()),
        (Some(row), Some(named)) if named != row.registrar_backend => {
            return Err((at, format!("is registered with {}, and stays there", row.registrar_backend)));
        }
        (_, Some(named)) => registrars.find(named).ok().filter(keeps).ok_or_else(|| none(named))?,
        (None, None) => {
            let of_suffix = registrars.of_name(&value.domain_name).filter(keeps);
            of_suffix.or_else(|| registrars.default().filter(keeps)).ok_or_else(|| {
                (
                    at,
                    "no backend registers names under its suffix, and none is the default: name one"
                        .to_owned(),
                )
            })?
        }
    };
    let was_so = before.is_some_and(|row| row.registrar_environment == value.registrar_environment);
    match was_so || backend.driver.environment() == value.registrar_environment {
        true => Ok(backend.id.clone()),
        false => {
            let is = backend.driver.environment().to_value();
            Err(("/registrar_environment", format!("the registrar {} is {is}", backend.id)))
        }
    }
}

/// The backend that serves a zone: that which has it, or the one that the file names, or that which takes the rest.
fn served_by(
    value: &Domain,
    before: Option<&Model>,
    nameservers: &Backends<dyn Dns>,
) -> Result<String, Refused> {
    let at = "/dns_backend";
    let named = value.dns_backend.as_deref();
    if let Some(row) = before {
        return match named.is_none_or(|named| named == row.dns_backend) {
            true => Ok(row.dns_backend.clone()),
            false => Err((at, format!("is served by {}, and stays there", row.dns_backend))),
        };
    }
    match named {
        Some(named) if nameservers.find(named).is_ok() => Ok(named.to_owned()),
        Some(named) => Err((at, format!("there is no backend {named} for dns"))),
        None => {
            let none = || (at, "several backends serve zones, and none is the default: name one".to_owned());
            nameservers.default().map(|backend| backend.id.clone()).ok_or_else(none)
        }
    }
}

/// Whether what the file says of a domain can be true beside what the database says of its name and its id.
fn fits(value: &Domain, account: Uuid, named: Option<&Model>, same: Option<&Model>) -> Result<(), Refused> {
    let name = &value.domain_name;
    let Some(row) = named else {
        let other = |row: &Model| Err(("/id", format!("is the id of the domain {}", row.domain_name)));
        return same.map_or(Ok(()), other);
    };
    if value.id.is_some_and(|id| id != row.id) {
        return Err(("/id", format!("the domain {name} has the id {}", row.id)));
    }
    if row.account_id != account {
        return Err((
            "/domain_name",
            format!(
                "{name} belongs to another account: where this one has a new address, it needs the account's `id` beside it"
            ),
        ));
    }
    match row.pending_name_servers.is_some() && row.name_servers.0 != value.name_servers {
        true => {
            let wait = "a change is on its way to the registrar: apply again when that is done";
            Err(("/name_servers", wait.to_owned()))
        }
        false => Ok(()),
    }
}
