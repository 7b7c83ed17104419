//! One thing of an inventory, with its place in the file.
use crate::place::Place;

/// One thing of an inventory.
#[derive(Clone, Debug)]
pub struct Item<T> {
    /// Where the file says it.
    pub place: Place,
    /// What it belongs to: the index of an account, of a service, or of a domain.
    pub parent: usize,
    /// What the file says.
    pub value: T,
}
