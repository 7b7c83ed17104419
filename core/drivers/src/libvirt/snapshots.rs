//! Snapshots, each named by its own id.
use super::{
    found::{meant, note, status, whose},
    host::Host,
    mark::{Before, Kept, Mark, Step},
    meaning::{self, said},
    rewrite::rewritten,
};
use hosting_kernel::providers::{
    Failure,
    hypervisor::InstanceStatus::{self, Error, Frozen, Running, Stopped},
};
use hosting_libvirt::{Domain, Snapshot, code, state};
use uuid::Uuid;

impl Host {
    /// Takes a snapshot, once for the same work.
    ///
    /// libvirt only lists one that is whole. It holds the machine still meanwhile, and may leave it so when it dies, or
    /// even off, where it cannot reach it when it comes back: a machine that ran before goes on then. One that is off is
    /// kept as it was left, and started after that. What it had in memory is lost either way; but its disk is as near as
    /// can be to what it was when the snapshot was asked for, as after a power cut, and not what a boot makes of it.
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
            self.take(&domain, snapshot)?;
        }
        if before == Before::Ran {
            self.go_on(&domain)?;
        }
        note(&domain, id, work, Step::Done)
    }

    fn take(&self, domain: &Domain, snapshot: Uuid) -> Result<(), Failure> {
        let was = status(domain)?;
        let xml = format!("<domainsnapshot><name>{snapshot}</name></domainsnapshot>");
        let Err(why) = domain.take_snapshot(&xml, self.external) else { return Ok(()) };
        // One that goes down under it is no longer what it was asked of, and kept as what it is the next time.
        match status(domain)? {
            Stopped if was != Stopped => Err(meaning::busy()),
            _ => Err(said(why)),
        }
    }

    /// Has a machine go on that ran when its snapshot was begun.
    ///
    /// One that its guest has shut down meanwhile, or somebody beside the platform has switched off, stays off: that was
    /// wanted. A server that was started anew since does not know why a machine is off. It is started then: who did not
    /// want that shuts it down once more, but nobody would know to start one that went down over a snapshot.
    fn go_on(&self, domain: &Domain) -> Result<(), Failure> {
        match domain.state().map_err(said)? {
            (state::OFF, state::OFF_BY_GUEST | state::OFF_BY_HAND) => Ok(()),
            (now, why) => match meant(now, why) {
                Stopped => self.start(domain),
                Frozen => self.unfreeze(domain),
                _ => Ok(()),
            },
        }
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
            .ok_or_else(|| Failure::InTheWay("the snapshot cannot be read".to_owned()))?;
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
