//! What nameservers serve already becomes records: for a company that begins with what it has.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use super::{
    Difference,
    dns::{
        content,
        kind::RecordType,
        name,
        record::{self, RecordStatus},
    },
    domain,
};
use futures_util::future::BoxFuture;
use hosting_kernel::{
    database::Database,
    providers::dns::{RrSet, SetName},
    refusals::error::Result,
    values::{clock::Clock, texts::Texts},
};
use sea_orm::{IntoActiveModel, QuerySelect, entity::prelude::*};
use std::{collections::HashSet, sync::Arc};

/// What became of what is served in a zone, and was no record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adopted {
    /// What is a record now.
    pub taken: Vec<SetName>,
    /// What cannot be one, and why: it is served as before.
    pub left: Vec<(SetName, String)>,
}

/// Rows of one statement.
const SOME: usize = 200;

/// Makes records of what is `strange` in the zone of a domain, which is served already: nobody is told anything.
/// With `dry_run` it only says what would become of it.
pub fn adopt_zone(
    db: &Database,
    clock: Arc<dyn Clock>,
    domain: Uuid,
    found: &[Difference],
    dry_run: bool,
) -> BoxFuture<'static, Result<Adopted>> {
    let strange = found.iter().filter_map(|difference| match difference {
        Difference::Strange(set) => Some(set.clone()),
        _ => None,
    });
    let strange: Vec<RrSet> = strange.collect();
    let db = db.clone();
    Box::pin(async move {
        db.write(move |db| {
            Box::pin(async move {
                let mut adopted = Adopted::default();
                let held = domain::Entity::find_by_id(domain).lock_exclusive().one(db).await?;
                let Some(domain) = held else { return Ok(adopted) };
                let rows =
                    record::Entity::find().filter(record::Column::DomainId.eq(domain.id)).all(db).await?;
                let known: HashSet<(&str, &str)> =
                    rows.iter().map(|row| (row.fqdn.as_str(), row.r#type.as_str())).collect();
                let mut new = Vec::new();
                for set in strange {
                    let named = SetName { name: set.name.clone(), kind: set.kind.clone() };
                    // One that came meanwhile is seen to by its own work.
                    if known.contains(&(set.name.as_str(), set.kind.as_str())) {
                        continue;
                    }
                    match row(&set, &domain, &*clock) {
                        Ok(row) => {
                            new.push(row);
                            adopted.taken.push(named);
                        }
                        Err(why) => adopted.left.push((named, why)),
                    }
                }
                if !dry_run {
                    let mut new = new.into_iter().map(IntoActiveModel::into_active_model).peekable();
                    while new.peek().is_some() {
                        let some = new.by_ref().take(SOME);
                        record::Entity::insert_many(some).exec_without_returning(db).await?;
                    }
                }
                Ok(adopted)
            })
        })
        .await
    })
}

/// The record of a customer that is served as `set`; or why there is none.
fn row(set: &RrSet, domain: &domain::Model, clock: &dyn Clock) -> Result<record::Model, String> {
    let zone = &domain.domain_name;
    let says = |cause: hosting_kernel::refusals::fault::Fault| cause.message;
    let relative = match set.name.strip_suffix(zone.as_str()) {
        Some("") => "@",
        Some(above) => above.strip_suffix('.').ok_or("its name is outside of the zone")?,
        None => return Err("its name is outside of the zone".to_owned()),
    };
    let kind = RecordType::parse(&set.kind).map_err(says)?;
    let name = name::record_name(Some(relative), zone).map_err(says)?;
    if (kind, name.as_str()) == (RecordType::Ns, "@") {
        return Err("the nameservers of the domain itself are no record".to_owned());
    }
    if (kind, name.as_str()) == (RecordType::Cname, "@") {
        return Err("the domain itself cannot be an alias (RFC 1034 section 3.6.2)".to_owned());
    }
    let ttl = content::ttl(Some(set.ttl.into())).map_err(says)?;
    let values = content::record_set(kind, &set.contents, None, zone, false).map_err(says)?;
    let now = clock.now();
    let row = record::Model {
        id: clock.id(),
        account_id: domain.account_id,
        domain_id: domain.id,
        fqdn: name::fqdn(&name, zone),
        name,
        r#type: kind.as_str().to_owned(),
        contents: Texts(values.contents),
        ttl,
        priority: values.priority,
        status: RecordStatus::Active,
        last_error: None,
        revision: 1,
        served: None,
        created_at: now,
        updated_at: now,
        synced_at: Some(now),
        published: None,
    };
    let ours = row.set().map_err(|cause| cause.to_string())?;
    match super::zones::same(&ours, set) {
        true => Ok(row),
        false => Err(format!("it would be written otherwise: {}", ours.contents.join(" | "))),
    }
}
