//! What customers ask, and what they are told.
use hosting_core::{
    Call, Code, Effect, Error, Operation, Platform, Result,
    account::usage::ListUsage,
    code::Kind,
    dns::{CreateDnsRecord, DeleteDnsRecord, ListDnsRecords, UpdateDnsRecord},
    domains::{GetDomain, ListDomains, SetDomainAutoRenew, SetDomainNameservers},
    kvm::{ControlKvmInstance, KvmAction},
    lxc::{
        ChangeLxcSnapshot, ControlLxcInstance, GetLxcInstance, ListLxcSnapshots, LxcAction, ResetLxcPassword,
        SnapshotAction,
    },
};
use uuid::Uuid;

/// What a customer asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    CreateRecord {
        domain: Uuid,
        name: String,
        content: String,
    },
    UpdateRecord {
        domain: Uuid,
        record: Uuid,
        name: String,
        content: String,
    },
    DeleteRecord {
        domain: Uuid,
        record: Uuid,
    },
    NameServers {
        domain: Uuid,
        name: String,
    },
    AutoRenew {
        domain: Uuid,
        enabled: bool,
    },
    Container {
        service: Uuid,
        action: LxcAction,
    },
    Machine {
        service: Uuid,
        action: KvmAction,
    },
    Snapshot {
        service: Uuid,
        action: SnapshotAction,
        name: String,
    },
    Password {
        service: Uuid,
        password: String,
    },
    ReadDomain {
        domain: Uuid,
    },
    ReadDomains,
    ReadRecords {
        domain: Uuid,
        cursor: Option<String>,
    },
    ReadContainer {
        service: Uuid,
    },
    ReadSnapshots {
        service: Uuid,
    },
    ReadUsage,
    /// Two things in one request, whose entries are written together.
    ReadTwo {
        domain: Uuid,
        service: Uuid,
    },
}

/// What a customer was told.
#[derive(Clone, Debug)]
pub enum Told {
    Done(Done),
    Refused(Code, Kind),
}

/// What was done, or read.
#[derive(Clone, Debug)]
pub struct Done {
    pub json: String,
    /// The request that did it.
    pub request: Uuid,
    pub replayed: bool,
    /// Where a list goes on.
    pub next: Option<String>,
}

impl Ask {
    /// What it does to the world, as operations declare it.
    pub const fn effect(&self) -> Effect {
        match self {
            Self::CreateRecord { .. }
            | Self::UpdateRecord { .. }
            | Self::DeleteRecord { .. }
            | Self::NameServers { .. }
            | Self::Container { .. }
            | Self::Machine { .. }
            | Self::Snapshot { .. } => Effect::Queues,
            Self::AutoRenew { .. } | Self::Password { .. } => Effect::Changes,
            _ => Effect::Reads,
        }
    }

