//! What is told of all instances: one list of them with their states, and what went through their disks.
use super::{Incus, instance::Instance};
use hosting_kernel::providers::{
    Failure,
    hypervisor::{Report, Told},
};
use serde::Deserialize;
use std::{collections::HashMap, time::Duration};
use uuid::Uuid;

/// How much longer the server may take to look at all instances.
pub(super) const LOOK: Duration = Duration::from_mins(1);

/// What is told of a server.
#[derive(Deserialize)]
pub(super) struct Server {
    /// Whether it takes who asks for somebody: `trusted`, or not.
    pub auth: String,
    #[serde(default)]
    pub api_extensions: Vec<String>,
    environment: Option<Environment>,
}

#[derive(Deserialize)]
struct Environment {
    #[serde(default)]
    server_clustered: bool,
}

impl Server {
    /// Whether it is one of several, where that is told.
    pub(super) fn is_clustered(&self) -> bool {
        self.environment.as_ref().is_some_and(|environment| environment.server_clustered)
    }
}

impl Incus {
    pub(super) async fn report(&self) -> Result<Told<Report>, Failure> {
        let url = self.api.url(&["instances"], &[("recursion", "2")]);
        let listed: Vec<Instance> = self.api.get_after(url, LOOK).await?;
        let disks = self.disks().await?;
        let (mut reports, mut names, mut twice) = (HashMap::new(), HashMap::new(), Vec::new());
        let mut whole = true;
        for instance in listed {
            if instance.is_hidden() {
                whole = false;
                // What it was found as last is asked again, once it is seen.
                names.extend(self.names.of(&instance.name).map(|id| (id, instance.name)));
                continue;
            }
            let Some(id) = instance.config.service() else { continue };
            let usage = instance.usage().map(|mut usage| {
                if let Some(disk) = disks.get(&instance.name) {
                    (usage.disk_read_bytes, usage.disk_write_bytes) = *disk;
                }
                usage
            });
            let mut report =
                Report { instance: id, status: instance.status(), usage, snapshots: instance.snapshots() };
            if let Some(other) = names.get(&id) {
                tracing::warn!(%id, one = instance.name, other, "two instances have one user.service-id");
                report = Report { instance: id, status: None, usage: None, snapshots: None };
                twice.push(id);
            }
            names.insert(id, instance.name);
            reports.insert(id, report);
        }
        // Which of them is meant is asked again.
        names.retain(|id, _| !twice.contains(id));
        self.names.replace(names);
        Ok(Told { told: reports.into_values().collect(), whole })
    }

    /// Bytes that were read from disks and written to them since the boot, by the names of instances.
    ///
    /// A member of a cluster only tells of its own instances: there they are left out, always, since counters that
    /// come and go would look like use. So they are where the platform may not ask for metrics.
    async fn disks(&self) -> Result<HashMap<String, (u64, u64)>, Failure> {
        if self.is_clustered().await? {
            return Ok(HashMap::new());
        }
        match self.api.text(self.api.url(&["metrics"], &[])).await {
            Ok(text) => Ok(read(&text, &self.project)),
            Err(Failure::Misconfigured(_) | Failure::NotThere(_)) => Ok(HashMap::new()),
            Err(other) => Err(other),
        }
    }

    /// Whether the server is one of several, which it is or is not for as long as it lives.
    pub(super) async fn is_clustered(&self) -> Result<bool, Failure> {
        if let Some(known) = self.clustered.get() {
            return Ok(*known);
        }
        let server: Server = self.api.get(self.api.url(&[], &[])).await?;
        Ok(*self.clustered.get_or_init(|| server.is_clustered()))
    }
}

/// Of lines such as `incus_disk_read_bytes_total{device="sda",name="c1",project="default",type="container"} 4.096e+06`
/// (`OpenMetrics`).
fn read(text: &str, project: &str) -> HashMap<String, (u64, u64)> {
    let mut disks: HashMap<String, (u64, u64)> = HashMap::new();
    for line in text.lines() {
        let Some((metric, rest)) = line.split_once('{') else { continue };
        let is_read = match metric {
            "incus_disk_read_bytes_total" => true,
            "incus_disk_written_bytes_total" => false,
            _ => continue,
        };
        let Some((labels, value)) = rest.rsplit_once("} ") else { continue };
        let label = |name: &str| {
            let all = labels.split("\",").filter_map(|label| label.split_once("=\""));
            all.filter(|(one, _)| *one == name).map(|(_, value)| value.trim_end_matches('"')).next()
        };
        let Some(name) = label("name").filter(|_| label("project").is_none_or(|of| of == project)) else {
            continue;
        };
        let entry = disks.entry(name.to_owned()).or_default();
        let slot = if is_read { &mut entry.0 } else { &mut entry.1 };
        *slot += amount(value);
    }
    disks
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bytes, below 2^53, and never negative"
)]
fn amount(value: &str) -> u64 {
    let first = value.split_ascii_whitespace().next().unwrap_or_default();
    first.parse::<f64>().map_or(0, |value| value.max(0.0) as u64)
}

/// What is known of a service, as the list has it.
pub(super) fn taken(listed: &[Instance]) -> HashMap<Uuid, &str> {
    listed.iter().filter_map(|one| Some((one.config.service()?, one.name.as_str()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_through_disks_is_read() {
        let text = "# HELP incus_disk_read_bytes_total The total number of bytes read.\n\
            incus_disk_read_bytes_total{device=\"sda\",name=\"c1\",project=\"default\",type=\"container\"} 4.096e+06\n\
            incus_disk_read_bytes_total{device=\"sdb\",name=\"c1\",project=\"default\",type=\"container\"} 4\n\
            incus_disk_written_bytes_total{device=\"sda\",name=\"c1\",project=\"default\",type=\"container\"} 512\n\
            incus_disk_written_bytes_total{device=\"sda\",name=\"c1\",project=\"other\",type=\"container\"} 7\n\
            incus_procs_total{name=\"c1\",project=\"default\",type=\"container\"} 1\n# EOF\n";
        assert_eq!(read(text, "default"), HashMap::from([("c1".to_owned(), (4_096_004, 512))]));
    }
}
