//! Instances and snapshots, as the API shows them.
use super::mark::Mark;
use chrono::DateTime;
use hosting_kernel::providers::hypervisor::{InstanceStatus, Usage};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, HashMap},
    net::IpAddr,
};
use uuid::Uuid;

/// Where an instance keeps the id of its service.
pub(super) const SERVICE: &str = "user.service-id";
/// Where it keeps the work that last changed it, and how far that came.
pub(super) const WORK: &str = "user.last-work";
/// Where it keeps what it was made anew with.
pub(super) const SYSTEM: &str = "user.system";
/// What the server changes whenever it makes an instance what it was.
const GENERATION: &str = "volatile.uuid.generation";

/// An instance.
#[derive(Deserialize)]
pub(super) struct Instance {
    pub name: String,
    status: String,
    #[serde(default)]
    pub config: Settings,
    /// What it is at present; nothing where that was not asked for, or the member that has it is away.
    #[serde(default)]
    state: Option<Vitals>,
    /// Null where it has none, and where they were not asked for.
    #[serde(default)]
    snapshots: Option<Vec<Named>>,
}

/// A snapshot in a list.
#[derive(Deserialize)]
struct Named {
    name: String,
}

/// A snapshot of one.
#[derive(Deserialize)]
pub(super) struct Snapshot {
    #[serde(default)]
    pub config: Settings,
    /// What it takes, in bytes; −1 or 0 where the storage cannot tell.
    #[serde(default)]
    size: i64,
}

/// The settings of an instance, or those that a snapshot of it keeps; none at all where the server cannot tell them.
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Settings(Option<HashMap<String, String>>);

impl Settings {
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.0.as_ref()?.get(key).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The instance that it is.
    pub(super) fn service(&self) -> Option<Uuid> {
        self.get(SERVICE)?.parse().ok()
    }

    /// The work that last changed it.
    pub(super) fn mark(&self) -> Option<Mark> {
        self.get(WORK)?.parse().ok()
    }

    /// Differs from that of a snapshot once the instance was made what the snapshot is.
    pub(super) fn generation(&self) -> Option<&str> {
        self.get(GENERATION)
    }
}

impl Snapshot {
    pub(super) fn bytes(&self) -> Option<i64> {
        (self.size > 0).then_some(self.size)
    }
}

impl Instance {
    /// Whether nobody can tell whose it is: the member of the cluster that has it is away, and the others know its name.
    pub(super) const fn is_hidden(&self) -> bool {
        self.config.0.is_none()
    }

    /// Where it stands; nothing where the server cannot tell: it says `Error` of what it cannot look at, such as the
    /// instances of a member that is away.
    pub(super) fn status(&self) -> Option<InstanceStatus> {
        let status = self.state.as_ref().map_or(&self.status, |state| &state.status);
        Some(match status.as_str() {
            "Running" | "Ready" | "Thawed" | "Started" | "Freezing" => InstanceStatus::Running,
            "Stopped" => InstanceStatus::Stopped,
            "Frozen" => InstanceStatus::Frozen,
            "Starting" => InstanceStatus::Starting,
            "Stopping" | "Aborting" => InstanceStatus::Stopping,
            _ => return None,
        })
    }

    /// The snapshots that were taken through the platform; nothing where it cannot be looked at.
    pub(super) fn snapshots(&self) -> Option<Vec<Uuid>> {
        self.state.as_ref()?;
        let names =
            self.snapshots.iter().flatten().map(|one| one.name.rsplit('/').next().unwrap_or_default());
        Some(names.filter_map(|name| name.parse().ok()).collect())
    }

    /// When it booted, in milliseconds since 1970, if it runs.
    pub(super) fn boot(&self) -> Option<i64> {
        self.state.as_ref()?.boot()
    }

    /// The addresses that its guest has, and that lead to it from elsewhere; of the devices in their order.
    pub(super) fn addresses(&self) -> Vec<IpAddr> {
        self.state.as_ref().map(Vitals::addresses).unwrap_or_default()
    }

    /// What it uses, while it runs.
    pub(super) fn usage(&self) -> Option<Usage> {
        let runs = matches!(self.status(), Some(InstanceStatus::Running | InstanceStatus::Frozen));
        self.state.as_ref().filter(|_| runs).map(Vitals::usage)
    }
}

/// What an instance is at present.
#[derive(Deserialize)]
struct Vitals {
    status: String,
    #[serde(default)]
    started_at: String,
    #[serde(default)]
    cpu: Used,
    #[serde(default)]
    memory: Used,
    #[serde(default)]
    disk: Option<HashMap<String, Used>>,
    #[serde(default)]
    network: Option<BTreeMap<String, Network>>,
}

/// So much of something; below 0 where the server cannot tell.
#[derive(Default, Deserialize)]
struct Used {
    #[serde(default)]
    usage: i64,
}

#[derive(Deserialize)]
struct Network {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    counters: Counters,
    #[serde(default)]
    addresses: Option<Vec<Address>>,
}

#[derive(Deserialize)]
struct Address {
    address: String,
    /// `global`, or how far it leads.
    #[serde(default)]
    scope: String,
}

