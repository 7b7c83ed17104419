//! What the registrar said a moment ago.
use chrono::TimeDelta;
use hosting_kernel::{providers::registrar::Availability, values::time::Time};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// How long a taken name is believed to be taken.
const TAKEN: TimeDelta = TimeDelta::seconds(60);
/// How long a free name is believed to be free.
const FREE: TimeDelta = TimeDelta::seconds(10);
const MOST: usize = 10_000;

/// What the registrar said a moment ago, by name; bounded.
#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<HashMap<String, (Time, Availability)>>);

impl Recent {
    /// What was said of `name`, if that still counts.
    pub fn find(&self, name: &str, now: Time) -> Option<Availability> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(name).filter(|answer| counts(answer, now)).map(|(_, availability)| availability.clone())
    }

    /// Remembers what was said of `name`.
    pub fn keep(&self, name: &str, now: Time, availability: Availability) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.retain(|_, answer| counts(answer, now));
            if known.len() >= MOST {
                // Cheaper than to choose: each answer can be had again.
                known.clear();
            }
        }
        known.insert(name.to_owned(), (now, availability));
    }
}

fn counts((said, availability): &(Time, Availability), now: Time) -> bool {
    let age = now.utc() - said.utc();
    TimeDelta::zero() <= age && age < if availability.available { FREE } else { TAKEN }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_bounded() {
        let recent = Recent::default();
        let now = Time::new(chrono::DateTime::UNIX_EPOCH);
        for n in 0..=MOST {
            let free = Availability { available: true, premium: false, price: None };
            recent.keep(&format!("n{n}.com"), now, free);
        }
        assert!(recent.0.lock().unwrap().len() <= MOST);
        assert!(recent.find(&format!("n{MOST}.com"), now).is_some());
    }
}
