//! Snapshots, each named by its own id.
use super::{
    found::{note, status, whose},
    host::Host,
    mark::{Before, Kept, Mark, Step},
    meaning::{self, said},
    rewrite::rewritten,
};
use hosting_kernel::providers::{
    Failure,
    hypervisor::InstanceStatus::{self, Error, Frozen, Running, Stopped},
};
use hosting_libvirt::{Domain, Snapshot, code};
use uuid::Uuid;

impl Host {
    /// Takes a snapshot, once for the same work.
    ///
    /// libvirt only lists one that is whole. It holds the machine still meanwhile, and may leave it so when it dies: it
    /// goes on if it ran before.
    pub(super) fn keep(&self, work: Uuid, id: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        let (domain, is) = self.settled(id)?;
        let kept = find(&domain, snapshot)?;
        let begun = match whose(&domain)?.and_then(|kept| kept.step_of(work)) {
            Some(Step::Keeping(before)) => Some(before),
            _ => None,
        };
        let before = match (begun, &kept) {
            (None, Some(_)) => return Ok(()),
            (Some(before), _) => before,
            (None, None) => {
                self.is_well()?;
                let before = before(is)?;
                note(&domain, id, work, Step::Keeping(before))?;
                before
            }
        };
        if kept.is_none() {
            let xml = format!("<domainsnapshot><name>{snapshot}</name></domainsnapshot>");
            domain.take_snapshot(&xml, self.external).map_err(said)?;
        }
        if before == Before::Ran && status(&domain)? == Frozen {
            self.unfreeze(&domain)?;
        }
        note(&domain, id, work, Step::Done)
    }

    /// Keeps a snapshot no longer.
    pub(super) fn forget(&self, id: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        let Some(domain) = self.find(id)? else { return Ok(()) };
        let Some(kept) = find(&domain, snapshot)? else { return Ok(()) };
        match kept.delete() {
            Ok(()) => Ok(()),
            Err(why) if why.code == code::NO_DOMAIN_SNAPSHOT => Ok(()),
            Err(why) => Err(said(why)),
        }
    }

    /// Makes it what it was, once for the same work.
    ///
    /// That replaces its description too, our own mark among it, by the one that the snapshot keeps. So the snapshot is
    /// told before whose it is and for which work it is gone back to: whoever follows a worker that died finds by the
    /// mark whether that was done.
    pub(super) fn restore(&self, work: Uuid, id: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        let (domain, is) = self.settled(id)?;
        let kept =
            find(&domain, snapshot)?.ok_or_else(|| Failure::NotThere("no such snapshot".to_owned()))?;
        let before = match whose(&domain)?.and_then(|kept| kept.step_of(work)) {
            Some(Step::Done) => return Ok(()),
            Some(Step::Restored(before)) => return self.arrive(work, id, &domain, before),
            Some(Step::Restoring(before)) => before,
            _ => {
                let before = before(is)?;
                note(&domain, id, work, Step::Restoring(before))?;
                before
            }
        };
        let mark = Kept { service: id, mark: Some(Mark { work, step: Step::Restored(before) }) };
        let xml = kept.xml().map_err(said)?;
        let xml = rewritten(&xml, &mark.whole())
            .ok_or_else(|| Failure::Unavailable("the snapshot cannot be read".to_owned()))?;
        domain.redefine_snapshot(&xml).map_err(said)?;
        let paused = before != Before::Ran;
        match kept.revert(paused, false) {
            Err(why) if why.code == code::SNAPSHOT_REVERT_RISKY => kept.revert(paused, true).map_err(said)?,
            done => done.map_err(said)?,
        }
        self.arrive(work, id, &domain, before)
    }

    /// Has it do what it did before, and writes down that all is done.
    fn arrive(&self, work: Uuid, id: Uuid, domain: &Domain, before: Before) -> Result<(), Failure> {
        match (before, status(domain)?) {
            (Before::Stood, Stopped) | (Before::Ran, Running) | (Before::WasFrozen, Frozen) => {}
            (Before::Stood, _) => self.switch_off(domain)?,
            (Before::Ran, Frozen) => self.unfreeze(domain)?,
            (Before::Ran, _) => self.start(domain)?,
            (Before::WasFrozen, _) => {
                self.start(domain)?;
                self.freeze(domain)?;
            }
        }
        note(domain, id, work, Step::Done)
    }
}

fn find(domain: &Domain, snapshot: Uuid) -> Result<Option<Snapshot>, Failure> {
    match domain.snapshot(&snapshot.to_string()) {
        Ok(found) => Ok(Some(found)),
        Err(why) if why.code == code::NO_DOMAIN_SNAPSHOT => Ok(None),
        Err(why) => Err(said(why)),
    }
}

fn before(status: InstanceStatus) -> Result<Before, Failure> {
    match status {
        Running => Ok(Before::Ran),
        Stopped => Ok(Before::Stood),
        Frozen => Ok(Before::WasFrozen),
        Error => Err(Failure::Refused("the instance has crashed".to_owned())),
        _ => Err(meaning::busy()),
    }
}
