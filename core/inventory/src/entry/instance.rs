//! A container or a virtual machine, as an inventory says it.
//!
//! Where it stands, what is installed on it and its snapshots are read at first only: from then on,
//! they are its hypervisor's and its customer's.
use super::{
    Entry,
    snapshot::{Snapshot, is_kept},
    state::State,
};
use crate::{reader::Members, rule};
use hosting_core::{
    instances::{instance::Model, snapshot},
    providers::hypervisor::{InstanceKind, InstanceStatus},
    services::Service,
    values::time::Time,
};
use schemars::JsonSchema;
use serde::Serialize;

/// A container or a virtual machine.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Instance {
    /// What it calls itself.
    #[schemars(length(min = 1))]
    pub hostname: String,
    /// The plan, as programs call it.
    #[schemars(regex(pattern = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"))]
    pub plan_code: String,
    #[schemars(skip)]
    pub status: State,
    /// Virtual processors.
    #[schemars(range(min = 1))]
    pub vcpus: i32,
    /// Bytes of memory.
    #[schemars(range(min = 0))]
    pub memory_bytes: i64,
    /// Bytes of its disk.
    #[schemars(range(min = 0))]
    pub disk_bytes: i64,
    /// Its address of version 4.
    #[schemars(extend("format" = "ipv4"))]
    pub ipv4: Option<String>,
    /// Its address of version 6.
    #[schemars(extend("format" = "ipv6"))]
    pub ipv6: Option<String>,
    /// Where it runs.
    #[schemars(length(min = 1, max = 255))]
    pub region: String,
    #[serde(flatten)]
    #[schemars(skip)]
    pub own: Own,
    /// What last went wrong with it; read at first only.
    #[schemars(length(min = 1, max = 255))]
    pub last_error: Option<String>,
    /// Snapshots that it may have, at most.
    #[schemars(range(min = 0))]
    pub snapshot_limit: i32,
    #[schemars(skip)]
    pub snapshots: Vec<Snapshot>,
    /// The backend that runs it; unless said, the one that takes what names none. It stays there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 40), example = &"incus-fra-1")]
    pub backend: Option<String>,
}

/// What only one of the kinds has.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Own {
    Lxc(Container),
    Kvm(Machine),
}

/// What only a container has.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Container {
    /// What is installed on it; read at first only.
    #[schemars(length(min = 1, max = 80), example = &"debian-13")]
    distribution: String,
    /// Where it is reached by SSH: a name or an address.
    #[schemars(length(min = 1))]
    ssh_host: Option<String>,
    /// The port there.
    #[schemars(range(min = 1, max = 65535))]
    ssh_port: Option<i32>,
}

/// What only a virtual machine has.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Machine {
    /// What is installed on it; read at first only.
    #[schemars(length(min = 1, max = 80), example = &"Debian 13")]
    os: String,
}

impl Instance {
    pub fn read(it: &mut Members<'_, '_>, kind: InstanceKind) -> Self {
        let state: Option<State> = it.required_text("status", |word| State::read(kind, word));
        let own = match kind {
            InstanceKind::Lxc => Own::Lxc(Container {
                distribution: it.required_text("distribution", rule::system),
                ssh_host: it.optional_text("ssh_host", rule::host),
                ssh_port: it.optional_as("ssh_port", rule::port),
            }),
            InstanceKind::Kvm => Own::Kvm(Machine { os: it.required_text("os", rule::system) }),
        };
        let read = Self {
            hostname: it.required_text("hostname", rule::machine),
            plan_code: it.required_text("plan_code", rule::code),
            status: state.unwrap_or(State(kind, InstanceStatus::Stopped)),
            vcpus: it.required_as("vcpus", rule::positive),
            memory_bytes: it.required_as("memory_bytes", rule::bytes),
            disk_bytes: it.required_as("disk_bytes", rule::bytes),
            ipv4: it.optional_text("ipv4", rule::ipv4),
            ipv6: it.optional_text("ipv6", rule::ipv6),
            region: it.required_text("region", rule::line),
            own,
            last_error: it.optional_text("last_error", rule::line),
            snapshot_limit: it.required_as("snapshot_limit", rule::natural),
            snapshots: it.objects("snapshots", |it| Snapshot::read(it, kind)),
            backend: it.optional_text("backend", rule::backend),
        };
        if it.is_valid() {
            read.check_snapshots(it);
        }
        read
    }

