//! How a schedule ends: nothing fails any more, everybody goes on until nothing is left to do, and then all must be true.
use crate::{
    ask::{Ask, Told},
    journal::{Asked, Broken, End, Key},
    made_up::check_domain,
    play::Simulation,
    world::STANDING,
};
use chrono::TimeDelta;
use hosting_core::Code;
use sea_orm::ActiveEnum;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

impl Simulation {
    pub fn end(&mut self) -> Result<(), Broken> {
        self.note(|| "nothing fails any more".to_owned());
        self.stage.temper.behave();
        for replica in &mut self.replicas {
            replica.paused = false;
        }
        for account in 0..2 {
            self.now += 1;
            self.stops(account, false)?;
        }
        self.everybody_ends()?;
        let keys = self.everybody_repeats(false)?;
        self.work_ends()?;
        // As long as a claim lasts.
        self.stage.clock.pass(TimeDelta::seconds(61));
        self.everybody_repeats(true)?;
        self.note(|| format!("{keys} keys were repeated"));
        self.work_ends()?;
        for _ in 0..2 {
            self.stage.clock.pass(TimeDelta::minutes(2));
            self.routines(0);
            self.everybody_ends()?;
        }
        self.check_all()?;
        self.days_pass()
    }

    /// Everybody goes on until nobody has anything to do.
    fn everybody_ends(&mut self) -> Result<(), Broken> {
        for _ in 0..500 {
            self.now += 1;
            while self.stage.gates.waiting() > 0 {
                let work = self.stage.gates.open(0);
                self.note(|| format!("a backend goes on with {work}"));
            }
            self.everybody_goes_on()?;
            if self.stage.gates.waiting() == 0 && self.replicas.iter().all(crate::replica::Replica::is_idle) {
                return Ok(());
            }
            self.the_writer_goes_on()?;
        }
        let open = self.journal.asked.iter().find(|asked| matches!(asked.end, End::Open));
        Err(format!("it never ends: {:?}", open.map(|asked| &asked.ask)))
    }

    /// Each request is sent once more under its key: it is answered as before, or is free to be done.
    fn everybody_repeats(&mut self, after_a_while: bool) -> Result<usize, Broken> {
        let keys: Vec<_> =
            self.journal.keys.iter().map(|(key, known)| (key.clone(), known.asked[0])).collect();
        let mut repeated = Vec::new();
        for ((account, key), first) in keys {
            let known = &self.journal.keys[&(account, key.clone())];
            // What was answered now is not asked once more.
            if self.journal.is_old(known, self.time()) || (after_a_while && !self.is_in_progress(known)) {
                continue;
            }
            // A process that died may have had the claim; nobody else holds one for longer than it works.
            let died = |asked: &Asked| {
                let (replica, life) = asked.replica;
                !matches!(asked.end, End::Answered(_)) && self.replicas[replica].life != life
            };
            let lost = known.asked.iter().any(|place| died(&self.journal.asked[*place]));
            let answered = known.answer.as_ref().map(|(first, ..)| *first);
            let first = &self.journal.asked[answered.unwrap_or(first)];
            let what = (first.ask.clone(), first.is_foreign);
            let replica = self.chance.index(self.replicas.len());
            let place = self.asks_by(account, what, Some(key), STANDING, replica);
            repeated.push((place, lost));
        }
        self.everybody_ends()?;
        for (place, lost) in &repeated {
            let asked = &self.journal.asked[*place];
            match &asked.end {
                End::Answered(Told::Refused(Code::RequestInProgress, _)) if after_a_while || !lost => {
                    return Err(format!("the key of {:?} is stranded", asked.ask));
                }
                End::Answered(_) => {}
                other => return Err(format!("{:?} was not answered: {other:?}", asked.ask)),
            }
        }
        Ok(repeated.len())
    }

    /// Whether the last request with a key heard that another was under way.
    fn is_in_progress(&self, key: &Key) -> bool {
        key.asked.last().is_some_and(|last| {
            let end = &self.journal.asked[*last].end;
            matches!(end, End::Answered(Told::Refused(Code::RequestInProgress, _)))
        })
    }

