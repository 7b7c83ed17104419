//! What is told of all machines: states and amounts in one call, then of each whose it is, and its snapshots.
use super::{
    found::{meant, whose},
    host::{Host, kept},
    meaning::said,
    usage::usage,
};
use hosting_kernel::providers::{Failure, hypervisor::Report};
use hosting_libvirt::{Stats, code};
use std::collections::HashMap;
use uuid::Uuid;

impl Host {
    pub(super) fn report(&self) -> Result<Vec<Report>, Failure> {
        let (mut reports, mut names, mut twice) = (HashMap::new(), HashMap::new(), Vec::new());
        for stats in self.connection.stats().map_err(said)? {
            let Some(mut report) = self.report_of(&stats)? else { continue };
            let id = report.instance;
            if names.insert(id, stats.uuid).is_some() {
                tracing::warn!(%id, "two machines have one service in their metadata");
                report = Report { instance: id, status: None, usage: None, snapshots: None };
                twice.push(id);
            }
            reports.insert(id, report);
        }
        // Which of them is meant is asked again.
        names.retain(|id, _| !twice.contains(id));
        self.names.replace(names);
        Ok(reports.into_values().collect())
    }

    /// Nothing of what is nobody's, or is gone since.
    fn report_of(&self, stats: &Stats) -> Result<Option<Report>, Failure> {
        let domain = match self.connection.domain_by_uuid(&stats.uuid) {
            Ok(domain) => domain,
            Err(why) if why.code == code::NO_DOMAIN => return Ok(None),
            Err(why) => return Err(said(why)),
        };
        let Some(found) = whose(&domain)? else { return Ok(None) };
        let instance: Uuid = found.service;
        let amount = |name: &str| stats.amounts.get(name).and_then(|amount| u32::try_from(*amount).ok());
        let is = amount("state.state").map(|state| meant(state, amount("state.reason").unwrap_or(0)));
        let snapshots = match kept(&domain) {
            Ok(snapshots) => Some(snapshots),
            Err(Failure::NotThere(_)) => return Ok(None),
            Err(other) => return Err(other),
        };
        Ok(Some(Report { instance, status: is, usage: usage(stats), snapshots }))
    }
}
