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
    changes::{Changed, Topic, subscribe},
    conversion, domains, instances, kvm, lxc, services,
};
use std::any::Any;
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
        watch(cx, &domains::DOMAIN_CHANGED, domain_id, record::<domains::Domain, _>).await
    }

    /// Watch the services of the account, or one of them.
    async fn service_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The service; all unless said.")] service_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<Service>>> {
        watch(cx, &services::SERVICE_CHANGED, service_id, record::<services::Service, _>).await
    }

    /// Watch the containers and virtual machines of the account, or one of them. Those come that the
    /// credential may see.
    async fn instance_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The service; all unless said.")] service_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<Instance>>> {
        watch(cx, &instances::INSTANCE_CHANGED, service_id, instance).await
    }

    /// Watch the conversion jobs of the account, or one of them.
    async fn conversion_job_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The job; all unless said.")] job_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<ConversionJob>>> {
        watch(cx, &conversion::CONVERSION_JOB_CHANGED, job_id, record::<conversion::ConversionJob, _>).await
    }
}

/// The record of a change, as the graph shows it.
fn record<T: Any + Clone, R: From<T>>(changed: &Changed) -> Option<R> {
    changed.get::<T>().cloned().map(R::from)
}

fn instance(changed: &Changed) -> Option<Instance> {
    record::<lxc::LxcInstance, _>(changed)
        .map(Instance::Lxc)
        .or_else(|| record::<kvm::KvmInstance, _>(changed).map(Instance::Kvm))
}

/// Watches for the caller of this request; without a credential nobody does.
async fn watch<T>(
    cx: &Context<'_>,
    topic: &'static Topic,
    id: Option<Uuid>,
    of: fn(&Changed) -> Option<T>,
) -> Result<impl Stream<Item = Result<T>> + use<T>> {
    let request_id = cx.data::<Client>()?.request_id;
    let begun = match cx.data_opt::<Subscriber>() {
        None => Err(Error::InvalidToken),
        Some(Subscriber(call)) => subscribe(cx.data::<Platform>()?, call, topic, id).await,
    };
    let subscription = begun.map_err(|error| refusal(request_id, &error))?;
    Ok(subscription.stream().filter_map(move |next| {
        future::ready(match next {
            Ok(changed) => of(&changed).map(Ok),
            Err(error) => Some(Err(refusal(request_id, &error))),
        })
    }))
}
