use super::{ApplyNameservers, Domain, domain};
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::values::host_name::host_name;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    refusals::{
        code::Code,
        error::{Detail, Error, Result},
        scope::Scope,
    },
    values::texts::Texts,
};
use schemars::JsonSchema;
use sea_orm::{IntoActiveModel, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Hand a domain over to other nameservers.
///
/// Queued: the domain shows them as pending until the registrar accepts them. A later request
/// replaces one that has not started.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "SetDomainNameserversInput")]
#[garde(allow_unvalidated)]
pub struct SetDomainNameservers {
    /// The domain.
    pub domain_id: Uuid,
    /// The hosts that are to answer for it: 2 to 13 host names.
    #[garde(length(min = 2, max = 13), inner(length(min = 1, max = 2048)))]
    #[schemars(example = ["ns1.example.net", "ns2.example.net"])]
    pub name_servers: Vec<String>,
}

#[async_trait::async_trait]
impl Operation for SetDomainNameservers {
    type Output = Domain;

    const ID: &'static str = "setDomainNameservers";
    const SCOPE: Scope = Scope::DomainsWrite;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[Code::DomainNotFound, Code::DomainLocked];

    async fn perform(self, cx: &Context<'_>) -> Result<Domain> {
        let hosts = hosts(&self.name_servers)?;
        let domain = domain::Entity::get_for_change(cx, self.domain_id).await?;
        if domain.locked {
            let name = &domain.domain_name;
            return Err(Error::DomainLocked(format!("{name} is locked at the registrar: unlock it first")));
        }
        let task = ApplyNameservers::new(&domain, hosts.clone());
        cx.enqueue_instead(domain::subject(domain.id), &task).await?;
        let mut domain = domain.into_active_model();
        domain.pending_name_servers = Set(Some(Texts(hosts)));
        domain.name_servers_error = Set(None);
        domain.updated_at = Set(cx.now());
        cx.update(domain).await
    }
}

/// The host names in their one form, each once.
fn hosts(sent: &[String]) -> Result<Vec<String>> {
    let mut hosts = Vec::new();
    let mut wrong = Vec::new();
    for (index, text) in sent.iter().enumerate() {
        match host_name(text) {
            Some(host) if hosts.contains(&host) => {}
            Some(host) => hosts.push(host),
            None => wrong.push(Detail::new(
                format!("/nameServers/{index}"),
                "host_name",
                "is not a host name of at least two labels",
            )),
        }
    }
    match hosts.len() {
        _ if !wrong.is_empty() => Err(Error::InvalidRequest(wrong)),
        0 | 1 => Err(Error::invalid("/nameServers", "length", "needs at least 2 different host names")),
        _ => Ok(hosts),
    }
}
