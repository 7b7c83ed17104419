//! Snapshots, each named by its own id.
use super::{
    Incus,
    instance::{Instance, SERVICE, Snapshot},
    mark::{Before, Mark, Step},
    operation::Ended,
    power::lost,
};
use hosting_kernel::providers::{
    Failure,
    hypervisor::InstanceStatus::{self, Frozen, Running, Stopped},
};
use reqwest::{Method, Url};
use serde_json::json;
use uuid::Uuid;

impl Incus {
    fn snapshot_url(&self, instance: &Instance, snapshot: Uuid) -> Url {
        self.api.url(&["instances", &instance.name, "snapshots", &snapshot.to_string()], &[])
    }

    /// Takes a snapshot, once for the same work.
    ///
    /// The work is written down before and after. What a worker that follows finds begun and not ended may be half
    /// of one, if the server died over it: it is taken anew. The server holds an instance still meanwhile, and
    /// leaves it so when it dies: it goes on if it ran before.
    pub(super) async fn keep(&self, work: Uuid, id: Uuid, snapshot: Uuid) -> Result<Option<i64>, Failure> {
        let (instance, status) = self.settled(id).await?;
        let url = self.snapshot_url(&instance, snapshot);
        let found: Option<Snapshot> = self.api.find(url.clone()).await?;
        let begun = match instance.config.mark() {
            Some(Mark { work: same, step: Step::Keeping(before) }) if same == work => Some(before),
            _ => None,
        };
        let before = match (begun, found) {
            (None, Some(kept)) => return Ok(kept.bytes()),
            (Some(before), Some(_)) => {
                self.remove(url.clone()).await?;
                before
            }
            (Some(before), None) => before,
            (None, None) => {
                let before = before(status)?;
                self.note(&instance, work, Step::Keeping(before), &[]).await?;
                before
            }
        };
        let all = self.api.url(&["instances", &instance.name, "snapshots"], &[]);
        let body = json!({ "name": snapshot.to_string(), "stateful": self.stateful });
        match self.api.act(Method::POST, all, Some(&body), self.patience.change).await? {
            Ended::Unknown => Err(lost()),
            Ended::Done(_) => {
                let kept: Snapshot = self.api.get(url).await?;
                if before == Before::Ran && self.get(id).await?.1 == Frozen {
                    self.switch(&instance.name, "unfreeze", false).await?;
                }
                self.note(&instance, work, Step::Done, &[]).await?;
                Ok(kept.bytes())
            }
        }
    }

    /// Keeps a snapshot no longer.
    pub(super) async fn forget(&self, id: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        let Some(instance) = self.find(id).await? else { return Ok(()) };
        if instance.status().is_none() {
            return Err(super::found::unseen());
        }
        let (instance, _) = self.settled(id).await?;
        self.remove(self.snapshot_url(&instance, snapshot)).await
    }

    async fn remove(&self, url: Url) -> Result<(), Failure> {
        match self.api.act(Method::DELETE, url.clone(), None, self.patience.change).await {
            Ok(Ended::Done(_)) | Err(Failure::NotThere(_)) => Ok(()),
            Ok(Ended::Unknown) => match self.api.find::<Snapshot>(url).await? {
                None => Ok(()),
                Some(_) => Err(lost()),
            },
            Err(other) => Err(other),
        }
    }

    /// Makes it what it was, once for the same work.
    ///
    /// That replaces its settings too, our own mark among them, as the last thing before it is started again. So
    /// whoever follows a worker that died, or comes back to a server that did, finds one of these:
    ///
    /// - the mark of this work, `restoring`: it has not come to its end, and is done again, from the same snapshot;
    /// - the mark that the snapshot has, and a generation that the snapshot has not: it was done, and nothing has
    ///   been done since. It is started where it is down, though it may have been down before: who does not want that
    ///   stops it, and what nobody knows to be down is worse;
    /// - the mark of this work, `done`;
    /// - any other mark: it was never begun.
    pub(super) async fn restore(&self, work: Uuid, id: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        let (instance, status) = self.settled(id).await?;
        let found: Option<Snapshot> = self.api.find(self.snapshot_url(&instance, snapshot)).await?;
        let kept = found.ok_or_else(|| Failure::Refused("no such snapshot".to_owned()))?;
        let before = match instance.config.mark() {
            Some(Mark { work: same, step: Step::Done }) if same == work => return Ok(()),
            Some(Mark { work: same, step: Step::Restoring(before) }) if same == work => before,
            mark if mark == kept.config.mark() && is_after(&instance, &kept, status, work) => {
                return self.arrive(work, id, &instance, Before::Ran).await;
            }
            _ => {
                let before = before(status)?;
                self.note(&instance, work, Step::Restoring(before), &[]).await?;
                before
            }
        };
        let url = self.api.url(&["instances", &instance.name], &[]);
        let body = json!({ "restore": snapshot.to_string(), "stateful": self.stateful });
        match self.api.act(Method::PUT, url, Some(&body), self.patience.change).await? {
            Ended::Unknown => Err(lost()),
            Ended::Done(_) => self.arrive(work, id, &instance, before).await,
        }
    }

    /// Has it do what it did before, and writes down that all is done, and whose it is: the snapshot may be older.
    async fn arrive(&self, work: Uuid, id: Uuid, instance: &Instance, before: Before) -> Result<(), Failure> {
        self.note_service(id, instance).await?;
        match before {
            Before::Stood => {}
            Before::Ran => self.start(id).await?,
            Before::WasFrozen => {
                self.start(id).await?;
                if self.get(id).await?.1 == Running {
                    self.switch(&instance.name, "freeze", false).await?;
                }
            }
        }
        self.note(instance, work, Step::Done, &[]).await
    }

    async fn note_service(&self, id: Uuid, instance: &Instance) -> Result<(), Failure> {
        let url = self.api.url(&["instances", &instance.name], &[]);
        let body = json!({ "config": { SERVICE: id.to_string() } });
        self.api.act(Method::PATCH, url, Some(&body), self.patience.answer).await.map(|_| ())
    }
}

fn before(status: InstanceStatus) -> Result<Before, Failure> {
    match status {
        Running => Ok(Before::Ran),
        Stopped => Ok(Before::Stood),
        Frozen => Ok(Before::WasFrozen),
        _ => Err(super::meaning::busy()),
    }
}

/// Whether `instance` was made what `kept` is, for `work`: it is down since, or has booted since the work was queued
/// (which its id tells, RFC 9562 section 5.7).
fn is_after(instance: &Instance, kept: &Snapshot, status: InstanceStatus, work: Uuid) -> bool {
    let restored = instance.config.generation() != kept.config.generation();
    let queued = work.get_timestamp().map(|at| {
        let (seconds, nanoseconds) = at.to_unix();
        i64::try_from(seconds).unwrap_or(i64::MAX / 1000) * 1000 + i64::from(nanoseconds / 1_000_000)
    });
    let since = |boot: i64| queued.is_some_and(|queued| boot >= queued);
    restored && (status == Stopped || instance.boot().is_some_and(since))
}
