use super::{HostingStats, HostingStatus, find, record};
use garde::Validate;
use hosting_kernel::{
    kernel::{
        asking::{Asking, asking},
        context::Context,
        effect::Effect,
        operation::Operation,
        way::Way,
    },
    providers::{Failure, Providers, panel::Stats},
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up what a shared hosting service uses.
///
/// Its control panel is asked; a suspended service still has its figures.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetHostingStats {
    /// The service.
    pub service_id: Uuid,
}

impl GetHostingStats {
    /// Asks for the figures of a service.
    pub fn of(service_id: Uuid) -> Self {
        Self { service_id }
    }
}

#[async_trait::async_trait]
impl Operation for GetHostingStats {
    type Output = HostingStats;

    const ID: &'static str = "hostingServiceStats";
    const SCOPE: Scope = Scope::HostingRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
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
impl Asking for GetHostingStats {
    /// The site at the panel, and the backend that it names.
    type Question = (String, Option<String>);
    type Reply = Stats;

    async fn prepare(&self, cx: &Context<'_>) -> Result<(String, Option<String>)> {
        let (service, row) = find::get(cx, self.service_id).await?;
        if record::status(service.status, &row) == HostingStatus::Terminated {
            return Err(Error::ServiceUnavailableState("the service is terminated: it uses nothing".into()));
        }
        Ok((row.site, row.backend))
    }

    async fn ask(
        &self,
        (site, named): (String, Option<String>),
        providers: &Providers,
        _: Uuid,
    ) -> Result<Stats, Failure> {
        let backend = providers.panel.of(named.as_deref())?;
        backend.ask(backend.driver.stats(&site)).await
    }

    async fn conclude(self, stats: Stats, cx: &Context<'_>) -> Result<HostingStats> {
        Ok(HostingStats::of(self.service_id, &stats, cx.now()))
    }
}
