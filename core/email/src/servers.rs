//! The mail servers of a domain, and what they are told of it.
#![expect(clippy::disallowed_methods, reason = "queued work names its service; nobody asks for it")]
use super::{
    key::{self, Stand},
    row,
};
use chrono::TimeDelta;
use hosting_kernel::{
    database::executor::Executor,
    kernel::platform::Platform,
    providers::{
        Failure,
        backends::Backend,
        mail::{Mail, Profile},
    },
    refusals::error::Result,
    values::time::Time,
};
use hosting_services::service;
use sea_orm::{Set, entity::prelude::*, sea_query::ExprTrait};

/// How long the zone says of a key that signs no more: mail is on its way for five days at most (RFC 5321 section
/// 4.5.4.1), and looked at a little later.
const PAST: TimeDelta = TimeDelta::days(7);

/// The mail servers that take mail for a domain.
pub(super) fn of<'a>(platform: &'a Platform, email: &row::Model) -> Result<&'a Backend<dyn Mail>, Failure> {
    platform.providers().mail.of(email.backend.as_deref())
}

/// What is kept of an email service, as it stood at one moment.
pub(super) struct Kept {
    pub service: service::Model,
    pub email: row::Model,
    /// Its keys that do not sign.
    pub others: Vec<key::Model>,
}

impl Kept {
    /// All that is kept of one.
    pub async fn find(platform: &Platform, id: Uuid) -> Result<Option<Self>> {
        let reader = platform.database().reader(true).await?;
        let db = &reader.executor();
        let service = service::Entity::find_by_id(id).one(db).await?;
        let email = row::Entity::find_by_id(id).one(db).await?;
        let others = key::of(db, &[id]).await?;
        Ok(service.zip(email).map(|(service, email)| Self { service, email, others }))
    }

    /// Has mail taken for its domain, and signed; by the keys of these selectors.
    pub async fn put(&self, platform: &Platform, work: Uuid) -> Result<Vec<String>, Failure> {
        let backend = of(platform, &self.email)?;
        let domain = self.email.mail_domain(backend.driver.profile(), platform.secret(), &self.others)?;
        backend.ask(backend.driver.put_domain(work, &domain)).await?;
        Ok(domain.keys.into_iter().filter(|key| key.signs).map(|key| key.selector).collect())
    }
}

/// Notes that the mail servers sign by the keys of these selectors: what those have replaced signs no more, unless others
/// are to sign by now.
pub(super) async fn note_signs(
    db: &Executor<'_>,
    now: Time,
    email: &row::Model,
    profile: &Profile,
    signs: &[String],
) -> Result<()> {
    if signs != email.selectors(profile) {
        return Ok(());
    }
    let past =
        key::ActiveModel { stand: Set(Stand::Past), due_at: Set(now.plus(PAST)), ..Default::default() };
    let replaced = key::Column::Stand.eq(Stand::Replaced).and(key::Column::ServiceId.eq(email.service_id));
    key::Entity::update_many().set(past).filter(replaced).exec(db).await?;
    Ok(())
}
