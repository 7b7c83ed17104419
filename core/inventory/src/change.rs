//! What applying an inventory changes, or removing something.
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt;

/// What happens to a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It was not there.
    Added,
    /// It was there, and is different now.
    Changed,
    /// It was there, and is gone.
    Removed,
}

/// One thing that is added, changed or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What happens to it.
    pub action: Action,
    /// What it is, such as `domain example.com`.
    pub what: String,
    /// What is different, member by member; of a thing that was not there, or is gone, nothing is listed.
    pub members: Vec<Member>,
}

/// A member that has another value now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The member as the file names it.
    pub name: String,
    /// What it was.
    pub old: Value,
    /// What it is.
    pub new: Value,
}

impl Change {
    pub(crate) const fn added(what: String) -> Self {
        Self { action: Action::Added, what, members: Vec::new() }
    }

    pub(crate) const fn removed(what: String) -> Self {
        Self { action: Action::Removed, what, members: Vec::new() }
    }

    /// The difference between `old` and `new`, both as the file would write them.
    pub(crate) fn between(what: String, old: &impl Serialize, new: &impl Serialize) -> Self {
        let (mut old, new) = (members(old), members(new));
        let member = |(name, new): (String, Value)| {
            let old = old.remove(&name).unwrap_or_default();
            (old != new).then_some(Member { name, old, new })
        };
        Self { action: Action::Changed, what, members: new.into_iter().filter_map(member).collect() }
    }
}

fn members(thing: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(thing) {
        Ok(Value::Object(members)) => members,
        _ => Map::new(),
    }
}

/// One line, such as `~ domain example.com: auto_renew false → true`.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.action {
            Action::Added => '+',
            Action::Changed => '~',
            Action::Removed => '-',
        };
        write!(f, "{sign} {}", self.what)?;
        for (index, Member { name, old, new }) in self.members.iter().enumerate() {
            let gap = if index == 0 { ":" } else { "," };
            write!(f, "{gap} {name} {old} → {new}")?;
        }
        Ok(())
    }
}
