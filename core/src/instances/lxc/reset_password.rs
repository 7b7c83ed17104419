use crate::{
    database::owned::Owned,
    instances::{Action, PasswordChanged, instance, machine},
    kernel::{
        asking::{Asking, asking},
        context::Context,
        effect::Effect,
        operation::Operation,
        way::Way,
    },
    providers::{Failure, Providers, hypervisor::InstanceKind},
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
    values::password::{Password, one_line},
};
use async_graphql::InputObject;
use garde::Validate;
use schemars::JsonSchema;
use sea_orm::{QueryFilter, Set, entity::prelude::*, sea_query::ExprTrait};
use serde::{Deserialize, Serialize};

/// Set the password of a container's administrator (root).
///
/// It holds when this is answered, and is kept nowhere. The container must run. Where it does not answer
/// in time, ask again under the same key.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "ResetLxcPasswordInput")]
#[garde(allow_unvalidated)]
pub struct ResetLxcPassword {
    /// The service.
    pub service_id: Uuid,
    /// The new password: 10 to 128 characters in one line.
    #[garde(length(chars, min = 10, max = 128), custom(one_line))]
    #[schemars(example = &"correct horse battery staple")]
    pub password: Password,
}

#[async_trait::async_trait]
impl Operation for ResetLxcPassword {
    type Output = PasswordChanged;

    const ID: &'static str = "resetLxcPassword";
    const SCOPE: Scope = Scope::LxcCredentialsWrite;
    const EFFECT: Effect = Effect::Changes;
    const REFUSALS: &'static [Code] = &[
        Code::ServiceNotFound,
        Code::ServiceUnavailableState,
        Code::ActionNotAllowed,
        Code::ProviderFailed,
        Code::ProviderTimeout,
    ];

    async fn perform(self, _: &Context<'_>) -> Result<Self::Output> {
        Err(Error::Internal("the hypervisor was not asked".to_owned()))
    }

    fn way(self, _: &Providers) -> Way {
        asking(self)
    }
}

#[async_trait::async_trait]
impl Asking for ResetLxcPassword {
    type Question = ();
    type Reply = ();

    async fn prepare(&self, cx: &Context<'_>) -> Result<()> {
        let both = instance::Entity::get_for_change(cx, InstanceKind::Lxc, self.service_id).await?;
        machine::allowed(&both.instance, Action::ResetPassword)?;
        Ok(())
    }

    async fn ask(&self, (): (), providers: &Providers, work: Uuid) -> Result<(), Failure> {
        providers.lxc.set_password(work, self.service_id, &self.password).await
    }

    /// The password holds by now: that is written down, whatever became of the container meanwhile.
    async fn conclude(self, (): (), cx: &Context<'_>) -> Result<PasswordChanged> {
        use instance::{Column, Entity};
        let changed = instance::ActiveModel {
            password_changed_at: Set(Some(cx.now())),
            updated_at: Set(cx.now()),
            ..Default::default()
        };
        let mine = Entity::ACCOUNT.eq(cx.account()).and(Column::ServiceId.eq(self.service_id));
        Entity::update_many().set(changed).filter(mine).exec(cx.db).await?;
        Ok(PasswordChanged { service_id: self.service_id, changed_at: cx.now() })
    }
}
