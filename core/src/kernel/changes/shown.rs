//! A record as it is after a change.
use super::change::{Change, Kind};
use crate::{
    conversion::{ConversionJob, GetConversionJob},
    domains::{Domain, GetDomain},
    instances::{
        kvm::{GetKvmInstance, KvmInstance},
        lxc::{GetLxcInstance, LxcInstance},
    },
    kernel::{call::Call, platform::Platform},
    refusals::error::Result,
    services::{GetService, Service},
};
use uuid::Uuid;

/// A record as its owner sees it, after a change.
#[derive(Clone, Debug)]
pub enum Shown {
    /// A domain.
    Domain(Domain),
    /// A service.
    Service(Service),
    /// A container.
    Lxc(LxcInstance),
    /// A virtual machine.
    Kvm(KvmInstance),
    /// A conversion job.
    ConversionJob(ConversionJob),
}

impl Shown {
    /// The record that changed, as a look at it by one of those who watch it would show it.
    pub(super) async fn look(platform: &Platform, call: &Call, change: Change) -> Result<Self> {
        let id = change.record;
        Ok(match change.kind {
            Kind::Domain => Self::Domain(platform.load(call, GetDomain { domain_id: id }).await?),
            Kind::Service => Self::Service(platform.load(call, GetService { service_id: id }).await?),
            Kind::Lxc => Self::Lxc(platform.load(call, GetLxcInstance { service_id: id }).await?),
            Kind::Kvm => Self::Kvm(platform.load(call, GetKvmInstance { service_id: id }).await?),
            Kind::ConversionJob => Self::ConversionJob(platform.load(call, GetConversionJob::of(id)).await?),
        })
    }

    pub(super) const fn kind(&self) -> Kind {
        match self {
            Self::Domain(_) => Kind::Domain,
            Self::Service(_) => Kind::Service,
            Self::Lxc(_) => Kind::Lxc,
            Self::Kvm(_) => Kind::Kvm,
            Self::ConversionJob(_) => Kind::ConversionJob,
        }
    }

    pub(super) const fn id(&self) -> Uuid {
        match self {
            Self::Domain(domain) => domain.id,
            Self::Service(service) => service.id,
            Self::Lxc(container) => container.id,
            Self::Kvm(machine) => machine.id,
            Self::ConversionJob(job) => job.id,
        }
    }
}
