use super::{
    ApplySite, HostingKind, HostingService, HostingStatus, PanelAccess, PanelTarget, apply_site, find,
    record,
    row::{self, SiteState},
    state::{self, Event},
};
use async_graphql::InputObject;
use chrono::TimeDelta;
use garde::Validate;
use hosting_kernel::{
    kernel::{
        asking::{Asking, asking},
        context::Context,
        effect::Effect,
        operation::Operation,
        way::Way,
    },
    providers::{Failure, Providers, panel::Link},
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
};
use hosting_services::Service;
use schemars::JsonSchema;
use sea_orm::{IntoActiveModel, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// How long a link can be opened.
const LIFETIME: TimeDelta = TimeDelta::minutes(5);

/// Create a link into the control panel or the file manager of a service.
///
/// It works once, for five minutes, without a password. Free Hosting counts it as activity: a service
/// that is suspended for inactivity is back in use by it, as long as its deletion deadline is not over.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "CreatePanelAccessInput")]
#[garde(allow_unvalidated)]
pub struct CreatePanelAccess {
    /// The service.
    pub service_id: Uuid,
    /// What the link opens.
    #[serde(default)]
    #[graphql(default)]
    pub target: PanelTarget,
}

/// What is to be asked of the panel.
#[derive(Debug)]
pub struct Plan {
    site: String,
    /// The backend that it names.
    backend: Option<String>,
    reactivates: bool,
}

impl CreatePanelAccess {
    /// Asks for a link that opens `target`.
    pub fn to(service_id: Uuid, target: PanelTarget) -> Self {
        Self { service_id, target }
    }
}

#[async_trait::async_trait]
impl Operation for CreatePanelAccess {
    type Output = PanelAccess;

    const ID: &'static str = "createPanelAccess";
    const SCOPE: Scope = Scope::HostingPanelAccess;
    const EFFECT: Effect = Effect::Creates;
    const SECRET: bool = true;
    const REFUSALS: &'static [Code] =
        &[Code::ServiceNotFound, Code::ServiceUnavailableState, Code::ProviderFailed, Code::ProviderTimeout];

    async fn perform(self, _: &Context<'_>) -> Result<Self::Output> {
        Err(Error::Internal("the panel was not asked".to_owned()))
    }

    fn way(self, _: &Providers) -> Way {
        asking(self)
    }
}

#[async_trait::async_trait]
impl Asking for CreatePanelAccess {
    type Question = Plan;
    type Reply = (Link, Plan);

    async fn prepare(&self, cx: &Context<'_>) -> Result<Plan> {
        let (service, row) = find::get_for_change(cx, self.service_id).await?;
        let status = open_status(cx, &service, &row)?;
        let reactivates = status == HostingStatus::InactivitySuspended;
        if reactivates {
            let back = ApplySite::of(&row);
            cx.undo_later(apply_site::subject(service.id), &back).await?;
        }
        Ok(Plan { site: row.site, backend: row.backend, reactivates })
    }

    async fn ask(&self, plan: Plan, providers: &Providers, work: Uuid) -> Result<(Link, Plan), Failure> {
        let backend = providers.panel.of(plan.backend.as_deref())?;
        let panel = &backend.driver;
        let made = async {
            if plan.reactivates {
                panel.unsuspend(work, &plan.site).await?;
            }
            panel.login(work, &plan.site, self.target, LIFETIME).await
        };
        Ok((backend.ask(made).await?, plan))
    }

    async fn conclude(self, (link, plan): (Link, Plan), cx: &Context<'_>) -> Result<PanelAccess> {
        let (service, row) = find::get_for_change(cx, self.service_id).await?;
        // What was stopped meanwhile for another reason stays so: nobody learns of the link.
        if matches!(
            record::status(service.status, &row),
            HostingStatus::Suspended | HostingStatus::Terminated
        ) {
            return Err(unavailable("was stopped meanwhile"));
        }
        let row = used(cx, row, plan.reactivates).await?;
        Ok(PanelAccess {
            url: link.url,
            target: self.target,
            expires_at: link.expires_at,
            reactivated: plan.reactivates,
            service: HostingService::of(cx, service, row),
        })
    }
}

/// Where a service stands that a link can be made for.
fn open_status(cx: &Context<'_>, service: &Service, row: &row::Model) -> Result<HostingStatus> {
    let status = record::status(service.status, row);
    let over = match state::ahead(service, row, status, cx.platform.free_hosting()) {
        Some((Event::Deadline, at)) => at <= cx.now(),
        _ => false,
    };
    match state::after(row.kind, status, Event::Link) {
        _ if over => Err(unavailable("was not used until its deletion deadline")),
        Some(_) => Ok(status),
        None if status == HostingStatus::Terminated => Err(unavailable("is terminated")),
        None => Err(unavailable("is suspended")),
    }
}

fn unavailable(why: &str) -> Error {
    Error::ServiceUnavailableState(format!("the service {why}: no link can be made"))
}

/// Records that a link was made: Free Hosting lives by it.
async fn used(cx: &Context<'_>, row: row::Model, reactivated: bool) -> Result<row::Model> {
    if row.kind != HostingKind::Free {
        return Ok(row);
    }
    let mut row = row.into_active_model();
    row.last_activity_at = Set(Some(cx.now()));
    row.inactivity_suspended_at = Set(None);
    row.deletion_deadline = Set(None);
    row.due_at = Set(None);
    row.updated_at = Set(cx.now());
    if reactivated {
        row.site_state = Set(Some(SiteState::Active));
    }
    cx.update(row).await
}
