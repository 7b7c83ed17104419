//! How a request ends: as its usage entry says, or because its time is over. What comes first holds.
use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

const OPEN: u8 = 0;
const WRITTEN: u8 = 1;
const LATE: u8 = 2;

/// The end of one request; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Ending(Arc<AtomicU8>);

impl Ending {
    /// Says that its time is over. Where it is being written down already how it ended, that holds, and the answer
    /// is about to come: then this is no.
    pub fn give_up(&self) -> bool {
        match self.0.compare_exchange(OPEN, LATE, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => true,
            Err(ended) => ended == LATE,
        }
    }

    /// Says the same of what has several entries: those that are still to come say it.
    pub fn cut_off(&self) {
        self.0.store(LATE, Ordering::Release);
    }

    /// Says that it is written down now how it ends, unless its time is over.
    pub fn write_down(&self) -> bool {
        let written = self.0.compare_exchange(OPEN, WRITTEN, Ordering::AcqRel, Ordering::Acquire);
        written.err() != Some(LATE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_first_holds() {
        let answered = Ending::default();
        assert!(answered.write_down(), "in time");
        assert!(!answered.give_up(), "its entry stands");
        assert!(answered.write_down(), "another entry of it");

        let late = Ending::default();
        assert!(late.give_up() && late.give_up());
        assert!(!late.write_down());
    }

    #[test]
    fn what_is_cut_off_says_so_from_then_on() {
        let several = Ending::default();
        assert!(several.write_down(), "in time");
        several.cut_off();
        assert!(!several.write_down());
    }
}
