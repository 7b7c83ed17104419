//! What operations do to the world.

/// What performing an operation does to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: it only reads.
    Reads,
    /// Something changes, now.
    Changes,
    /// Something new exists.
    Creates,
    /// Work is accepted and done later.
    Queues,
}

impl Effect {
    /// Whether the call needs an idempotency key.
    pub const fn is_mutation(self) -> bool {
        !matches!(self, Self::Reads)
    }
}
