//! A plan in the making.
use crate::{
    change::Change,
    entry::Entry,
    inventory::Inventory,
    lookup::Lookup,
    place::{Fault, Place},
    plan::Plan,
};
use hosting_core::values::time::Time;
use uuid::Uuid;

/// Why something cannot be: the member at fault, and the rule in words.
pub type Refused = (&'static str, String);

/// A plan in the making.
pub struct Planner<'a> {
    pub lookup: Lookup<'a>,
    pub inventory: &'a Inventory,
    pub now: Time,
    /// Whether what the file leaves out is removed.
    pub prune: bool,
    pub plan: Plan,
    ids: std::vec::IntoIter<Uuid>,
}

impl<'a> Planner<'a> {
    /// A plan that does nothing yet; `ids` has one for each thing without one.
    pub fn new(lookup: Lookup<'a>, inventory: &'a Inventory, now: Time, ids: Vec<Uuid>, prune: bool) -> Self {
        Self { lookup, inventory, now, prune, plan: Plan::default(), ids: ids.into_iter() }
    }

    /// The id of something new.
    pub fn id(&mut self, given: Option<Uuid>) -> Uuid {
        given.or_else(|| self.ids.next()).expect("there is an id for each thing without one")
    }

    /// Notes that something cannot be at `member` below `at`.
    pub fn fault(&mut self, at: &Place, member: &str, message: String) {
        let place = Place { pointer: format!("{}{member}", at.pointer), line: at.line };
        self.plan.faults.push(Fault { place, message });
    }

    /// What is good, or nothing: then it is noted why it cannot be at `at`.
    pub fn good<T>(&mut self, at: &Place, found: Result<T, Refused>) -> Option<T> {
        found.map_err(|(member, message)| self.fault(at, member, message)).ok()
    }

    /// Notes the difference; gives the row if there is one, so that it is written.
    pub fn differs<E: Entry>(
        &mut self,
        what: String,
        before: Option<&E::Row>,
        mut after: E::Row,
    ) -> Option<E::Row> {
        match before {
            None => self.plan.changes.push(Change::added(what)),
            Some(before) if *before == after => return None,
            Some(before) => {
                self.plan.changes.push(Change::between(what, &E::of(before), &E::of(&after)));
                E::touch(&mut after, self.now);
            }
        }
        Some(after)
    }
}
