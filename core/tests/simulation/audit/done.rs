//! What was done, as it was noted of each change: once, for who asked, and nothing else.
use super::Audit;
use crate::{
    ask::{Ask, Told},
    journal::{Asked, Broken, End, Journal},
    world::World,
};
use hosting_core::{Effect, Time};
use std::collections::BTreeMap;
use uuid::Uuid;

impl Audit {
    /// Whether what was answered was done once, and nothing else was done.
    pub fn check_done(&self, world: &World, journal: &Journal, now: Time) -> Result<(), Broken> {
        let asked: BTreeMap<Uuid, &Asked> = journal.asked.iter().map(|asked| (asked.id, asked)).collect();
        let mut done = BTreeMap::new();
        for (request, account, key) in self.noted("done") {
            let Some(asked) = asked.get(&request) else { return Err(format!("nobody asked for {request}")) };
            let mine = world.accounts[asked.account].id == account && asked.key == key;
            if !mine || done.insert(request, *asked).is_some() {
                return Err(format!("{:?} was done twice, or under another key", asked.ask));
            }
            if let End::Answered(Told::Refused(code, _)) = asked.end {
                return Err(format!("{:?} was refused, {code:?}, and done all the same", asked.ask));
            }
        }
        self.check_answers(journal, &done, now)?;
        let jobs = self.noted("job");
        for (request, ..) in &jobs {
            let known = done.get(request).is_some_and(|asked| asked.ask.effect() == Effect::Queues);
            if !known && !request.is_nil() {
                return Err(format!(
                    "work was queued for {:?}, which was not done",
                    asked.get(request).map(|asked| &asked.ask)
                ));
            }
        }
        let queued = |asked: &&&Asked| jobs.iter().filter(|(request, ..)| *request == asked.id).count() != 1;
        if let Some(asked) = done.values().filter(|asked| asked.ask.effect() == Effect::Queues).find(queued) {
            return Err(format!("{:?} queued no work, or more than its own", asked.ask));
        }
        let changed = |kind: fn(&Ask) -> bool| done.values().filter(|asked| kind(&asked.ask)).count();
        for (what, count) in [
            ("renew", changed(|ask| matches!(ask, Ask::AutoRenew { .. }))),
            ("record", journal.operator.foreseen + changed(|ask| matches!(ask, Ask::CreateRecord { .. }))),
            ("password", changed(|ask| matches!(ask, Ask::Password { .. }))),
            ("snapshot", changed(Ask::creates_snapshot)),
        ] {
            let noted = self.noted(what).len();
            if noted != count {
                return Err(format!("{noted} changes were noted of {what}, and {count} were done"));
            }
        }
        Ok(())
    }

    /// Whether what was told was done, and what was done has its entry.
    fn check_answers(
        &self,
        journal: &Journal,
        done: &BTreeMap<Uuid, &Asked>,
        now: Time,
    ) -> Result<(), Broken> {
        let entries = self.entries("");
        for asked in done.values() {
            let entry = entries.iter().filter(|entry| entry.request == asked.id);
            let succeeded = entry.filter(|entry| entry.status == "succeeded").count();
            if succeeded != 1 && !matches!(asked.end, End::Late) {
                return Err(format!("{:?} was done, and has no entry that says so", asked.ask));
            }
        }
        for asked in journal.asked.iter().filter(|asked| asked.key.is_some()) {
            if let End::Answered(Told::Done(told)) = &asked.end
                && !done.contains_key(&told.request)
            {
                return Err(format!("{:?} was answered, and not done", asked.ask));
            }
        }
        let mut keys: BTreeMap<(usize, &str), Vec<&&Asked>> = BTreeMap::new();
        for asked in done.values() {
            keys.entry((asked.account, asked.key.as_deref().unwrap_or_default())).or_default().push(asked);
        }
        for ((account, key), several) in keys.iter().filter(|(_, asked)| asked.len() > 1) {
            if !journal.is_old(&journal.keys[&(*account, (*key).to_owned())], now) {
                return Err(format!("{:?} was done more than once", several[0].ask));
            }
        }
        Ok(())
    }
}
