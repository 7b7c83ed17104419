use super::{terminal_ticket::TerminalTicket, ticket};
use crate::{
    instance_of_service::get_for_change,
    state_machine::{Action, allowed},
};
use async_graphql::InputObject;
use chrono::TimeDelta;
use garde::Validate;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    providers::hypervisor::InstanceKind,
    refusals::{code::Code, error::Result, scope::Scope},
};
use schemars::JsonSchema;
use sea_orm::{EntityTrait, IntoActiveModel};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// How long a ticket opens something.
const LIFE: TimeDelta = TimeDelta::seconds(60);

/// Get a ticket that opens a terminal of a container.
///
/// It opens one terminal, once, within 60 seconds: open a WebSocket (RFC 6455) at its `url`; `columns` and
/// `rows` in the query say how large the screen is, 80 × 24 unless said. Binary messages are bytes, both
/// ways; a text message `{"resize": {"columns": 120, "rows": 40}}` tells a new size. What was not opened is
/// answered with 400, 401, 403, 409, 429 or 502 as usual. The terminal is closed, with a reason, when its shell ends,
/// when the container no longer runs, and after 15 minutes in which nothing was typed. A container has at most
/// 5 at once.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "CreateLxcTerminalTicketInput")]
#[garde(allow_unvalidated)]
pub struct CreateLxcTerminalTicket {
    /// The service.
    pub service_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for CreateLxcTerminalTicket {
    type Output = TerminalTicket;

    const ID: &'static str = "createLxcTerminalTicket";
    const SCOPE: Scope = Scope::LxcTerminalAccess;
    const EFFECT: Effect = Effect::Creates;
    const SECRET: bool = true;
    const REFUSALS: &'static [Code] = &[
        Code::ServiceNotFound,
        Code::ServiceUnavailableState,
        Code::ActionNotAllowed,
        Code::ChangeInProgress,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<TerminalTicket> {
        let found = get_for_change(cx, InstanceKind::Lxc, self.service_id).await?;
        allowed(&found.instance, Action::OpenTerminal)?;
        let made = TerminalTicket::new(cx.platform.base_url(), self.service_id, cx.now().plus(LIFE));
        let row = ticket::Model {
            hash: cx.platform.secret().token(&made.ticket).to_vec(),
            service_id: self.service_id,
            account_id: cx.account(),
            credential_id: cx.call.credential.id,
            expires_at: made.expires_at,
            used_at: None,
        };
        ticket::Entity::insert(row.into_active_model()).exec_without_returning(cx.db).await?;
        Ok(made)
    }
}
