//! Making an instance anew.
use super::{
    Incus,
    instance::{SYSTEM, Snapshot},
    mark::{Mark, Step},
    meaning,
    operation::Ended,
    power::lost,
};
use hosting_kernel::providers::{
    Failure,
    hypervisor::InstanceStatus::{Frozen, Running, Stopped},
};
use reqwest::Method;
use serde::de::IgnoredAny;
use serde_json::json;
use uuid::Uuid;

impl Incus {
    /// Makes it anew, once for the same work: stopped, made, started.
    ///
    /// The work is written down before it is stopped, and again before it is started: until then nothing has run on
    /// the new disk, and a worker that follows makes it once more; from then on it only starts it.
    pub(super) async fn rebuild(&self, work: Uuid, id: Uuid, system: &str) -> Result<(), Failure> {
        if !self.systems.iter().any(|offered| offered == system) {
            return Err(Failure::Refused(format!("there is no {system} to install")));
        }
        let (instance, status) = self.settled(id).await?;
        match instance.config.mark().filter(|mark| mark.work == work).map(|mark: Mark| mark.step) {
            Some(Step::Rebuilt) => return self.start(id).await,
            Some(Step::Reinstalling) => {}
            _ if status == Frozen => {
                return Err(Failure::Refused("the instance is held still".to_owned()));
            }
            _ if status.is_on_its_way() => return Err(meaning::busy()),
            _ => {
                // What would be in the way only once it is stopped.
                self.is_possible(&instance.name, system).await?;
                self.note(&instance, work, Step::Reinstalling, &[]).await?;
            }
        }
        if matches!(status, Running | Frozen) {
            match self.switch(&instance.name, "stop", true).await? {
                Ended::Unknown if self.get(id).await?.1 != Stopped => return Err(lost()),
                _ => {}
            }
        }
        let url = self.api.url(&["instances", &instance.name, "rebuild"], &[]);
        let body = json!({ "source": { "type": "image", "alias": system } });
        match self.api.act(Method::POST, url, Some(&body), self.patience.change).await? {
            Ended::Unknown => return Err(lost()),
            Ended::Done(_) => {}
        }
        self.note(&instance, work, Step::Rebuilt, &[(SYSTEM, system)]).await?;
        self.start(id).await
    }

    async fn is_possible(&self, name: &str, system: &str) -> Result<(), Failure> {
        let alias = self.api.url(&["images", "aliases", system], &[]);
        if self.api.find::<IgnoredAny>(alias).await?.is_none() {
            return Err(Failure::Misconfigured(format!(
                "systems: the project has no image by the alias {system}"
            )));
        }
        let url = self.api.url(&["instances", name, "snapshots"], &[("recursion", "1")]);
        match self.api.get::<Vec<Snapshot>>(url).await?.is_empty() {
            true => Ok(()),
            false => Err(Failure::Refused(meaning::HAS_SNAPSHOTS.to_owned())),
        }
    }
}
