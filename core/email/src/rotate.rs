//! Keys of mail take the place of others as time passes: the zone says of the new one, a day later it signs, and a week
//! after that nothing is left of the old one.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::{
    desk::Desk,
    key::{self, Stand},
    level::BringMailToLevel,
    new_keys,
    publish_keys::ZONE_FIRST,
    row,
};
use chrono::TimeDelta;
use hosting_kernel::{
    database::executor::Executor,
    kernel::{duty, platform::Platform},
    refusals::error::Result,
};
use hosting_services::level::Level;
use sea_orm::{IntoActiveModel, QueryOrder, QuerySelect, entity::prelude::*};

/// How long one process sees to it for all.
const TURN: TimeDelta = TimeDelta::minutes(1);
/// Keys that go on in one turn.
const MOST: u64 = 200;
/// How long mail servers have before they are told once more: what was queued for them may have been given up.
const TOLD_AGAIN: TimeDelta = TimeDelta::hours(1);

/// Gives domains new keys where they are to be called otherwise, and has each key go on that is due.
pub(super) async fn rotate(platform: &Platform) -> Result<()> {
    let (are_new, due) = (new_keys::are_due(platform), due(platform).await?);
    let (db, now) = (platform.database(), platform.clock().now());
    if (!are_new && due.is_empty()) || !duty::take(db, "keys of mail", now, TURN).await? {
        return Ok(());
    }
    for service in due {
        let of = platform.clone();
        let gone_on = db.write(move |db| Box::pin(async move { go_on(&of, db, service).await })).await;
        // What is wrong with one holds up no other; it is tried again in the next turn.
        if let Err(cause) = gone_on {
            tracing::error!(%service, %cause, "the keys of mail cannot go on");
        }
        platform.wake();
    }
    match are_new {
        true => new_keys::make_all(platform).await,
        false => Ok(()),
    }
}

/// The services that have keys which are due, those first whose keys have been for longest.
async fn due(platform: &Platform) -> Result<Vec<Uuid>> {
    let reader = platform.database().reader(false).await?;
    let due = key::Entity::find().filter(key::Column::DueAt.lte(platform.clock().now()));
    let due = due.order_by_asc(key::Column::DueAt).limit(MOST).all(&reader.executor()).await?;
    let mut services: Vec<Uuid> = due.into_iter().map(|key| key.service_id).collect();
    services.sort_unstable();
    services.dedup();
    Ok(services)
}

/// What keys of one domain that are due bring about.
#[derive(Default)]
struct Come {
    /// These sign from now on.
    new: Vec<key::Model>,
    /// These are gone.
    gone: Vec<key::Model>,
    /// Whether the zone is to say something else.
    publish: bool,
    /// Whether the mail servers are told once more what they may know.
    tell_again: bool,
}

/// Has each key of a service go on that is due.
async fn go_on(platform: &Platform, db: &Executor<'_>, id: Uuid) -> Result<()> {
    let Some((service, email)) = row::lock(db, id).await? else { return Ok(()) };
    let (desk, level) = (Desk::by_itself(platform, db, &email), Level::of(service.status));
    if level == Level::Removed {
        return key::forget(db, id).await;
    }
    let mut come = Come::default();
    for key in desk.others(&email).await?.into_iter().filter(|key| key.due_at <= desk.now) {
        come.add(&desk, &email, key, level == Level::InUse).await?;
    }
    come.write(&desk, email, level == Level::InUse).await
}

impl Come {
    async fn add(
        &mut self,
        desk: &Desk<'_>,
        email: &row::Model,
        key: key::Model,
        in_use: bool,
    ) -> Result<()> {
        match key.stand {
            Stand::Past => {
                key.clone().into_active_model().delete(desk.db).await?;
                self.gone.push(key);
            }
            // What is stopped signs nothing, and begins with its zone when it is in use.
            stand if !in_use => desk.stands(key, stand, ZONE_FIRST).await?,
            Stand::Published if desk.says(email, &key).await? => {
                key.clone().into_active_model().delete(desk.db).await?;
                self.new.push(key);
            }
            Stand::Waiting | Stand::Published => {
                desk.stands(key, Stand::Waiting, ZONE_FIRST).await?;
                self.publish = true;
            }
            Stand::Replaced => {
                desk.stands(key, Stand::Replaced, TOLD_AGAIN).await?;
                self.tell_again = true;
            }
        }
        Ok(())
    }

    async fn write(self, desk: &Desk<'_>, mut email: row::Model, in_use: bool) -> Result<()> {
        let (id, task) = (email.service_id, BringMailToLevel::of(&email));
        let (is_new, is_gone) = (!self.new.is_empty(), !self.gone.is_empty());
        for key in self.new {
            let replaced = email.replaced(key.algorithm, desk.profile(&email)?, desk.now.plus(TOLD_AGAIN));
            email = email.signed_with(key);
            if let Some(replaced) = replaced {
                key::Entity::insert(replaced.into_active_model()).exec_without_returning(desk.db).await?;
            }
        }
        desk.unpublish(&email, &self.gone).await?;
        if self.publish || is_gone {
            desk.publish_keys(email).await?;
        } else if is_new {
            email.updated_at = desk.now;
            email.into_active_model().reset_all().update(desk.db).await?;
        }
        let subject = row::subject(id);
        match (in_use, is_new || is_gone, self.tell_again) {
            (true, true, _) => desk.enqueue(subject, &task).await,
            (true, false, true) => desk.enqueue_once(subject, &task).await,
            _ => Ok(()),
        }
    }
}
