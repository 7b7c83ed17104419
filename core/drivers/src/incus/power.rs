//! The power of an instance.
use super::{
    Incus,
    instance::Instance,
    mark::{Mark, Step},
    meaning,
    operation::Ended,
};
use hosting_kernel::providers::{
    Failure,
    hypervisor::{
        InstanceStatus::{self, Frozen, Running, Stopped},
        Power,
    },
};
use reqwest::Method;
use serde_json::json;
use std::time::Duration;
use uuid::Uuid;

impl Incus {
    pub(super) async fn change_power(&self, work: Uuid, id: Uuid, power: Power) -> Result<(), Failure> {
        let (instance, status) = self.settled(id).await?;
        if status.is_on_its_way() {
            return Err(meaning::busy());
        }
        if power == Power::Restart {
            return self.restart(work, id, &instance, status).await;
        }
        if let Some(why) = impossible(status, power) {
            return Err(Failure::Refused(why.to_owned()));
        }
        let (action, force, goal) = match power {
            Power::Start => ("start", false, Running),
            Power::Stop => ("stop", true, Stopped),
            Power::Shutdown | Power::Restart => ("stop", false, Stopped),
            Power::Freeze => ("freeze", false, Frozen),
            Power::Unfreeze => ("unfreeze", false, Running),
        };
        match self.switch(&instance.name, action, force).await {
            // It may have got there all the same.
            Ok(Ended::Unknown) | Err(Failure::Timeout) => match self.get(id).await?.1 {
                status if status == goal => Ok(()),
                _ if power == Power::Shutdown => Err(Failure::Timeout),
                _ => Err(lost()),
            },
            ended => ended.map(|_| ()),
        }
    }

    /// Boots it again, once for the same work.
    ///
    /// When it had booted is written down first. A worker that follows sees by that how far it came: another boot,
    /// and it is done; the same, and nothing has happened to it; down, and only its start is left.
    async fn restart(
        &self,
        work: Uuid,
        id: Uuid,
        instance: &Instance,
        status: InstanceStatus,
    ) -> Result<(), Failure> {
        let boot = match instance.config.mark() {
            Some(Mark { work: same, step: Step::Restarting(boot) }) if same == work => {
                if is_done(instance, status, boot) {
                    return Ok(());
                }
                boot
            }
            _ if status == Stopped => return Err(Failure::Refused(STOPPED.to_owned())),
            _ => {
                let boot = instance.boot().unwrap_or(0);
                self.note(instance, work, Step::Restarting(boot), &[]).await?;
                boot
            }
        };
        let (action, force) = match status {
            Stopped => ("start", false),
            // Who is held still cannot listen.
            status => ("restart", status == Frozen),
        };
        match self.switch(&instance.name, action, force).await {
            Ok(Ended::Done(_)) => Ok(()),
            // A server that was started anew starts by itself what it had running.
            Ok(Ended::Unknown) | Err(Failure::Refused(_)) => match self.get(id).await? {
                (instance, status) if is_done(&instance, status, boot) => Ok(()),
                _ => Err(lost()),
            },
            Err(other) => Err(other),
        }
    }

    /// Removes it with its snapshots, whatever it does; one that is not there is gone already.
    pub(super) async fn delete(&self, id: Uuid) -> Result<(), Failure> {
        if self.find(id).await?.is_none() {
            return Ok(());
        }
        let (instance, status) = self.settled(id).await?;
        if status != Stopped {
            self.switch(&instance.name, "stop", true).await?;
        }
        let url = self.api.url(&["instances", &instance.name], &[]);
        match self.api.act(Method::DELETE, url, None, self.patience.change).await {
            Ok(Ended::Done(_)) | Err(Failure::NotThere(_)) => Ok(()),
            Ok(Ended::Unknown) => match self.find(id).await? {
                None => Ok(()),
                Some(_) => Err(lost()),
            },
            Err(other) => Err(other),
        }
    }

    /// Has the server change the power; the guest is asked where there is no `force`.
    pub(super) async fn switch(&self, name: &str, action: &str, force: bool) -> Result<Ended, Failure> {
        let asks_guest = !force && matches!(action, "stop" | "restart");
        let patience = if asks_guest { self.patience.guest } else { self.patience.change };
        let body = json!({ "action": action, "force": force, "timeout": patience.as_secs().max(1) });
        let url = self.api.url(&["instances", name, "state"], &[]);
        // What the server gives up by itself is better known than what we do.
        let longer = patience + patience.min(Duration::from_secs(5));
        self.api.act(Method::PUT, url, Some(&body), longer).await
    }

    /// Starts it, and waits until it runs; one that runs is left alone.
    pub(super) async fn start(&self, id: Uuid) -> Result<(), Failure> {
        let (instance, status) = self.get(id).await?;
        if status != Stopped {
            return Ok(());
        }
        match self.switch(&instance.name, "start", false).await {
            Ok(Ended::Done(_)) => Ok(()),
            // The server may have started it by itself.
            Ok(Ended::Unknown) | Err(Failure::Refused(_)) if self.get(id).await?.1 != Stopped => Ok(()),
            Ok(Ended::Unknown) => Err(lost()),
            Err(other) => Err(other),
        }
    }
}

fn is_done(instance: &Instance, status: InstanceStatus, boot: i64) -> bool {
    status == Running && instance.boot().is_some_and(|now| now != boot)
}

const STOPPED: &str = "the instance is stopped";

/// Why `power` is impossible for what is `status`, if it is.
const fn impossible(status: InstanceStatus, power: Power) -> Option<&'static str> {
    match (status, power) {
        (Running, Power::Start) => Some("the instance runs already"),
        (Running, Power::Unfreeze) => Some("the instance is not held still"),
        (Frozen, Power::Start | Power::Shutdown | Power::Freeze) => Some("the instance is held still"),
        (Stopped, Power::Stop | Power::Shutdown | Power::Freeze | Power::Unfreeze) => Some(STOPPED),
        _ => None,
    }
}

/// The server was asked, and does not say how it ended.
pub(super) fn lost() -> Failure {
    Failure::InTheWay("the hypervisor lost what it was doing".to_owned())
}
