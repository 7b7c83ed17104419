//! What can be watched.
use super::{
    change::{Change, Kind},
    shown::Shown,
    watcher::Watcher,
    watching::Watching,
};
use crate::{
    conversion::ListConversionTools,
    kernel::{call::Call, effect::Effect, platform::Platform, usage::Asked},
    refusals::{
        code::Kind as Meaning,
        error::{Error, Result},
        scope::Scope,
    },
};
use std::sync::Arc;
use uuid::Uuid;

/// What a customer watches: all records of a sort, or one.
#[derive(Clone, Copy, Debug)]
pub enum Watch {
    /// Domains.
    Domains(Option<Uuid>),
    /// Services.
    Services(Option<Uuid>),
    /// Containers and virtual machines.
    Instances(Option<Uuid>),
    /// Conversion jobs.
    Conversions(Option<Uuid>),
}

impl Watch {
    /// Its name everywhere, like that of an operation.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Domains(_) => "domainChanged",
            Self::Services(_) => "serviceChanged",
            Self::Instances(_) => "instanceChanged",
            Self::Conversions(_) => "conversionJobChanged",
        }
    }

    const fn record(self) -> Option<Uuid> {
        match self {
            Self::Domains(id) | Self::Services(id) | Self::Instances(id) | Self::Conversions(id) => id,
        }
    }

    /// The kinds of records that it is about, and the scope that a look at each needs.
    const fn scopes(self) -> &'static [(Kind, Scope)] {
        match self {
            Self::Domains(_) => &[(Kind::Domain, Scope::DomainsRead)],
            Self::Services(_) => &[(Kind::Service, Scope::ServicesRead)],
            Self::Instances(_) => &[(Kind::Lxc, Scope::LxcRead), (Kind::Kvm, Scope::KvmRead)],
            Self::Conversions(_) => &[(Kind::ConversionJob, Scope::ConversionRead)],
        }
    }

    /// The kinds that `call` may see; refused where there are none.
    pub(super) fn kinds(self, call: &Call) -> Result<Vec<(Kind, Scope)>> {
        let (mut kinds, mut refusal) = (Vec::new(), None);
        for (kind, scope) in self.scopes() {
            match call.allow(*scope) {
                Ok(()) => kinds.push((*kind, *scope)),
                Err(cause) => refusal = refusal.or(Some(cause)),
            }
        }
        match refusal {
            Some(refusal) if kinds.is_empty() => Err(refusal),
            _ => Ok(kinds),
        }
    }
}

impl Platform {
    /// Watches: whatever of it changes from now on comes, until the credential is good no more.
    ///
    /// A changed record comes as it is when it is looked at: of several changes that wait, the last.
    pub async fn watch_changes(&self, call: &Call, watch: Watch) -> Result<Watching> {
        let begun = self.begin_to_watch(call, watch).await;
        let seen = watch.kinds(call).ok().and_then(|kinds| kinds.first().copied());
        let (_, scope) = seen.unwrap_or(watch.scopes()[0]);
        let asked = Asked { id: watch.id(), scope, effect: Effect::Reads };
        self.record(call, Some(asked), begun.as_ref().err()).await?;
        begun
    }

    async fn begin_to_watch(&self, call: &Call, watch: Watch) -> Result<Watching> {
        let kinds: Vec<_> = watch.kinds(call)?.into_iter().map(|(kind, _)| kind).collect();
        // First of all it listens: a change of what it looks at next is not missed.
        let watcher = Arc::new(Watcher::new(call.clone(), kinds.clone(), watch.record()));
        let watching = Watching::begin(self.clone(), call.clone(), watch, watcher).await?;
        if matches!(watch, Watch::Conversions(_)) {
            self.load(call, ListConversionTools {}).await?;
        }
        if let Some(record) = watch.record() {
            self.own(call, &kinds, record).await?;
        }
        Ok(watching)
    }

    /// Refuses a record that is none of the caller's.
    async fn own(&self, call: &Call, kinds: &[Kind], record: Uuid) -> Result<()> {
        let mut outcome = Err(Error::NotFound);
        for kind in kinds {
            let change = Change { kind: *kind, account: call.credential.account, record };
            outcome = Shown::look(self, call, change).await.map(|_| ());
            if !matches!(&outcome, Err(refusal) if refusal.kind() == Meaning::NotFound) {
                break;
            }
        }
        outcome
    }
}
