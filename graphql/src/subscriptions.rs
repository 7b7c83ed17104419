//! What can be watched in the graph.
use crate::{
    Client, conversion::ConversionJob, domains::Domain, execute::Subscriber, kvm::KvmInstance,
    lxc::LxcInstance, refusal::refusal, services::Service,
};
use async_graphql::{
    Context, Result, Subscription, Union,
    futures_util::{Stream, StreamExt, future},
};
use hosting_core::{
    Error, Platform,
    changes::{Shown, Watch},
};
use uuid::Uuid;

/// What can be watched.
#[derive(Default)]
pub struct Changes;

/// A container or a virtual machine.
#[derive(Union)]
pub enum Instance {
    /// A container.
    Lxc(LxcInstance),
    /// A virtual machine.
    Kvm(KvmInstance),
}

/// What can be watched: records come as they are after each change. Of several changes of a record that
/// follow each other closely, the last is told. A subscription ends with a code when its credential ends.
#[Subscription(name = "Subscription")]
impl Changes {
    /// Watch the domains of the account, or one of them.
    async fn domain_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The domain; all unless said.")] domain_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<Domain>>> {
        watch(cx, Watch::Domains(domain_id), domain).await
    }

    /// Watch the services of the account, or one of them.
    async fn service_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The service; all unless said.")] service_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<Service>>> {
        watch(cx, Watch::Services(service_id), service).await
    }

    /// Watch the containers and virtual machines of the account, or one of them. Those come that the
    /// credential may see.
    async fn instance_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The service; all unless said.")] service_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<Instance>>> {
        watch(cx, Watch::Instances(service_id), instance).await
    }

    /// Watch the conversion jobs of the account, or one of them.
    async fn conversion_job_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The job; all unless said.")] job_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<ConversionJob>>> {
        watch(cx, Watch::Conversions(job_id), conversion_job).await
    }
}

fn domain(shown: &Shown) -> Option<Domain> {
    let Shown::Domain(domain) = shown else { return None };
    Some(domain.clone().into())
}

fn service(shown: &Shown) -> Option<Service> {
    let Shown::Service(service) = shown else { return None };
    Some(service.clone().into())
}

fn instance(shown: &Shown) -> Option<Instance> {
    match shown {
        Shown::Lxc(container) => Some(Instance::Lxc(container.clone().into())),
        Shown::Kvm(machine) => Some(Instance::Kvm(machine.clone().into())),
        _ => None,
    }
}

fn conversion_job(shown: &Shown) -> Option<ConversionJob> {
    let Shown::ConversionJob(job) = shown else { return None };
    Some(job.clone().into())
}

/// Watches for the caller of this request; without a credential nobody does.
async fn watch<T>(
    cx: &Context<'_>,
    what: Watch,
    of: fn(&Shown) -> Option<T>,
) -> Result<impl Stream<Item = Result<T>> + use<T>> {
    let request_id = cx.data::<Client>()?.request_id;
    let begun = match cx.data_opt::<Subscriber>() {
        None => Err(Error::InvalidToken),
        Some(Subscriber(call)) => cx.data::<Platform>()?.watch_changes(call, what).await,
    };
    let watching = begun.map_err(|error| refusal(request_id, &error))?;
    Ok(watching.stream().filter_map(move |next| {
        future::ready(match next {
            Ok(shown) => of(&shown).map(Ok),
            Err(error) => Some(Err(refusal(request_id, &error))),
        })
    }))
}
