//! Applying an inventory.
use crate::{
    adopt::{adopt, registered},
    adoption::Adoption,
    backends::Backends,
    change::Change,
    compare::compare,
    failed::Failed,
    inventory::Inventory,
    lookup::Lookup,
    plan::Plan,
    write::write,
};
use hosting_core::{database::Database, instances::await_arrivals, values::clock::Clock};
use std::iter::repeat_with;

/// Makes the database say what `inventory` says, all of it or nothing, and lets `backends` adopt it; gives
/// what that changed.
///
/// A dry run finds the same, changes nothing, and no backend hears of it.
pub async fn apply(
    db: &Database,
    backends: &Backends,
    clock: &dyn Clock,
    inventory: &Inventory,
    dry_run: bool,
) -> Result<Vec<Change>, Failed> {
    let registered = registered(&*backends.registrar, inventory).await?;
    let now = clock.now();
    let ids: Vec<_> = repeat_with(|| clock.id()).take(inventory.without_id()).collect();
    if dry_run {
        let reader = db.reader(true).await?;
        let lookup = Lookup { db: &reader.executor(), lock: false };
        return Ok(valid(compare(lookup, inventory, &registered, now, ids).await?)?.changes);
    }
    let (file, known) = (inventory.clone(), registered.clone());
    let work = db.write(move |db| {
        Box::pin(async move {
            let lookup = Lookup { db, lock: true };
            Ok(match valid(compare(lookup, &file, &known, now, ids).await?) {
                Ok(plan) => {
                    write(db, plan.rows).await?;
                    Ok((plan.changes, plan.named))
                }
                Err(failed) => Err(failed),
            })
        })
    });
    let (changes, named) = work.await??;
    let adoption = Adoption::read(db, inventory, &registered, &named).await?;
    adopt(backends, &adoption, clock.id()).await?;
    await_arrivals(db, clock).await?;
    Ok(changes)
}

fn valid(plan: Plan) -> Result<Plan, Failed> {
    match plan.faults.is_empty() {
        true => Ok(plan),
        false => Err(Failed::Faults(plan.faults)),
    }
}