    /// The operations that are entered.
    pub fn ids(&self) -> Vec<&'static str> {
        vec![match self {
            Self::CreateRecord { .. } => CreateDnsRecord::ID,
            Self::UpdateRecord { .. } => UpdateDnsRecord::ID,
            Self::DeleteRecord { .. } => DeleteDnsRecord::ID,
            Self::NameServers { .. } => SetDomainNameservers::ID,
            Self::AutoRenew { .. } => SetDomainAutoRenew::ID,
            Self::Container { .. } => ControlLxcInstance::ID,
            Self::Machine { .. } => ControlKvmInstance::ID,
            Self::Snapshot { .. } => ChangeLxcSnapshot::ID,
            Self::Password { .. } => ResetLxcPassword::ID,
            Self::ReadDomain { .. } => GetDomain::ID,
            Self::ReadDomains => ListDomains::ID,
            Self::ReadRecords { .. } => ListDnsRecords::ID,
            Self::ReadContainer { .. } => GetLxcInstance::ID,
            Self::ReadSnapshots { .. } => ListLxcSnapshots::ID,
            Self::ReadUsage => ListUsage::ID,
            Self::ReadTwo { .. } => return vec![GetDomain::ID, GetLxcInstance::ID],
        }]
    }

    pub const fn creates_snapshot(&self) -> bool {
        matches!(self, Self::Snapshot { action: SnapshotAction::Create, .. })
    }

    /// Asks a replica for it.
    pub async fn perform(self, on: &Platform, call: &Call) -> Told {
        match self.ask(on, call).await {
            Ok(done) => Told::Done(done),
            Err(refused) => Told::refused(&refused),
        }
    }

    async fn ask(self, on: &Platform, call: &Call) -> Result<Done> {
        match self {
            Self::CreateRecord { domain: domain_id, name, content } => {
                let (name, content) = (Some(name), Some(content));
                done(on, call, CreateDnsRecord { domain_id, name, content, ..Default::default() }).await
            }
            Self::UpdateRecord { domain: domain_id, record: record_id, name, content } => {
                let (name, content) = (Some(name), Some(content));
                let update = UpdateDnsRecord { domain_id, record_id, name, content, ..Default::default() };
                done(on, call, update).await
            }
            Self::DeleteRecord { domain: domain_id, record: record_id } => {
                done(on, call, DeleteDnsRecord { domain_id, record_id }).await
            }
            Self::NameServers { domain: domain_id, name } => {
                let name_servers = ["ns1", "ns2"].map(|host| format!("{host}.{name}.example")).to_vec();
                done(on, call, SetDomainNameservers { domain_id, name_servers }).await
            }
            Self::AutoRenew { domain: domain_id, enabled } => {
                done(on, call, SetDomainAutoRenew { domain_id, enabled }).await
            }
            Self::Container { service: service_id, action } => {
                done(on, call, ControlLxcInstance { service_id, action }).await
            }
            Self::Machine { service: service_id, action } => {
                done(on, call, ControlKvmInstance { service_id, action }).await
            }
            Self::Snapshot { service: service_id, action, name } => {
                done(on, call, ChangeLxcSnapshot { service_id, action, name }).await
            }
            Self::Password { service: service_id, password } => {
                let password = password.as_str().into();
                done(on, call, ResetLxcPassword { service_id, password }).await
            }
            read => read.read(on, call).await,
        }
    }

    async fn read(self, on: &Platform, call: &Call) -> Result<Done> {
        match self {
            Self::ReadDomain { domain: domain_id } => done(on, call, GetDomain { domain_id }).await,
            Self::ReadDomains => done(on, call, ListDomains::default()).await,
            Self::ReadRecords { domain: domain_id, cursor } => {
                let list = ListDnsRecords { domain_id, cursor, limit: Some(2), ..Default::default() };
                done(on, call, list).await
            }
            Self::ReadContainer { service: service_id } => {
                done(on, call, GetLxcInstance { service_id }).await
            }
            Self::ReadSnapshots { service: service_id } => {
                done(on, call, ListLxcSnapshots { service_id, ..Default::default() }).await
            }
            Self::ReadTwo { domain: domain_id, service: service_id } => {
                let call = call.clone().on_tab();
                let first = done(on, &call, GetDomain { domain_id }).await;
                let second = done(on, &call, GetLxcInstance { service_id }).await;
                on.settle(&call).await?;
                let (first, second) = (first?, second?);
                Ok(Done { json: format!("[{},{}]", first.json, second.json), ..first })
            }
            _ => done(on, call, ListUsage::default()).await,
        }
    }
}

impl Told {
    pub fn refused(error: &Error) -> Self {
        Self::Refused(error.code(), error.kind())
    }
}

async fn done<O: Operation>(on: &Platform, call: &Call, operation: O) -> Result<Done> {
    let answer = Box::pin(on.perform(call, Ok(operation))).await?;
    let (request, replayed, mut json) = (answer.request_id, answer.replayed, Vec::new());
    answer.json(&mut json)?;
    let next = answer.fresh().and_then(O::next).map(str::to_owned);
    Ok(Done { json: String::from_utf8(json).unwrap(), request, replayed, next })
}
