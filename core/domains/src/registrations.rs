//! Whether registries show what the platform believes of its domains: for operators.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use super::{
    domain::{self, Model},
    follow::Seen,
    look::LookAtDomain,
};
use futures_util::future::BoxFuture;
use hosting_kernel::{
    database::Database,
    kernel::queue::enqueue::{Asker, enqueue_once},
    providers::{Failure, registrar::Registrar},
    refusals::error::Result,
    values::{clock::Clock, time::Time},
};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use std::sync::Arc;

/// A member of a domain that its registry shows otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownOtherwise {
    /// The member.
    pub member: &'static str,
    /// What the platform believes.
    pub believed: String,
    /// What the registry shows.
    pub shown: String,
}

/// A domain, and what its registry shows otherwise; or why that is not known.
pub type Registration = (Model, Result<Vec<ShownOtherwise>, Failure>);

/// What the registry behind the backend `id` shows otherwise than the platform believes, domain by domain in the order of
/// their names.
pub fn registrations<'a>(
    db: &'a Database,
    now: Time,
    id: &'a str,
    driver: &'a dyn Registrar,
) -> BoxFuture<'a, Result<Vec<Registration>>> {
    Box::pin(async move {
        let domains = {
            let reader = db.reader(false).await?;
            let of_it = domain::Entity::find().filter(domain::Column::RegistrarBackend.eq(id));
            of_it.order_by_asc(domain::Column::DomainName).all(&reader.executor()).await?
        };
        let mut found = Vec::new();
        for domain in domains.into_iter().filter(Model::is_kept) {
            let seen = match driver.info(&domain.domain_name).await {
                Ok(registered) => Ok(Some(registered)),
                Err(Failure::NotThere(_)) => Ok(None),
                Err(failure) => Err(failure),
            };
            let different = seen.map(|registered| {
                let shown = domain.clone().following(&Seen { registered, done: None, told: true }, now);
                otherwise(&domain, &shown)
            });
            found.push((domain, different));
        }
        Ok(found)
    })
}

fn otherwise(believed: &Model, shown: &Model) -> Vec<ShownOtherwise> {
    let end = |end: Option<Time>| end.map_or_else(|| "nothing".to_owned(), |end| end.to_string());
    let members = |domain: &Model| {
        [
            ("status", domain.status.to_value()),
            ("expires_at", end(domain.expires_at)),
            ("locked", domain.locked.to_string()),
            ("privacy_enabled", domain.privacy_enabled.to_string()),
            ("name_servers", domain.name_servers.0.join(" ")),
        ]
    };
    let pairs = members(believed).into_iter().zip(members(shown));
    let different = pairs.filter(|((_, believed), (_, shown))| believed != shown);
    different.map(|((member, believed), (_, shown))| ShownOtherwise { member, believed, shown }).collect()
}

/// Queues a look at a domain: it becomes what its registry shows.
pub fn look_again(db: &Database, clock: Arc<dyn Clock>, domain: Uuid) -> BoxFuture<'_, Result<()>> {
    Box::pin(db.write(move |db| {
        Box::pin(async move {
            let held = domain::Entity::find_by_id(domain).lock_exclusive().one(db).await?;
            let Some(domain) = held else { return Ok(()) };
            let asker = Asker { request_id: clock.id(), account_id: Some(domain.account_id) };
            let look = LookAtDomain::new(&domain, None, true);
            enqueue_once(db, &*clock, asker, domain::subject(domain.id), &look).await?;
            Ok(())
        })
    }))
}
