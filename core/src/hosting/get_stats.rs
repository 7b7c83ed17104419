use super::{HostingStats, HostingStatus, find, record};
use crate::{
    kernel::{
        context::Context,
        operation::{Effect, Operation},
    },
    providers::{Failure, Providers, panel::Stats},
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
};
use garde::Validate;
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
    /// Its site at the panel.
    #[serde(skip)]
    pub(super) site: String,
    /// What the panel says.
    #[serde(skip)]
    pub(super) stats: Stats,
}

impl GetHostingStats {
    /// Asks for the figures of a service.
    pub fn of(service_id: Uuid) -> Self {
        Self { service_id, site: String::new(), stats: Stats::default() }
    }
}

impl Operation for GetHostingStats {
    type Output = HostingStats;

    const ID: &'static str = "hostingServiceStats";
    const SCOPE: Scope = Scope::HostingRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] =
        &[Code::ServiceNotFound, Code::ServiceUnavailableState, Code::ProviderFailed, Code::ProviderTimeout];

    fn asks(_: &Providers) -> bool {
        true
    }

    async fn prepare(&mut self, cx: &Context<'_>) -> Result<()> {
        let (service, row) = find::get(cx, self.service_id).await?;
        if record::status(service.status, &row) == HostingStatus::Terminated {
            return Err(Error::ServiceUnavailableState("the service is terminated: it uses nothing".into()));
        }
        self.site = row.site;
        Ok(())
    }

    async fn ask(&mut self, providers: &Providers, _work: Uuid) -> Result<(), Failure> {
        self.stats = providers.panel.stats(&self.site).await?;
        Ok(())
    }

    async fn perform(self, cx: &Context<'_>) -> Result<HostingStats> {
        Ok(HostingStats::of(self.service_id, &self.stats, cx.now()))
    }
}
