//! Applying an inventory.
use crate::{
    adopt::{adopt, registered},
    adoption::Adoption,
    backends::Backends,
    change::{Action, Change},
    compare::{Way, compare},
    failed::Failed,
    inventory::Inventory,
    lookup::Lookup,
    plan::{Plan, Queued},
    removal::{Removal, take_away},
    write::write,
};
use hosting_core::{
    database::Database,
    domains::{queue_looks, queue_name_servers, queue_records},
    instances::await_arrivals,
    queue::operator,
    refusals::error::Result,
    values::clock::Clock,
};
use std::{collections::HashSet, iter::repeat_with};

/// Makes the database say what `inventory` says, all of it or nothing, and lets `backends` adopt it; gives
/// what that changed. What the file leaves out stays.
///
/// A dry run finds the same, changes nothing, and no backend hears of it.
pub async fn apply(
    db: &Database,
    backends: &Backends,
    clock: &dyn Clock,
    inventory: &Inventory,
    dry_run: bool,
) -> Result<Vec<Change>, Failed> {
    let shown: Option<&[Change]> = if dry_run { None } else { Some(&[]) };
    run(db, backends, clock, inventory, Run { prune: false, shown }).await
}

/// The same, and what the file leaves out is removed with all that belongs to it; backends take it away.
///
/// Nothing is done before it was `shown`, and nothing if something else would go by now. It is refused where a worker
/// is at work on something that would go; what is queued for it goes with it. What a removed service was set up as at
/// a mail server or a hypervisor stays there.
pub async fn prune(
    db: &Database,
    backends: &Backends,
    clock: &dyn Clock,
    inventory: &Inventory,
    shown: Option<&[Change]>,
) -> Result<Vec<Change>, Failed> {
    run(db, backends, clock, inventory, Run { prune: true, shown }).await
}

/// How an inventory is applied.
struct Run<'a> {
    /// Whether what it leaves out is removed.
    prune: bool,
    /// What was shown before; nothing where it is only looked at.
    shown: Option<&'a [Change]>,
}

async fn run(
    db: &Database,
    backends: &Backends,
    clock: &dyn Clock,
    inventory: &Inventory,
    Run { prune, shown }: Run<'_>,
) -> Result<Vec<Change>, Failed> {
    let way = Way { prune, backends: backends.clone() };
    let registered = registered(&backends.registrar, inventory, prune).await?;
    let (now, present) = (clock.now(), operator::present(db, clock).await?);
    let ids: Vec<_> = repeat_with(|| clock.id()).take(inventory.without_id()).collect();
    let Some(shown) = shown else {
        let reader = db.reader(true).await?;
        let lookup = Lookup { db: &reader.executor(), lock: false };
        let mut plan = valid(compare(lookup, inventory, &registered, now, ids, way).await?)?;
        let leaving = std::mem::take(&mut plan.leaving);
        plan.changes.extend(Removal::of(lookup, leaving, present).await??.changes());
        return Ok(plan.changes);
    };
    let (file, known, shown) = (inventory.clone(), registered.clone(), shown.to_vec());
    let work = db.write(move |db| {
        Box::pin(async move {
            let lookup = Lookup { db, lock: true };
            let mut plan = match valid(compare(lookup, &file, &known, now, ids, way).await?) {
                Ok(plan) => plan,
                Err(failed) => return Ok(Err(failed)),
            };
            let leaving = std::mem::take(&mut plan.leaving);
            let removal = Removal::of(lookup, leaving, present).await?;
            let removal = match removal.and_then(|removal| shown_before(removal, &shown)) {
                Ok(removal) => removal,
                Err(failed) => return Ok(Err(failed)),
            };
            removal.write(db).await?;
            write(db, std::mem::take(&mut plan.rows)).await?;
            let Queued { records, handed_over, looked_at } = std::mem::take(&mut plan.queued);
            queue_records(db, now, records).await?;
            queue_name_servers(db, now, &handed_over).await?;
            queue_looks(db, now, &looked_at).await?;
            plan.changes.extend(removal.changes());
            Ok(Ok((plan, removal.told())))
        })
    });
    let (plan, mut told) = work.await??;
    let listed: HashSet<&str> = inventory.registry.iter().map(|item| item.value.name.as_str()).collect();
    told.released.retain(|name| !listed.contains(name.as_str()));
    told.zones.extend(plan.renamed);
    let adoption = Adoption::read(db, inventory, &registered, &plan.named).await?;
    told.but_for(&adoption.zones);
    let kept = take_away(backends, &told, clock).await;
    let adopted = adopt(backends, &adoption, clock.id()).await;
    await_arrivals(db, clock).await?;
    match (kept, adopted) {
        (kept, adopted) if kept.is_empty() => adopted.map(|()| plan.changes),
        (mut failed, Err(Failed::NotAdopted(others))) => {
            failed.extend(others);
            Err(Failed::NotTakenAway(failed))
        }
        (kept, _) => Err(Failed::NotTakenAway(kept)),
    }
}

fn valid(plan: Plan) -> Result<Plan, Failed> {
    match plan.faults.is_empty() {
        true => Ok(plan),
        false => Err(Failed::Faults(plan.faults)),
    }
}

/// Whether what is removed is what was shown.
pub fn shown_before(removal: Removal, shown: &[Change]) -> Result<Removal, Failed> {
    let shown = shown.iter().filter(|change| change.action == Action::Removed);
    match removal.changes().iter().eq(shown) {
        true => Ok(removal),
        false => {
            let why = "what would be removed has changed since it was shown: look at it again";
            Err(Failed::Refused(vec![why.to_owned()]))
        }
    }
}