    /// The snapshots have room, and a name each.
    fn check_snapshots(&self, it: &mut Members<'_, '_>) {
        let room = usize::try_from(self.snapshot_limit).unwrap_or(0);
        if self.snapshots.len() > room {
            it.fault("/snapshots", format!("there is room for {room}: snapshot_limit"));
        }
        for (index, one) in self.snapshots.iter().enumerate() {
            if self.snapshots[..index].iter().any(|other| other.name == one.name) {
                it.fault(
                    &format!("/snapshots/{index}/name"),
                    format!("`{}` is the name of another", one.name),
                );
            }
        }
    }

    /// Which kind it is.
    pub const fn kind(&self) -> InstanceKind {
        self.status.0
    }

    /// `before`, or a new instance, with what the inventory says.
    pub fn row(&self, before: Option<&Model>, service: &Service, now: Time) -> Model {
        let (system, ssh_host, ssh_port) = match &self.own {
            Own::Lxc(own) => (&own.distribution, own.ssh_host.clone(), own.ssh_port),
            Own::Kvm(own) => (&own.os, None, None),
        };
        let before = before.cloned();
        Model {
            service_id: service.id,
            account_id: service.account_id,
            kind: self.kind(),
            hostname: self.hostname.clone(),
            plan_code: self.plan_code.clone(),
            status: before.as_ref().map_or(self.status.1, |before| before.status),
            vcpus: self.vcpus,
            memory_bytes: self.memory_bytes,
            disk_bytes: self.disk_bytes,
            ipv4: self.ipv4.clone(),
            ipv6: self.ipv6.clone(),
            region: self.region.clone(),
            system: before.as_ref().map_or(system, |before| &before.system).clone(),
            ssh_host,
            ssh_port,
            snapshot_limit: self.snapshot_limit,
            base_price: before.as_ref().and_then(|before| before.base_price),
            base_months: before.as_ref().and_then(|before| before.base_months),
            change: before.as_ref().and_then(|before| before.change.clone()),
            last_error: match &before {
                Some(before) => before.last_error.clone(),
                None => self.last_error.clone(),
            },
            password_changed_at: before.as_ref().and_then(|before| before.password_changed_at),
            observed_at: before.as_ref().and_then(|before| before.observed_at),
            updated_at: before.as_ref().map_or(now, |before| before.updated_at),
            backend: before.and_then(|before| before.backend),
        }
    }

    /// What the database says, with the snapshots that could be gone back to.
    pub fn with(row: &Model, snapshots: &[snapshot::Model]) -> Self {
        let kept = snapshots.iter().filter(|one| is_kept(one));
        let snapshots = kept.map(|one| Snapshot::of(one, row.kind)).collect();
        Self { snapshots, ..Self::of(row) }
    }
}

impl Entry for Instance {
    type Row = Model;

    fn of(row: &Model) -> Self {
        let row = row.clone();
        Self {
            hostname: row.hostname,
            plan_code: row.plan_code,
            status: State(row.kind, row.status),
            vcpus: row.vcpus,
            memory_bytes: row.memory_bytes,
            disk_bytes: row.disk_bytes,
            ipv4: row.ipv4,
            ipv6: row.ipv6,
            region: row.region,
            own: match row.kind {
                InstanceKind::Lxc => Own::Lxc(Container {
                    distribution: row.system,
                    ssh_host: row.ssh_host,
                    ssh_port: row.ssh_port,
                }),
                InstanceKind::Kvm => Own::Kvm(Machine { os: row.system }),
            },
            last_error: row.last_error,
            snapshot_limit: row.snapshot_limit,
            snapshots: Vec::new(),
            backend: row.backend,
        }
    }

    fn touch(row: &mut Model, now: Time) {
        row.updated_at = now;
    }
}
