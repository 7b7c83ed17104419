//! A ticket is given for a terminal.
#![expect(clippy::disallowed_methods, reason = "the ticket names the container and its account")]
use super::ticket::{ActiveModel, Column, Entity, Model};
use crate::{
    instances::{Action, Instance, instance, machine},
    kernel::{credential, platform::Platform},
    providers::{
        hypervisor::{Size, Terminal},
        within,
    },
    refusals::error::{Error, Result},
    services::service::{self, ServiceStatus},
    values::time::Time,
};
use sea_orm::{
    DatabaseExecutor, QueryFilter, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, SimpleExpr},
};
use std::time::Duration;

/// How long the hypervisor has to open a terminal.
const PATIENCE: Duration = Duration::from_secs(15);

/// A right to sit before a container: its ticket is used up.
#[derive(Clone, Copy, Debug)]
pub struct Seat {
    /// The container.
    pub service_id: Uuid,
    /// The account that owns it.
    pub account_id: Uuid,
    credential_id: Uuid,
}

impl Platform {
    /// Refuses what is no good ticket for `service_id`: a look, so that guesses cost us no write.
    pub async fn know_ticket(&self, ticket: &str, service_id: Uuid) -> Result<()> {
        let good = good(self.secret().token(ticket).to_vec(), service_id, self.clock().now());
        let reader = self.database().reader(false).await?;
        let found = Entity::find().filter(good).one(&reader.executor()).await?;
        found.map(|_| ()).ok_or(Error::InvalidToken)
    }

    /// Uses `ticket` up for a terminal of `service_id`: of several who try, one succeeds.
    pub async fn redeem_ticket(&self, ticket: &str, service_id: Uuid) -> Result<Seat> {
        let (hash, now) = (self.secret().token(ticket).to_vec(), self.clock().now());
        self.database()
            .write(move |db| {
                Box::pin(async move {
                    let row = redeem(db, hash, service_id, now).await?;
                    let seat =
                        Seat { service_id, account_id: row.account_id, credential_id: row.credential_id };
                    entitled(db, seat, now).await?;
                    Ok(seat)
                })
            })
            .await
    }

    /// Opens the terminal that `seat` is a right to.
    pub async fn open_terminal(&self, seat: Seat, size: Size) -> Result<Terminal> {
        Ok(within(PATIENCE, self.providers().lxc.terminal(seat.service_id, size)).await?)
    }

    /// Refuses a seat before a container that no longer runs, or whose credential was taken back.
    pub async fn keep_seat(&self, seat: Seat) -> Result<()> {
        let reader = self.database().reader(true).await?;
        entitled(&reader.executor(), seat, self.clock().now()).await
    }
}

/// A ticket with this hash for that container, which was not used and is not over.
fn good(hash: Vec<u8>, service_id: Uuid, now: Time) -> SimpleExpr {
    Column::Hash
        .eq(hash)
        .and(Column::ServiceId.eq(service_id))
        .and(Column::UsedAt.is_null())
        .and(Column::ExpiresAt.gt(now))
}

async fn redeem(db: &DatabaseExecutor<'_>, hash: Vec<u8>, service_id: Uuid, now: Time) -> Result<Model> {
    let used = ActiveModel { used_at: Set(Some(now)), ..Default::default() };
    if Entity::update_many()
        .set(used)
        .filter(good(hash.clone(), service_id, now))
        .exec(db)
        .await?
        .rows_affected
        != 1
    {
        return Err(Error::InvalidToken);
    }
    Entity::find_by_id(hash).one(db).await?.ok_or(Error::InvalidToken)
}

/// Refuses who may not sit there: the credential must stand, the service be in use, the container run.
async fn entitled(db: &DatabaseExecutor<'_>, seat: Seat, now: Time) -> Result<()> {
    let credential = credential::Entity::find_by_id(seat.credential_id).one(db).await?;
    let stands = credential.is_some_and(|credential| {
        credential.revoked_at.is_none() && credential.expires_at.is_none_or(|end| end > now)
    });
    let service = service::Entity::find_by_id(seat.service_id).one(db).await?;
    let instance = instance::Entity::find_by_id(seat.service_id).one(db).await?;
    let (Some(service), Some(instance), true) = (service, instance, stands) else {
        return Err(Error::InvalidToken);
    };
    in_use(service.status)?;
    // What is queued beside (a snapshot) disturbs nobody.
    let alone = Instance { change: None, ..instance };
    machine::allowed(&alone, Action::OpenTerminal)?;
    Ok(())
}

fn in_use(status: ServiceStatus) -> Result<()> {
    match status {
        ServiceStatus::Active | ServiceStatus::PastDue => Ok(()),
        other => {
            let message = format!("the service is {}: it has no terminal", other.to_value());
            Err(Error::ServiceUnavailableState(message))
        }
    }
}
