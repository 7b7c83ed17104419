//! What can be watched in the graph.
use crate::{
    Client,
    conversion::ConversionJob,
    dns::DnsRecord,
    domains::Domain,
    email::EmailService,
    execute::Subscriber,
    kvm::{KvmInstance, KvmSnapshot},
    lxc::{LxcInstance, LxcSnapshot},
    record::{Record, Shows},
    refusal::refusal,
    services::Service,
    shown::Shown,
};
use async_graphql::{
    Context, Result, Subscription, Union,
    futures_util::{Stream, StreamExt, future},
};
use hosting_core::{
    Error, Platform,
    changes::{Changed, Topic, Watched, subscribe},
    conversion, dns, domains, email, instances, kvm, lxc, services,
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

/// A snapshot of a container or of a virtual machine.
#[derive(Union)]
pub enum Snapshot {
    /// One of a container.
    Lxc(LxcSnapshot),
    /// One of a virtual machine.
    Kvm(KvmSnapshot),
}

impl Shows for Instance {
    fn record(&self) -> &dyn Record {
        match self {
            Self::Lxc(one) => one,
            Self::Kvm(one) => one,
        }
    }
}

impl Shows for Snapshot {
    fn record(&self) -> &dyn Record {
        match self {
            Self::Lxc(one) => one,
            Self::Kvm(one) => one,
        }
    }
}

/// What can be watched: records come as they are after each change, whoever or whatever made it. A change is one
/// of what a record shows; a new record is one too. What is gone is told no more: a record that is removed is
/// told as `DELETING`.
///
/// Of several changes of a record that follow each other closely, the last is told. What changed while nobody
/// was connected is not told again: begin to watch, then read once, and again after each reconnect.
///
/// Over a WebSocket (`graphql-transport-ws`) the payload of `connection_init` is
/// `{"Authorization": "Bearer <credential>"}`; it may be left out where the request that opened the socket carried
/// that header. The socket is closed with 4400 (a message cannot be read), 4401 (something was asked before
/// `connection_ack`), 4403 (the credential is none, or may not be used: the reason is the code), 4406 (another
/// subprotocol), 4408 (no `connection_init` within 10 seconds), 4409 (an id that is in use), 4429 (a second
/// `connection_init`), 4500 (a failure of ours), 1001 (`shutting_down`: connect anew) and 1008 (a ping was not
/// answered, or nothing is read). As events (`Accept: text/event-stream`) the header says who asks. A subscription
/// ends with an error, whose code says why, when its credential does.
#[Subscription(name = "Subscription")]
impl Changes {
    /// Watch the domains of the account, or one of them: what was registered, its end, its renewal, its
    /// nameservers. Changes within its zone are told by `dnsRecordChanged`.
    async fn domain_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The domain; all unless said.")] domain_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<Shown<Domain>>>> {
        watch(cx, &domains::DOMAIN_CHANGED, one(domain_id), record::<domains::Domain, _>).await
    }

    /// Watch the DNS records of the account, those of one domain, or one of them: what they say, and how far the
    /// nameservers are (`PENDING`, `ACTIVE`, `FAILED`, `DELETING`).
    async fn dns_record_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The domain; all unless said.")] domain_id: Option<Uuid>,
        #[graphql(desc = "The record; all unless said.")] record_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<Shown<DnsRecord>>>> {
        let watched = Watched { record: record_id, whole: domain_id };
        watch(cx, &domains::DNS_RECORD_CHANGED, watched, record::<dns::DnsRecord, _>).await
    }

    /// Watch the services of the account, or one of them: what was ordered and paid, and whether it is in use.
    /// What stands behind it is told by `instanceChanged` and `emailServiceChanged`.
    async fn service_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The service; all unless said.")] service_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<Shown<Service>>>> {
        watch(cx, &services::SERVICE_CHANGED, one(service_id), record::<services::Service, _>).await
    }

    /// Watch the email services of the account, or one of them: how far it is set up, and what its zone says of
    /// mail.
    async fn email_service_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The service; all unless said.")] service_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<Shown<EmailService>>>> {
        watch(cx, &email::EMAIL_SERVICE_CHANGED, one(service_id), record::<email::EmailService, _>).await
    }

    /// Watch the containers and virtual machines of the account, or one of them: what runs, what is under way,
    /// and what was ordered. Those come that the credential may see. What they use is told by their metrics, and
    /// their snapshots by `snapshotChanged`.
    async fn instance_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The service; all unless said.")] service_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<Shown<Instance>>>> {
        watch(cx, &instances::INSTANCE_CHANGED, one(service_id), instance).await
    }

    /// Watch the snapshots of the account's containers and virtual machines, or those of one of them: whether they
    /// are made, gone back to, renamed or on their way out. Those come that the credential may see.
    async fn snapshot_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The service; all unless said.")] service_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<Shown<Snapshot>>>> {
        let watched = Watched { record: None, whole: service_id };
        watch(cx, &instances::SNAPSHOT_CHANGED, watched, snapshot).await
    }

    /// Watch the conversion jobs of the account, or one of them: its state, its progress, and each file that has
    /// arrived.
    async fn conversion_job_changed(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The job; all unless said.")] job_id: Option<Uuid>,
    ) -> Result<impl Stream<Item = Result<Shown<ConversionJob>>>> {
        let of = record::<conversion::ConversionJob, _>;
        watch(cx, &conversion::CONVERSION_JOB_CHANGED, one(job_id), of).await
    }
}

/// One record, or all.
fn one(record: Option<Uuid>) -> Watched {
    Watched { record, whole: None }
}

/// The record of a change, as the graph shows it.
fn record<T: Any + Clone, R: From<T>>(changed: &Changed) -> Option<R> {
    changed.get::<T>().cloned().map(R::from)
}

fn instance(changed: &Changed) -> Option<Shown<Instance>> {
    record::<lxc::LxcInstance, _>(changed)
        .map(Instance::Lxc)
        .or_else(|| record::<kvm::KvmInstance, _>(changed).map(Instance::Kvm))
        .map(Shown)
}

fn snapshot(changed: &Changed) -> Option<Shown<Snapshot>> {
    record::<lxc::LxcSnapshot, _>(changed)
        .map(Snapshot::Lxc)
        .or_else(|| record::<kvm::KvmSnapshot, _>(changed).map(Snapshot::Kvm))
        .map(Shown)
}

/// Watches for the caller of this request; without a credential nobody does.
async fn watch<T>(
    cx: &Context<'_>,
    topic: &'static Topic,
    watched: Watched,
    of: fn(&Changed) -> Option<T>,
) -> Result<impl Stream<Item = Result<T>> + use<T>> {
    let request_id = cx.data::<Client>()?.request_id;
    let begun = match cx.data_opt::<Subscriber>() {
        None => Err(Error::InvalidToken),
        Some(Subscriber(call)) => subscribe(cx.data::<Platform>()?, call, topic, watched).await,
    };
    let subscription = begun.map_err(|error| refusal(request_id, &error))?;
    Ok(subscription.stream().filter_map(move |next| {
        future::ready(match next {
            Ok(changed) => of(&changed).map(Ok),
            Err(error) => Some(Err(refusal(request_id, &error))),
        })
    }))
}
