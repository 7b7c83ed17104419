use crate::password_reset::{self, PasswordChanged};
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
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
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Set the password of a virtual machine's administrator (root).
///
/// It holds when this is answered, and is kept nowhere. The instance must run: its guest agent sets the
/// password. Where the agent does not answer, ask again under the same key.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "ResetKvmPasswordInput")]
#[garde(allow_unvalidated)]
pub struct ResetKvmPassword {
    /// The service.
    pub service_id: Uuid,
    /// The new password: 8 to 128 characters in one line.
    #[garde(length(chars, min = 8, max = 128), custom(one_line))]
    #[schemars(example = &"correct horse battery staple")]
    pub password: Password,
}

#[async_trait::async_trait]
impl Operation for ResetKvmPassword {
    type Output = PasswordChanged;

    const ID: &'static str = "resetKvmPassword";
    const SCOPE: Scope = Scope::KvmCredentialsWrite;
    const EFFECT: Effect = Effect::Changes;
    const REFUSALS: &'static [Code] = &[
        Code::ServiceNotFound,
        Code::ServiceUnavailableState,
        Code::ActionNotAllowed,
        Code::ChangeInProgress,
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
impl Asking for ResetKvmPassword {
    /// The backend that it names.
    type Question = Option<String>;
    type Reply = ();

    async fn prepare(&self, cx: &Context<'_>) -> Result<Option<String>> {
        password_reset::check(cx, InstanceKind::Kvm, self.service_id).await
    }

    async fn ask(&self, named: Option<String>, providers: &Providers, work: Uuid) -> Result<(), Failure> {
        let backend = providers.kvm.of(named.as_deref())?;
        backend.ask(backend.driver.set_password(work, self.service_id, &self.password)).await
    }

    async fn conclude(self, (): (), cx: &Context<'_>) -> Result<PasswordChanged> {
        password_reset::record(cx, self.service_id).await
    }
}
