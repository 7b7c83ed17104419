//! How many terminals there can be.
use crate::connections::{Connection, Connections};
use hosting_core::{Error, Result};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use uuid::Uuid;

/// Terminals of one container at once.
const PER_CONTAINER: usize = 5;
/// Terminals in all.
const IN_ALL: usize = 256;

/// The terminals that are open; cheap to clone.
#[derive(Clone, Debug)]
pub struct Terminals {
    /// Their connections.
    pub connections: Connections,
    per_container: PerContainer,
}

/// How many of each container are open.
#[derive(Clone, Debug, Default)]
struct PerContainer(Arc<Mutex<HashMap<Uuid, usize>>>);

/// One open terminal; it counts until it is dropped.
pub struct OpenTerminal {
    pub connection: Connection,
    container: Uuid,
    per_container: PerContainer,
}

impl Default for Terminals {
    fn default() -> Self {
        Self { connections: Connections::new(IN_ALL, IN_ALL), per_container: PerContainer::default() }
    }
}

impl Terminals {
    /// Opens one more of `container`, unless there are too many or the process shuts down.
    pub fn open(&self, container: Uuid) -> Result<OpenTerminal> {
        let connection = self.connections.open()?;
        let mut open = self.per_container.lock();
        let count = open.entry(container).or_default();
        if *count >= PER_CONTAINER {
            let message = format!("the container has {PER_CONTAINER} terminals open: close one first");
            return Err(Error::ActionNotAllowed(message));
        }
        *count += 1;
        Ok(OpenTerminal { connection, container, per_container: self.per_container.clone() })
    }
}

impl PerContainer {
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenTerminal {
    fn drop(&mut self) {
        let mut open = self.per_container.lock();
        if let Some(count) = open.get_mut(&self.container) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.container);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_are_bounded_for_a_container_and_in_all_and_given_back() {
        let terminals = Terminals::default();
        let of = Uuid::from_u128;
        let mut open: Vec<_> =
            (0..PER_CONTAINER).map(|_| terminals.open(of(1)).expect("a terminal")).collect();
        assert!(matches!(terminals.open(of(1)), Err(Error::ActionNotAllowed(_))));
        assert_eq!(terminals.connections.count(), PER_CONTAINER, "what is refused does not count");
        open.pop();
        open.push(terminals.open(of(1)).expect("one that was given back"));
        let others =
            (PER_CONTAINER..IN_ALL).map(|number| terminals.open(of(number as u128)).expect("a terminal"));
        let others: Vec<_> = others.collect();
        assert!(matches!(terminals.open(of(9999)), Err(Error::Overloaded)));
        drop((open, others));
        assert!(terminals.per_container.lock().is_empty());
        assert_eq!(terminals.connections.count(), 0);
    }
}
