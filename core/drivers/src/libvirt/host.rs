//! The server, asked from a thread that may wait.
use super::{
    Patience,
    found::{Names, status},
    link::Link,
    meaning::said,
};
use hosting_kernel::{
    providers::{
        Failure,
        hypervisor::{
            InstanceStatus::{self, Frozen, Running},
            State,
        },
    },
    values::password::Password,
};
use hosting_libvirt::{Connection, Domain, code};
use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use uuid::Uuid;

/// How often a machine is looked at that is on its way.
pub(super) const LOOK: Duration = Duration::from_millis(100);
/// Whose password is set.
const ADMINISTRATOR: &str = "root";

pub(super) struct Host {
    /// One that no other call uses.
    pub connection: Arc<Connection>,
    /// Where there are others.
    pub link: Arc<Link>,
    pub names: Arc<Names>,
    pub patience: Patience,
    /// Whether snapshots are of disks alone, in files beside them.
    pub external: bool,
}

impl Host {
    /// What the machine `id` is at present.
    pub(super) fn shown(&self, id: Uuid) -> Result<Option<State>, Failure> {
        let Some(domain) = self.find(id)? else { return Ok(None) };
        let status = status(&domain)?;
        // A guest calls itself what it likes, and only its agent could tell.
        Ok(Some(State { status, hostname: None, system: None, snapshots: Some(kept(&domain)?) }))
    }

    /// Has the agent in the guest set the password of its administrator.
    pub(super) fn set_password(&self, id: Uuid, password: &Password) -> Result<(), Failure> {
        let (domain, status) = self.get(id)?;
        match status {
            Running => {}
            Frozen => return Err(Failure::Refused("the instance is held still".to_owned())),
            _ => return Err(Failure::Refused("the instance is stopped".to_owned())),
        }
        let seconds = i32::try_from(self.patience.answer.as_secs()).unwrap_or(i32::MAX);
        domain.set_password(ADMINISTRATOR, password.expose(), seconds).map_err(|why| match why.code {
            code::ARGUMENT_UNSUPPORTED | code::CONFIG_UNSUPPORTED => {
                Failure::Refused("the instance has no guest agent".to_owned())
            }
            _ => said(why),
        })
    }

    /// Whether it answers, and can do what is asked of it.
    pub(super) fn is_well(&self) -> Result<(), Failure> {
        self.connection.ask().map_err(said)?;
        if self.external && !self.connection.capabilities().map_err(said)?.contains("<externalSnapshot") {
            return Err(Failure::Misconfigured(
                "snapshots: this libvirt cannot go back to snapshots of disks alone (9.10 and later can): say memory"
                    .to_owned(),
            ));
        }
        Ok(())
    }
}

/// Waits until a machine is what is `wanted`, and says whether it is.
pub(super) fn becomes(domain: &Domain, wanted: InstanceStatus, until: Instant) -> Result<bool, Failure> {
    loop {
        if status(domain)? == wanted {
            return Ok(true);
        }
        if Instant::now() >= until {
            return Ok(false);
        }
        thread::sleep(LOOK);
    }
}

/// The snapshots of a machine that were taken through the platform.
pub(super) fn kept(domain: &Domain) -> Result<Vec<Uuid>, Failure> {
    let all = domain.snapshots().map_err(said)?;
    Ok(all.iter().filter_map(|one| one.name().ok()?.parse().ok()).collect())
}
