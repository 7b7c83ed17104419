//! Who does which work.

/// Which workers do a kind of job: what keeps a processor busy must not hold up what waits for a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workers {
    /// Those who mostly wait for the answer of a backend.
    Waiting,
    /// Those who keep a processor busy.
    Computing,
}
