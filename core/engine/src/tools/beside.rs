//! Pieces of work that are done beside what begins them, several at once.
use crate::{Code, Failure};
use std::{
    collections::VecDeque,
    thread::{Builder, Scope, ScopedJoinHandle},
};

/// Pieces of work that were begun, each in a thread of its own; what they make is in the order of their beginning.
pub struct Beside<'scope, 'env, T> {
    scope: &'scope Scope<'scope, 'env>,
    most: usize,
    memory: u64,
    begun: VecDeque<Piece<'scope, T>>,
    made: Vec<T>,
}

/// A piece, and how much memory it takes.
type Piece<'scope, T> = (u64, ScopedJoinHandle<'scope, Result<T, Failure>>);

impl<'scope, 'env, T: Send + 'scope> Beside<'scope, 'env, T> {
    /// At most so many pieces at once that take so much memory, in bytes; one that takes more is done alone.
    pub fn new(scope: &'scope Scope<'scope, 'env>, most: usize, memory: u64) -> Self {
        Self { scope, most: most.max(1), memory, begun: VecDeque::new(), made: Vec::new() }
    }

    /// Begins a piece that takes so much memory, when enough of those before it are done.
    pub fn begin(
        &mut self,
        memory: u64,
        piece: impl FnOnce() -> Result<T, Failure> + Send + 'scope,
    ) -> Result<(), Failure> {
        let taken = |begun: &VecDeque<Piece<'_, T>>| begun.iter().map(|(memory, _)| memory).sum::<u64>();
        while self.begun.len() >= self.most || taken(&self.begun).saturating_add(memory) > self.memory {
            if !self.end()? {
                break;
            }
        }
        self.begun.push_back((memory, Builder::new().spawn_scoped(self.scope, piece)?));
        Ok(())
    }

    /// Waits for the first of those that are not done; says whether there was one.
    pub fn end(&mut self) -> Result<bool, Failure> {
        let broken = |_| Err(Failure::new(Code::ConversionFailed, "the work broke off"));
        let Some((_, first)) = self.begun.pop_front() else { return Ok(false) };
        self.made.push(first.join().unwrap_or_else(broken)?);
        Ok(true)
    }

    /// How many pieces were begun, and are not known to be done.
    pub fn count(&self) -> usize {
        self.begun.len()
    }

    /// What all made that are done.
    pub fn made(self) -> Vec<T> {
        self.made
    }
}

#[cfg(test)]
mod tests {
    use super::Beside;
    use crate::{Code, Failure};
    use std::{
        sync::{atomic::AtomicUsize, atomic::Ordering::SeqCst, mpsc},
        thread,
        time::Duration,
    };

    #[test]
    fn as_many_as_may_are_done_at_once() {
        let (say, hear) = mpsc::channel();
        let made = thread::scope(|scope| {
            let mut beside = Beside::new(scope, 2, u64::MAX);
            // The first needs the second to be done.
            let first = beside.begin(0, move || Ok(hear.recv_timeout(Duration::from_secs(20)).is_ok()));
            let second = beside.begin(0, move || Ok(say.send(()).is_ok()));
            assert_eq!((first, second, beside.count()), (Ok(()), Ok(()), 2));
            assert_eq!((beside.begin(0, || Ok(false)), beside.count()), (Ok(()), 2));
            assert_eq!([beside.end(), beside.end(), beside.end()], [Ok(true), Ok(true), Ok(false)]);
            beside.made()
        });
        assert_eq!(made, [true, true, false]);
    }

    #[test]
    fn no_more_memory_is_taken_than_there_is() {
        let taken = AtomicUsize::new(0);
        let made = thread::scope(|scope| {
            let mut beside = Beside::new(scope, 9, 10);
            for memory in [4, 4, 4, 30, 6, 2] {
                let piece = || {
                    let now = taken.fetch_add(1, SeqCst) + 1;
                    thread::sleep(Duration::from_millis(20));
                    taken.fetch_sub(1, SeqCst);
                    Ok(now)
                };
                beside.begin(memory, piece).expect("a thread");
                assert!(beside.count() <= if memory == 30 { 1 } else { 2 });
            }
            while beside.end().expect("none fails") {}
            beside.made()
        });
        assert!(made.len() == 6 && made[3] == 1 && made.iter().all(|now| *now <= 2), "{made:?}");
    }

    #[test]
    fn what_fails_is_told_in_its_turn() {
        thread::scope(|scope| {
            let mut beside = Beside::new(scope, 3, u64::MAX);
            let broken = Failure::broken("so it is");
            let same = broken.clone();
            assert_eq!(beside.begin(0, || Ok(1)), Ok(()));
            assert_eq!(beside.begin(0, || Err(same)), Ok(()));
            assert_eq!(beside.begin(0, || panic!("as nobody expected")), Ok(()));
            assert_eq!((beside.end(), beside.end()), (Ok(true), Err(broken)));
            assert_eq!(beside.end().expect_err("it broke off").code, Code::ConversionFailed);
        });
    }
}
