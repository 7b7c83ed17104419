//! Applying an inventory.
use super::{
    Inventory,
    change::Change,
    known::Look,
    place::Fault,
    plan::{Plan, Planner},
};
use crate::{
    database::Database,
    refusals::error::{Error, Result},
    values::clock::Clock,
};
use std::iter::repeat_with;

/// Why an inventory was not applied; nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// It cannot be applied to what is there.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<Fault>),
    /// The database did not do it.
    #[error(transparent)]
    Database(#[from] Error),
}

/// Makes the database say what `inventory` says, all of it or nothing; gives what that changed.
///
/// A dry run finds the same, and changes nothing.
pub async fn apply(
    db: &Database,
    clock: &dyn Clock,
    inventory: &Inventory,
    dry_run: bool,
) -> Result<Vec<Change>, Failed> {
    let (inventory, now) = (inventory.clone(), clock.now());
    let ids: Vec<_> = repeat_with(|| clock.id()).take(inventory.without_id()).collect();
    if dry_run {
        let reader = db.reader(true).await?;
        let db = reader.executor();
        let look = Look { db: &db, lock: false };
        return Ok(Planner::new(look, &inventory, now, ids).plan().await?.sound()?.changes);
    }
    let work = db.write(move |db| {
        Box::pin(async move {
            let look = Look { db, lock: true };
            let plan = Planner::new(look, &inventory, now, ids).plan().await?;
            let mut plan = match plan.sound() {
                Ok(plan) => plan,
                Err(failed) => return Ok(Err(failed)),
            };
            let changes = std::mem::take(&mut plan.changes);
            plan.write(db).await?;
            Ok(Ok(changes))
        })
    });
    work.await?
}

impl Plan {
    fn sound(self) -> Result<Self, Failed> {
        match self.faults.is_empty() {
            true => Ok(self),
            false => Err(Failed::Faults(self.faults)),
        }
    }
}

impl Inventory {
    /// How many things would need an id if all were new.
    fn without_id(&self) -> usize {
        self.accounts.iter().filter(|item| item.is.id.is_none()).count()
            + self.services.iter().filter(|item| item.is.id.is_none()).count()
            + self.details.iter().map(|item| item.is.without_id()).sum::<usize>()
            + self.domains.iter().filter(|item| item.is.id.is_none()).count()
            + self.records.iter().filter(|item| item.is.id.is_none()).count()
    }
}
