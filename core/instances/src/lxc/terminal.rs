//! Terminals: a ticket is redeemed for the right to one, which holds while the container runs.
#![expect(clippy::disallowed_methods, reason = "the ticket names the container and its account")]
use super::ticket::{ActiveModel, Column, Entity, Model};
use crate::{
    instance::{self, Instance},
    state_machine::{Action, allowed},
};
use hosting_kernel::{
    database::executor::Executor,
    kernel::{account::check_standing, credential, platform::Platform},
    providers::{
        hypervisor::{
            InstanceStatus::{Error as Broken, Stopped, Stopping},
            Size, Terminal,
        },
        within,
    },
    refusals::error::{Error, Result},
    values::time::Time,
};
use hosting_services::service::{self, ServiceStatus};
use sea_orm::{
    QueryFilter, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, SimpleExpr},
};
use std::time::Duration;

/// How long the hypervisor has to open a terminal.
const TIMEOUT: Duration = Duration::from_secs(15);
/// How long it has to say whether the container of a shell that has ended still runs.
const LOOK: Duration = Duration::from_secs(2);

/// A right to a terminal of a container: what a ticket was redeemed for.
#[derive(Clone, Copy, Debug)]
pub struct TerminalGrant {
    /// The container.
    pub service_id: Uuid,
    /// The account that owns it.
    pub account_id: Uuid,
    credential_id: Uuid,
}

/// Refuses what is no good ticket for `service_id`: only reads, so that guesses cost no write.
pub async fn check_ticket(platform: &Platform, ticket: &str, service_id: Uuid) -> Result<()> {
    let good = good(platform.secret().token(ticket).to_vec(), service_id, platform.clock().now());
    let reader = platform.database().reader(false).await?;
    let found = Entity::find().filter(good).one(&reader.executor()).await?;
    found.map(|_| ()).ok_or(Error::InvalidToken)
}

/// Uses `ticket` up for a terminal of `service_id`: of several who try, one succeeds.
pub async fn redeem_ticket(platform: &Platform, ticket: &str, service_id: Uuid) -> Result<TerminalGrant> {
    let (hash, now) = (platform.secret().token(ticket).to_vec(), platform.clock().now());
    let write = platform.database().write(move |db| {
        Box::pin(async move {
            let Model { account_id, credential_id, .. } = redeem(db, hash, service_id, now).await?;
            let grant = TerminalGrant { service_id, account_id, credential_id };
            entitled(db, grant, now).await?;
            Ok(grant)
        })
    });
    write.await
}

/// Opens the terminal that `grant` is a right to.
pub async fn open(platform: &Platform, grant: TerminalGrant, size: Size) -> Result<Terminal> {
    let named = named(platform, grant).await?;
    let backend = platform.providers().lxc.of(named.as_deref()).map_err(Error::from)?;
    Ok(within(TIMEOUT, backend.ask(backend.driver.terminal(grant.service_id, size))).await?)
}

/// Refuses a grant for a container that no longer runs, or whose credential was revoked.
pub async fn check_grant(platform: &Platform, grant: TerminalGrant) -> Result<()> {
    let reader = platform.database().reader(true).await?;
    entitled(&reader.executor(), grant, platform.clock().now()).await
}

/// Whether the container of `grant` still runs, as far as can be told: a shell may have ended because its container did,
/// on our side or beside the platform.
pub async fn still_runs(platform: &Platform, grant: TerminalGrant) -> bool {
    let refused = check_grant(platform, grant).await;
    if let Err(Error::ActionNotAllowed(_) | Error::ChangeInProgress(_) | Error::ServiceUnavailableState(_)) =
        refused
    {
        return false;
    }
    let asked = async {
        let named = named(platform, grant).await?;
        let backend = platform.providers().lxc.of(named.as_deref())?;
        backend.ask(backend.driver.state(grant.service_id)).await
    };
    match within(LOOK, asked).await {
        Ok(state) => state.is_some_and(|state| !matches!(state.status, Stopped | Broken | Stopping)),
        Err(_) => true,
    }
}

/// The backend that the container of `grant` names.
async fn named(platform: &Platform, grant: TerminalGrant) -> Result<Option<String>> {
    Ok(instance::placed(platform, grant.service_id).await?.and_then(|(_, named)| named))
}

/// A ticket with this hash for that container, which was not used and is not over.
fn good(hash: Vec<u8>, service_id: Uuid, now: Time) -> SimpleExpr {
    Column::Hash
        .eq(hash)
        .and(Column::ServiceId.eq(service_id))
        .and(Column::UsedAt.is_null())
        .and(Column::ExpiresAt.gt(now))
}

async fn redeem(db: &Executor<'_>, hash: Vec<u8>, service_id: Uuid, now: Time) -> Result<Model> {
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

/// Refuses a grant that holds no longer: the credential must be valid, the account in good standing, the service
/// in use, the container run.
async fn entitled(db: &Executor<'_>, grant: TerminalGrant, now: Time) -> Result<()> {
    let credential = credential::Entity::find_by_id(grant.credential_id).one(db).await?;
    let valid = credential.is_some_and(|credential| {
        credential.revoked_at.is_none() && credential.expires_at.is_none_or(|end| end > now)
    });
    let service = service::Entity::find_by_id(grant.service_id).one(db).await?;
    let instance = instance::Entity::find_by_id(grant.service_id).one(db).await?;
    let (Some(service), Some(instance), true) = (service, instance, valid) else {
        return Err(Error::InvalidToken);
    };
    check_standing(db, grant.account_id).await?;
    in_use(service.status)?;
    // What is queued meanwhile (a snapshot) disturbs nobody.
    let alone = Instance { change: None, ..instance };
    allowed(&alone, Action::OpenTerminal)?;
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
