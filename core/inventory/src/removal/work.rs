//! What is queued for what is removed.
use super::Removal;
use crate::{failed::Failed, lookup::Lookup};
use hosting_core::{
    queue::{Column, Entity, Job},
    refusals::error::Result,
    values::time::Time,
};
use std::collections::HashMap;
use uuid::Uuid;

/// The jobs that go with it; refused where a worker is `present` at one of them.
pub async fn of(lookup: Lookup<'_>, removal: &Removal, present: Time) -> Result<Result<Vec<Uuid>, Failed>> {
    let things = things(removal);
    if things.is_empty() {
        return Ok(Ok(Vec::new()));
    }
    let queued = Lookup { lock: false, ..lookup }.all::<Entity>().await?;
    let concerned = queued.iter().filter(|job| thing(&things, job).is_some()).map(|job| job.id);
    // They are held from here on: no worker takes one.
    let jobs = lookup.among::<Entity, _>(Column::Id, concerned.collect::<Vec<_>>()).await?;
    let kept = jobs.iter().filter(|job| job.is_kept(present));
    let kept: Vec<String> = kept
        .map(|job| {
            let what = thing(&things, job).unwrap_or_default();
            format!("{what}: a worker has it ({}): wait until it is done, or stuck", job.kind)
        })
        .collect();
    Ok(match kept.is_empty() {
        true => Ok(jobs.into_iter().map(|job| job.id).collect()),
        false => Err(Failed::Refused(kept)),
    })
}

/// What is removed, and what it is called.
fn things(removal: &Removal) -> HashMap<Uuid, String> {
    let accounts = removal.accounts.iter().map(|row| (row.id, format!("account {}", row.email)));
    let services = removal.services.iter().map(|row| (row.id, removal.service(row)));
    let domains = removal.domains.iter().map(|row| (row.id, format!("domain {}", row.domain_name)));
    accounts.chain(services).chain(domains).collect()
}

/// What a job is about of these things, or whose it is.
fn thing<'t>(things: &'t HashMap<Uuid, String>, job: &Job) -> Option<&'t str> {
    let subject = job.subject.rsplit_once(':').and_then(|(_, id)| id.parse().ok());
    let found = subject.and_then(|id: Uuid| things.get(&id));
    found.or_else(|| things.get(&job.account_id?)).map(String::as_str)
}
