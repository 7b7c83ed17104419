//! The power of a machine.
use super::{
    found::{note, status, whose, write},
    host::{Host, LOOK, becomes},
    mark::{Kept, Mark, Step},
    meaning::said,
};
use hosting_kernel::providers::{
    Failure,
    hypervisor::{
        InstanceStatus::{self, Error, Frozen, Running, Stopped},
        Power,
    },
};
use hosting_libvirt::{Description, Domain, state};
use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use uuid::Uuid;

/// How often the power button is pressed: a guest that is booting does not see it.
const PRESS: Duration = Duration::from_secs(5);
const STOPPED: &str = "the instance is stopped";

impl Host {
    pub(super) fn change_power(&self, work: Uuid, id: Uuid, power: Power) -> Result<(), Failure> {
        // What hangs on its way can be switched off.
        let (domain, status) = if power == Power::Stop { self.get(id)? } else { self.settled(id)? };
        if power == Power::Restart {
            return self.restart(work, id, &domain, status);
        }
        if let Some(why) = impossible(status, power) {
            return Err(Failure::Refused(why.to_owned()));
        }
        match power {
            Power::Start => self.start(&domain),
            Power::Stop => self.switch_off(&domain),
            Power::Shutdown | Power::Restart => self.shut_down(&domain),
            Power::Freeze => self.freeze(&domain),
            Power::Unfreeze => self.unfreeze(&domain),
        }
    }

    /// Shuts it down and starts it, once for the same work.
    ///
    /// What is to be started next says that it is to be started for this work, what runs that it is to go down. So what
    /// runs and says that it is to be started was started since: the description of what is started is taken over then.
    fn restart(&self, work: Uuid, id: Uuid, domain: &Domain, status: InstanceStatus) -> Result<(), Failure> {
        let mark = |step| Kept { service: id, mark: Some(Mark { work, step }) };
        match (whose(domain)?.and_then(|kept| kept.step_of(work)), status) {
            (Some(Step::Done), _) => return Ok(()),
            (Some(Step::Starting), Running | Frozen) => return note(domain, id, work, Step::Done),
            (Some(Step::Starting), Stopped) | (Some(Step::GoingDown), _) => {}
            (_, Running | Frozen) => {
                write(domain, mark(Step::Starting), Description::Kept)?;
                write(domain, mark(Step::GoingDown), Description::Live)?;
            }
            (_, Error) => return Err(Failure::Refused("the instance has crashed".to_owned())),
            _ => return Err(Failure::Refused(STOPPED.to_owned())),
        }
        match status {
            Running => self.shut_down(domain)?,
            // Who is held still cannot listen.
            Frozen => self.switch_off(domain)?,
            _ => {}
        }
        self.start(domain)?;
        note(domain, id, work, Step::Done)
    }

    /// Starts it; one that runs is left alone.
    pub(super) fn start(&self, domain: &Domain) -> Result<(), Failure> {
        match status(domain)? {
            Stopped => {}
            // Its remains are there still, to be looked at.
            Error => self.switch_off(domain)?,
            _ => return Ok(()),
        }
        match domain.start() {
            Ok(()) => self.arrives(domain, Running),
            // Somebody else may have.
            Err(_) if status(domain)? == Running => Ok(()),
            Err(why) => Err(said(why)),
        }
    }

    /// Switches it off; one that is off is left alone.
    pub(super) fn switch_off(&self, domain: &Domain) -> Result<(), Failure> {
        match domain.destroy() {
            Ok(()) => self.arrives(domain, Stopped),
            // It may have gone down by itself.
            Err(_) if status(domain)? == Stopped => Ok(()),
            Err(why) => Err(said(why)),
        }
    }

    /// Asks the guest to go down, by its power button and, where it has an agent, by that; and waits for it.
    ///
    /// Pressing is repeated: a guest that is booting does not see it, and one that is going down is not harmed.
    fn shut_down(&self, domain: &Domain) -> Result<(), Failure> {
        let until = Instant::now() + self.patience.guest;
        let ask_agent = Instant::now() + self.patience.guest / 3;
        let (mut press, mut asked) = (Instant::now(), false);
        loop {
            let now = Instant::now();
            match status(domain)? {
                Stopped => return Ok(()),
                _ if now >= until => return Err(Failure::Timeout),
                Running if now >= press => {
                    press = now + PRESS;
                    match domain.press_power_button() {
                        Ok(()) => {}
                        Err(_) if status(domain)? == Stopped => return Ok(()),
                        Err(why) => return Err(said(why)),
                    }
                }
                Running if now >= ask_agent && !asked => {
                    asked = true;
                    self.ask_agent(domain)?;
                }
                _ => {}
            }
            thread::sleep(LOOK);
        }
    }

    /// Has the agent in the guest shut it down: where there is none, or it does not do it, there is the button still.
    ///
    /// libvirt waits a minute for what comes of that: somebody else does so, at a connection of its own.
    fn ask_agent(&self, domain: &Domain) -> Result<(), Failure> {
        let (link, uuid) = (Arc::clone(&self.link), domain.uuid().map_err(said)?);
        let asking = move || {
            let Ok(connection) = link.connection() else { return };
            let _ignored = connection.domain_by_uuid(&uuid).and_then(|domain| domain.shut_down_by_agent());
        };
        let begun = thread::Builder::new().name("libvirt-agent".to_owned()).spawn(asking);
        begun.map(drop).map_err(Failure::ours)
    }

    pub(super) fn freeze(&self, domain: &Domain) -> Result<(), Failure> {
        domain.suspend().map_err(said)?;
        self.arrives(domain, Frozen)
    }

    pub(super) fn unfreeze(&self, domain: &Domain) -> Result<(), Failure> {
        let (now, _) = domain.state().map_err(said)?;
        // A guest may have gone to sleep by itself.
        let done = if now == state::ASLEEP { domain.wake() } else { domain.resume() };
        done.map_err(said)?;
        self.arrives(domain, Running)
    }

    fn arrives(&self, domain: &Domain, wanted: InstanceStatus) -> Result<(), Failure> {
        match becomes(domain, wanted, Instant::now() + self.patience.answer)? {
            true => Ok(()),
            false => Err(Failure::InTheWay("the instance does not stay what it became".to_owned())),
        }
    }
}

/// Why `power` is impossible for what is `status`, if it is.
const fn impossible(status: InstanceStatus, power: Power) -> Option<&'static str> {
    match (status, power) {
        (Running, Power::Start) => Some("the instance runs already"),
        (Running, Power::Unfreeze) => Some("the instance is not held still"),
        (Frozen, Power::Start | Power::Shutdown | Power::Freeze) => Some("the instance is held still"),
        (Stopped, Power::Stop | Power::Shutdown | Power::Freeze | Power::Unfreeze) => Some(STOPPED),
        (Error, Power::Shutdown | Power::Freeze | Power::Unfreeze) => Some("the instance has crashed"),
        _ => None,
    }
}
