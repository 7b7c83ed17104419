//! Removing one thing.
use crate::{
    apply::shown_before,
    backends::Backends,
    change::Change,
    failed::Failed,
    leaving::Leaving,
    lookup::Lookup,
    removal::{Removal, take_away},
};
use hosting_core::{
    database::Database,
    domains::domain,
    kernel::account,
    queue::operator,
    refusals::error::Result,
    services::service,
    values::{clock::Clock, time::Time},
};
use uuid::Uuid;

/// A sort of things that can be removed one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A customer's account: by its id, or its address.
    Account,
    /// Something that a customer has ordered: by its id.
    Service,
    /// A domain that a customer owns: by its id, or its name.
    Domain,
}

/// Removes one thing with all that belongs to it, and has backends take it away; gives what that removes.
///
/// Nothing is done before it was `shown`, and nothing if something else would go by now. It is refused where a worker
/// is at work on it; what is queued for it goes with it. What a removed service was set up as at a mail server or a
/// hypervisor stays there.
pub async fn remove(
    db: &Database,
    backends: &Backends,
    clock: &dyn Clock,
    (sort, name): (Sort, &str),
    shown: Option<&[Change]>,
) -> Result<Vec<Change>, Failed> {
    let present = operator::present(db, clock).await?;
    let Some(shown) = shown else {
        let reader = db.reader(true).await?;
        let lookup = Lookup { db: &reader.executor(), lock: false };
        return Ok(find(lookup, sort, name, present).await??.changes());
    };
    let (name, shown) = (name.to_owned(), shown.to_vec());
    let work = db.write(move |db| {
        Box::pin(async move {
            let found = find(Lookup { db, lock: true }, sort, &name, present).await?;
            Ok(match found.and_then(|removal| shown_before(removal, &shown)) {
                Ok(removal) => {
                    removal.write(db).await?;
                    Ok((removal.changes(), removal.told()))
                }
                Err(failed) => Err(failed),
            })
        })
    });
    let (changes, told) = work.await??;
    match take_away(backends, &told, clock).await {
        failed if failed.is_empty() => Ok(changes),
        failed => Err(Failed::NotTakenAway(failed)),
    }
}

/// The thing of this name, with all that belongs to it.
async fn find(lookup: Lookup<'_>, sort: Sort, name: &str, present: Time) -> Result<Result<Removal, Failed>> {
    use account::{Column as A, Entity as Account};
    use domain::{Column as D, Entity as Domain};
    use service::{Column as S, Entity as Service};
    let id = Uuid::parse_str(name).ok();
    let mut leaving = Leaving::default();
    let word = match (sort, id) {
        (Sort::Account, id) => {
            let found = match id {
                Some(id) => lookup.among::<Account, _>(A::Id, [id]).await?,
                None => lookup.among::<Account, _>(A::Email, [name.to_lowercase()]).await?,
            };
            leaving.accounts.extend(found.iter().map(|row| row.id));
            "account"
        }
        (Sort::Service, id) => {
            let found = lookup.among::<Service, _>(S::Id, id).await?;
            leaving.services.extend(found.iter().map(|row| row.id));
            "service"
        }
        (Sort::Domain, id) => {
            let found = match id {
                Some(id) => lookup.among::<Domain, _>(D::Id, [id]).await?,
                None => lookup.among::<Domain, _>(D::DomainName, [name.to_lowercase()]).await?,
            };
            leaving.domains.extend(found.iter().map(|row| row.id));
            "domain"
        }
    };
    if leaving.accounts.len() + leaving.services.len() + leaving.domains.len() == 0 {
        return Ok(Err(Failed::Refused(vec![format!("there is no {word} {name}")])));
    }
    Removal::of(lookup, leaving, present).await
}
