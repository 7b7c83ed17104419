//! What must be true of domains and their records, whatever befalls workers and backends.
use super::Names;
use hosting_core::{
    dns::{DnsRecord, record::RecordStatus},
    domains::Domain,
};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// What is broken, in words.
type Broken = String;

/// In which order backends are told: nothing comes late.
#[derive(Default)]
pub struct Order {
    /// The subject of each job, and its place among all that were queued.
    places: HashMap<Uuid, (String, usize)>,
    /// The last place that a backend was told of, of each subject.
    reached: HashMap<String, usize>,
}

impl Order {
    /// Learns which work there is, and its subjects.
    pub fn queued(&mut self, jobs: impl IntoIterator<Item = (Uuid, String)>) {
        for (job, subject) in jobs {
            let next = self.places.len();
            self.places.entry(job).or_insert((subject, next));
        }
    }

    /// What a backend was told goes on from what it was told before.
    pub fn check(&mut self, told: Vec<Uuid>) -> Result<(), Broken> {
        for work in told {
            let Some((subject, place)) = self.places.get(&work) else {
                return Err("unknown work".to_owned());
            };
            let reached = self.reached.entry(subject.clone()).or_insert(*place);
            if *place < *reached {
                return Err(format!("{subject}: the work at {place} was told after that at {reached}"));
            }
            *reached = *place;
        }
        Ok(())
    }
}

/// The records that are served.
#[derive(Default)]
pub struct Served(HashSet<Uuid>);

impl Served {
    /// What was served and is on its way to be served otherwise is served all the time.
    pub fn check(&mut self, names: &Names, domains: &[Domain], records: &[DnsRecord]) -> Result<(), Broken> {
        self.0.retain(|id| records.iter().any(|record| record.id == *id));
        for record in records {
            match record.status {
                RecordStatus::Active => drop(self.0.insert(record.id)),
                RecordStatus::Pending => {}
                RecordStatus::Failed | RecordStatus::Deleting => {
                    self.0.remove(&record.id);
                }
            }
            let domain = domains.iter().find(|domain| domain.id == record.domain_id).unwrap();
            let zone = names.zone(&domain.domain_name);
            if self.0.contains(&record.id) && !zone.keys().any(|name| has(record, name)) {
                return Err(format!("{} is not served for a while", record.fqdn));
            }
        }
        Ok(())
    }
}

/// In the end nothing is on its way, what is active is served as it is, and what nobody has is not served.
pub fn check_domain(names: &Names, domain: &Domain, records: &[DnsRecord]) -> Result<(), Broken> {
    if let Some(pending) = &domain.pending_name_servers {
        return Err(format!("{}: {:?} are pending for ever", domain.domain_name, pending.0));
    }
    let told = names.hosts(&domain.domain_name);
    if domain.name_servers_error.is_none() && told.as_ref().is_some_and(|told| *told != domain.name_servers.0)
    {
        return Err(format!(
            "{}: {told:?} at the registrar, not {:?}",
            domain.domain_name, domain.name_servers.0
        ));
    }
    let mut served = names.zone(&domain.domain_name);
    let mine = || records.iter().filter(|record| record.domain_id == domain.id);
    for record in mine() {
        match record.status {
            RecordStatus::Active => {
                let now = served.remove(&record.fqdn);
                if now.as_ref() != Some(&record.contents.0) {
                    return Err(format!(
                        "{} is active as {:?}, and served as {now:?}",
                        record.fqdn, record.contents.0
                    ));
                }
            }
            RecordStatus::Failed => {}
            other => return Err(format!("{} is {other:?} for ever", record.fqdn)),
        }
    }
    // What failed may be served as it was, under a name that it had.
    let failed: Vec<_> = mine().filter(|one| one.status == RecordStatus::Failed).collect();
    served.retain(|name, _| !failed.iter().any(|record| has(record, name)));
    match served.is_empty() {
        true => Ok(()),
        false => Err(format!("{served:?} are served, and nobody has them")),
    }
}

/// Whether a record may be served under a name.
fn has(record: &DnsRecord, name: &str) -> bool {
    let served = record.served.iter().flat_map(|served| &served.0);
    record.fqdn == name || served.into_iter().any(|set| set.name == name)
}
