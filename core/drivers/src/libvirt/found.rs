//! Which machine is which: libvirt knows ids of its own, the platform those of services.
use super::{
    host::{Host, LOOK},
    mark::{Kept, Mark, NAMESPACE, PREFIX, Step},
    meaning::{self, said},
};
use hosting_kernel::providers::{
    Failure,
    hypervisor::InstanceStatus::{self, Error, Frozen, Running, Starting, Stopped, Stopping},
};
use hosting_libvirt::{Description, Domain, code, state};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    thread,
    time::Instant,
};
use uuid::Uuid;

/// What libvirt knows the machines by that were found.
#[derive(Default)]
pub(super) struct Names(Mutex<HashMap<Uuid, [u8; 16]>>);

impl Names {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<Uuid, [u8; 16]>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The service whose machine was last found under `uuid`.
    pub(super) fn service_of(&self, uuid: &[u8; 16]) -> Option<Uuid> {
        self.with(|names| names.iter().find(|(_, known)| *known == uuid).map(|(service, _)| *service))
    }

    /// Those that there are.
    pub(super) fn replace(&self, names: HashMap<Uuid, [u8; 16]>) {
        self.with(|known| *known = names);
    }
}

impl Host {
    /// The machine `id`.
    pub(super) fn find(&self, id: Uuid) -> Result<Option<Domain>, Failure> {
        let is_it = |domain: &Domain| Ok::<_, Failure>(whose(domain)?.is_some_and(|kept| kept.service == id));
        if let Some(uuid) = self.names.with(|names| names.get(&id).copied()) {
            match self.connection.domain_by_uuid(&uuid) {
                Ok(domain) if is_it(&domain)? => return Ok(Some(domain)),
                Err(why) if why.code != code::NO_DOMAIN => return Err(said(why)),
                // It may be another's by now.
                _ => self.names.with(|names| names.remove(&id)),
            };
        }
        let mut found: Option<Domain> = None;
        for domain in self.connection.domains().map_err(said)? {
            if !is_it(&domain)? {
                continue;
            }
            if let Some(first) = found {
                // A clone of a machine has its metadata: nobody can say which of them the customer's is.
                let (first, other) = (first.name().map_err(said)?, domain.name().map_err(said)?);
                return Err(Failure::Misconfigured(format!(
                    "{first} and {other} have both the service {id} in their metadata: take it from one of them"
                )));
            }
            found = Some(domain);
        }
        if let Some(domain) = &found {
            let uuid = domain.uuid().map_err(said)?;
            self.names.with(|names| names.insert(id, uuid));
        }
        Ok(found)
    }

    /// The machine `id`, which has to be there, and where it stands.
    pub(super) fn get(&self, id: Uuid) -> Result<(Domain, InstanceStatus), Failure> {
        let domain = self.find(id)?.ok_or_else(|| Failure::NotThere("no such instance".to_owned()))?;
        let status = status(&domain)?;
        Ok((domain, status))
    }

    /// The same, after what it is on its way to was reached, whoever sent it there: a worker that died may have.
    ///
    /// One that was being started when its server died may stay so for ever: the server that comes back does not go on with
    /// that. It has not run yet, and is switched off.
    pub(super) fn settled(&self, id: Uuid) -> Result<(Domain, InstanceStatus), Failure> {
        let (domain, mut is) = self.get(id)?;
        let until = Instant::now() + self.patience.answer;
        while is.is_on_its_way() {
            if Instant::now() >= until {
                if is == Starting && is_forsaken(&domain)? {
                    self.switch_off(&domain)?;
                    return Ok((domain, Stopped));
                }
                return Err(meaning::busy());
            }
            thread::sleep(LOOK);
            is = status(&domain)?;
        }
        Ok((domain, is))
    }
}

/// Whether nobody goes on with starting a machine: who does holds it, and nothing else can be changed of it meanwhile.
fn is_forsaken(domain: &Domain) -> Result<bool, Failure> {
    let Some(kept) = whose(domain)? else { return Ok(false) };
    let is_held = write(domain, kept, Description::Live).is_err();
    Ok(!is_held && status(domain)? == Starting)
}

/// Writes down on the machine `id` how far `work` came: on both of its descriptions, or the one that is started next.
pub(super) fn note(domain: &Domain, id: Uuid, work: Uuid, step: Step) -> Result<(), Failure> {
    let both = status(domain)? != Stopped;
    let of = if both { Description::Both } else { Description::Kept };
    write(domain, Kept { service: id, mark: Some(Mark { work, step }) }, of)
}

/// What a machine keeps of whose it is and what was done with it, of what runs where it runs.
pub(super) fn whose(domain: &Domain) -> Result<Option<Kept>, Failure> {
    match domain.metadata(NAMESPACE, Description::Present) {
        Ok(element) => Ok(Kept::read(&element)),
        Err(why) if [code::NO_DOMAIN_METADATA, code::NO_DOMAIN].contains(&why.code) => Ok(None),
        Err(why) => Err(said(why)),
    }
}

/// Writes down what a machine keeps.
///
/// One may go down under that, after it was looked at: a server that comes back shows for a moment what ran when it died,
/// and then ends what it cannot reach. That is no answer to what was asked, which is looked at anew.
pub(super) fn write(domain: &Domain, kept: Kept, of: Description) -> Result<(), Failure> {
    let Err(why) = domain.set_metadata(&kept.element(), PREFIX, NAMESPACE, of) else { return Ok(()) };
    let runs = matches!(of, Description::Live | Description::Both);
    match status(domain)? {
        Stopped if runs => Err(meaning::busy()),
        _ => Err(said(why)),
    }
}

/// Where a machine stands.
pub(super) fn status(domain: &Domain) -> Result<InstanceStatus, Failure> {
    let (now, why) = domain.state().map_err(said)?;
    Ok(meant(now, why))
}

/// What libvirt's states are to the platform.
pub(super) const fn meant(now: u32, why: u32) -> InstanceStatus {
    match (now, why) {
        (state::OFF, _) => Stopped,
        (state::GOING_DOWN, _) | (state::PAUSED, state::PAUSED_SHUTTING_DOWN) => Stopping,
        (state::CRASHED, _) | (state::PAUSED, state::PAUSED_CRASHED) => Error,
        (state::PAUSED, state::PAUSED_STARTING_UP) => Starting,
        // On its way to here.
        (state::PAUSED, state::PAUSED_MIGRATION) => Running,
        // Also for libvirt's own purposes: one that is killed over a snapshot leaves it so.
        (state::PAUSED | state::ASLEEP, _) => Frozen,
        _ => Running,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_held_still_is_told() {
        for (now, why, is) in [
            (state::RUNNING, 1, Running),
            (state::PAUSED, 1, Frozen),
            (state::PAUSED, state::PAUSED_SAVE, Frozen),
            (state::PAUSED, state::PAUSED_SNAPSHOT, Frozen),
            (state::PAUSED, state::PAUSED_MIGRATION, Running),
            (state::PAUSED, state::PAUSED_STARTING_UP, Starting),
            (state::PAUSED, state::PAUSED_CRASHED, Error),
            (state::GOING_DOWN, 1, Stopping),
            (state::OFF, 1, Stopped),
            (state::CRASHED, 1, Error),
        ] {
            assert_eq!(meant(now, why), is, "{now} {why}");
        }
    }
}
