//! The instances of a hypervisor that are no service's yet.
use super::candidate::Candidate;
use crate::{
    adopt::TIMEOUT,
    entry::state::State,
    failed::{Failed, NotAdopted},
};
use hosting_core::{
    providers::{
        backends::Backend,
        hypervisor::{Hypervisor, InstanceKind, Told, Unclaimed},
        within,
    },
    services::service::ServiceStatus,
};
use serde_json::{Value, json};

/// Those that a hypervisor has, by their names; where nobody named it, it is called as its `port` is.
pub async fn instances(
    backend: &Backend<dyn Hypervisor>,
    port: &str,
    kind: InstanceKind,
) -> Result<Told<Candidate>, Failed> {
    let listed = within(TIMEOUT, backend.ask(backend.driver.unclaimed())).await;
    let Told { mut told, whole } = listed.map_err(|failure| {
        Failed::NotListed(NotAdopted { backend: backend.named().unwrap_or(port).to_owned(), failure })
    })?;
    told.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Told { told: told.into_iter().map(|one| candidate(one, kind)).collect(), whole })
}

fn candidate(one: Unclaimed, kind: InstanceKind) -> Candidate {
    let Unclaimed { name, status, system, vcpus, memory_bytes, disk_bytes, ipv4, ipv6 } = one;
    let installed = match kind {
        InstanceKind::Lxc => "distribution",
        InstanceKind::Kvm => "os",
    };
    let said = [
        // By which it is adopted.
        ("hostname", json!(name)),
        ("status", json!(status.map(|status| State(kind, status)))),
        (installed, json!(system)),
        ("vcpus", json!(vcpus)),
        ("memory_bytes", json!(memory_bytes)),
        ("disk_bytes", json!(disk_bytes)),
        ("ipv4", json!(ipv4)),
        ("ipv6", json!(ipv6)),
        // What was taken by hand is nobody's but the hypervisor's.
        ("snapshots", json!([])),
    ];
    let said = said.into_iter().filter(|(_, value)| *value != Value::Null).collect();
    Candidate { name, id: None, status: ServiceStatus::Active, said, flaw: None }
}