    /// Time passes until nothing is queued any more.
    fn work_ends(&mut self) -> Result<(), Broken> {
        for _ in 0..300 {
            self.everybody_ends()?;
            if self.audit.live().is_empty() {
                return Ok(());
            }
            self.gives_up()?;
            self.stage.clock.pass(TimeDelta::minutes(2));
            let one = self.chance.index(self.replicas.len());
            self.works(one);
        }
        Err(format!("some work never ends: {:?}", self.audit.live()))
    }

    fn check_all(&self) -> Result<(), Broken> {
        self.audit.check_entries(self.world, &self.journal)?;
        self.audit.check_done(self.world, &self.journal, self.time())?;
        for domain in self.domains() {
            check_domain(&self.stage.names, &domain, &self.records.1)?;
        }
        for account in &self.world.accounts {
            for id in [account.container, account.machine] {
                self.check_instance(id)?;
            }
        }
        self.check_passwords()
    }

    /// An instance is at its hypervisor what its record says.
    fn check_instance(&self, id: Uuid) -> Result<(), Broken> {
        let machine = self.stage.machines.get(id);
        let (status, change) = self.audit.instance(id);
        if let Some(change) = change {
            return Err(format!("{id}: {change} for ever"));
        }
        if status != "error" && machine.status.to_value() != status {
            return Err(format!("{id} is {status} here, and {:?} at its hypervisor", machine.status));
        }
        let snapshots = self.audit.snapshots(id);
        if let Some((one, status)) =
            snapshots.iter().find(|(_, status)| !["ready", "failed"].contains(&&**status))
        {
            return Err(format!("the snapshot {one} is {status} for ever"));
        }
        let ready: BTreeSet<_> =
            snapshots.iter().filter(|(_, status)| status == "ready").map(|(id, _)| *id).collect();
        let known: BTreeSet<_> = snapshots.iter().map(|(id, _)| *id).collect();
        match ready.is_subset(&machine.snapshots) && machine.snapshots.is_subset(&known) {
            true => Ok(()),
            false => {
                Err(format!("{id} has {:?} at its hypervisor, and {snapshots:?} here", machine.snapshots))
            }
        }
    }

    /// However often a password was asked for under a key, its machine knows that as one piece of work.
    fn check_passwords(&self) -> Result<(), Broken> {
        let mut works: BTreeMap<(usize, &str), Uuid> = BTreeMap::new();
        for account in &self.world.accounts {
            for work in self.stage.machines.get(account.container).passwords {
                let asked = self.journal.asked.iter().find(|asked| asked.id == work);
                let Some(asked) = asked.filter(|asked| matches!(asked.ask, Ask::Password { .. })) else {
                    return Err(format!("nobody asked for the password of {work}"));
                };
                let key = (asked.account, asked.key.as_deref().unwrap_or_default());
                let known = &self.journal.keys[&(key.0, key.1.to_owned())];
                let other = works.insert(key, work);
                let forgotten = self.journal.is_old(known, self.time()) || self.may_be_free(known);
                if other.is_some() && !forgotten {
                    return Err(format!("{:?} was done as {work} and as {other:?}", asked.ask));
                }
            }
        }
        Ok(())
    }

    /// Whether a request under the key may have been refused for good: then the key is free, whatever a backend did.
    fn may_be_free(&self, key: &Key) -> bool {
        key.asked.iter().any(|place| match &self.journal.asked[*place].end {
            End::Answered(Told::Refused(code, _)) => {
                matches!(code, Code::ActionNotAllowed | Code::ChangeInProgress)
            }
            End::Answered(Told::Done(_)) | End::Open => false,
            End::Late | End::Gone | End::Lost => true,
        })
    }

    /// What is kept for a while is removed after it, and nothing of it is left in the sums.
    fn days_pass(&mut self) -> Result<(), Broken> {
        self.stage.clock.pass(TimeDelta::days(91));
        self.routines(1);
        self.everybody_ends()?;
        let left = self.audit.kept();
        match left {
            (0, 0, 0) => self.audit.check_sums(),
            left => Err(format!("keys, entries and addresses are kept for ever: {left:?}")),
        }
    }
}