#[derive(Default, Deserialize)]
struct Counters {
    #[serde(default)]
    bytes_received: i64,
    #[serde(default)]
    bytes_sent: i64,
}

fn counted(amount: i64) -> u64 {
    u64::try_from(amount).unwrap_or(0)
}

impl Vitals {
    /// The year 1 stands for never.
    fn boot(&self) -> Option<i64> {
        let began = DateTime::parse_from_rfc3339(&self.started_at).ok()?.timestamp_millis();
        (began > 0).then_some(began)
    }

    fn addresses(&self) -> Vec<IpAddr> {
        let devices = self.network.iter().flatten().map(|(_, device)| device);
        let all = devices.flat_map(|device| device.addresses.iter().flatten());
        all.filter(|one| one.scope == "global").filter_map(|one| one.address.parse().ok()).collect()
    }

    fn usage(&self) -> Usage {
        let disks: Vec<i64> = self.disk.iter().flatten().map(|(_, disk)| disk.usage).collect();
        let devices = self.network.iter().flatten().map(|(_, device)| device);
        let (mut came, mut went) = (0, 0);
        for device in devices.filter(|device| device.kind != "loopback") {
            came += counted(device.counters.bytes_received);
            went += counted(device.counters.bytes_sent);
        }
        Usage {
            boot: self.boot(),
            cpu_ns: counted(self.cpu.usage),
            memory_bytes: counted(self.memory.usage),
            disk_bytes: disks.iter().any(|disk| *disk > 0).then(|| disks.into_iter().map(counted).sum()),
            network_in_bytes: came,
            network_out_bytes: went,
            disk_read_bytes: 0,
            disk_write_bytes: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_is_read() {
        let shown = r#"{"name": "c1", "status": "Running", "config": {"user.service-id": "0191a5d0-0000-7000-8000-000000000001"},
            "state": {"status": "Frozen", "disk": {"root": {"usage": 21024768, "total": 104857600}}, "memory": {"usage": 671744},
                "network": {"lo": {"type": "loopback", "counters": {"bytes_received": 9, "bytes_sent": 9}},
                    "eth0": {"type": "broadcast", "counters": {"bytes_received": 7, "bytes_sent": 5}}},
                "cpu": {"usage": 8376002}, "started_at": "2026-11-23T20:20:18.695692532Z"},
            "snapshots": [{"name": "by-hand"}, {"name": "0191a5d0-0000-7000-8000-000000000002"}]}"#;
        let instance: Instance = serde_json::from_str(shown).unwrap();
        assert_eq!(instance.status(), Some(InstanceStatus::Frozen));
        assert_eq!(
            instance.config.service(),
            Some(Uuid::from_u128(0x0191_a5d0_0000_7000_8000_0000_0000_0001))
        );
        let kept = Uuid::from_u128(0x0191_a5d0_0000_7000_8000_0000_0000_0002);
        assert_eq!(instance.snapshots(), Some(vec![kept]));
        let usage = instance.usage().unwrap();
        assert_eq!(
            (usage.cpu_ns, usage.memory_bytes, usage.disk_bytes),
            (8_376_002, 671_744, Some(21_024_768))
        );
        assert_eq!((usage.network_in_bytes, usage.network_out_bytes), (7, 5));
        assert_eq!(usage.boot, Some(1_795_465_218_695));
    }

    /// As Incus 6.0.4 lists it, by another member of its cluster.
    #[test]
    fn of_what_a_member_has_that_is_away_only_the_name_is_known() {
        let away = r#"{"architecture": "", "config": null, "devices": null, "ephemeral": false, "profiles": null,
            "stateful": false, "description": "", "created_at": "0001-01-01T00:00:00Z", "name": "web2",
            "status": "Error", "status_code": 112, "last_used_at": "0001-01-01T00:00:00Z", "location": "m2",
            "type": "container", "project": "default", "backups": null, "state": null, "snapshots": null}"#;
        let away: Instance = serde_json::from_str(away).unwrap();
        assert!(away.is_hidden() && away.config.service().is_none());
        assert_eq!((away.name.as_str(), away.status(), away.snapshots()), ("web2", None, None));
        let nobodys: Instance =
            serde_json::from_str(r#"{"name": "web-3", "status": "Running", "config": {}}"#).unwrap();
        assert!(!nobodys.is_hidden(), "it says that it is nobody's");
    }

    #[test]
    fn what_the_server_cannot_tell_is_unknown() {
        let away: Instance =
            serde_json::from_str(r#"{"name": "c1", "status": "Error", "state": null}"#).unwrap();
        assert_eq!((away.status(), away.usage(), away.snapshots()), (None, None, None));
        let stopped = r#"{"name": "c1", "status": "Stopped", "state": {"status": "Stopped", "disk": {}, "network": null,
            "cpu": {"usage": 0}, "memory": {"usage": 0}, "started_at": "0001-01-01T00:00:00Z"}}"#;
        let stopped: Instance = serde_json::from_str(stopped).unwrap();
        assert_eq!(
            (stopped.status(), stopped.usage(), stopped.boot()),
            (Some(InstanceStatus::Stopped), None, None)
        );
    }
}
