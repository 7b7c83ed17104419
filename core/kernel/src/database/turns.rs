//! Turns: where many wait, who has much waiting holds up nobody who has little.
use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};
use uuid::Uuid;

/// For whom something is done: an account, or nobody but the platform itself.
pub type Whose = Option<Uuid>;

/// What waits: of each `W` in the order in which it came, and the next is of whoever has waited longest for a turn.
#[derive(Debug)]
pub struct Turns<T, W = Whose> {
    waiting: HashMap<W, VecDeque<T>>,
    /// Everyone who has something waiting, once.
    order: VecDeque<W>,
}

impl<T, W> Default for Turns<T, W> {
    fn default() -> Self {
        Self { waiting: HashMap::new(), order: VecDeque::new() }
    }
}

impl<T, W: Copy + Eq + Hash> Turns<T, W> {
    /// Lets `item` wait behind all else that is `whose`.
    pub fn push(&mut self, whose: W, item: T) {
        let mine = self.waiting.entry(whose).or_default();
        if mine.is_empty() {
            self.order.push_back(whose);
        }
        mine.push_back(item);
    }

    /// The next.
    pub fn next(&mut self) -> Option<T> {
        self.next_of(|_| true).map(|(_, item)| item)
    }

    /// The next of those who `may` have a turn, and whose it is; the others keep their places.
    pub fn next_of(&mut self, may: impl Fn(W) -> bool) -> Option<(W, T)> {
        let at = self.order.iter().position(|whose| may(*whose))?;
        let whose = self.order.remove(at)?;
        let mine = self.waiting.get_mut(&whose)?;
        let item = mine.pop_front()?;
        if mine.is_empty() {
            self.waiting.remove(&whose);
        } else {
            self.order.push_back(whose);
        }
        Some((whose, item))
    }

    /// How much waits that is `whose`.
    pub fn count(&self, whose: W) -> usize {
        self.waiting.get(&whose).map_or(0, VecDeque::len)
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_little_waiting_is_not_behind_who_has_much() {
        let (much, little) = (Some(Uuid::from_u128(1)), Some(Uuid::from_u128(2)));
        let mut turns = Turns::default();
        (0..4).for_each(|n| turns.push(much, ("much", n)));
        turns.push(little, ("little", 0));
        turns.push(None, ("ours", 0));
        let order: Vec<_> = std::iter::from_fn(|| turns.next()).collect();
        assert_eq!(order, [("much", 0), ("little", 0), ("ours", 0), ("much", 1), ("much", 2), ("much", 3)]);
        assert!(turns.is_empty());
    }

    #[test]
    fn who_may_not_yet_keeps_the_place() {
        let (first, second) = (Some(Uuid::from_u128(1)), Some(Uuid::from_u128(2)));
        let mut turns = Turns::default();
        turns.push(first, 1);
        turns.push(second, 2);
        turns.push(second, 3);
        assert_eq!(turns.next_of(|whose| whose != first), Some((second, 2)));
        assert_eq!((turns.count(first), turns.count(second)), (1, 1));
        assert_eq!(turns.next_of(|_| true), Some((first, 1)));
        assert_eq!(turns.next_of(|whose| whose != second), None);
        assert_eq!(turns.next_of(|_| true), Some((second, 3)));
    }

    #[test]
    fn who_was_passed_over_is_next_however_many_others_come() {
        let (much, little) = (Some(Uuid::from_u128(1)), Some(Uuid::from_u128(2)));
        let mut turns = Turns::default();
        turns.push(little, 0);
        turns.push(much, 100);
        for n in 1..100 {
            turns.push(little, n);
            assert_eq!(turns.next_of(|whose| whose != much), Some((little, n - 1)));
        }
        assert_eq!((turns.next(), turns.next()), (Some(100), Some(99)));
    }
}
