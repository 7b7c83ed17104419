//! Why an inventory was not applied or not written out, or something not removed.
use crate::place::Fault;
use hosting_core::{providers::Failure, refusals::error::Error};

/// Why an inventory was not applied or not written out, or something not removed.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// It cannot be applied to what is there; nothing has changed.
    #[error("{}", lines(.0))]
    Faults(Vec<Fault>),
    /// It cannot be done as things stand; nothing has changed.
    #[error("{}", .0.join("\n"))]
    Refused(Vec<String>),
    /// The database did not do it; nothing has changed.
    #[error(transparent)]
    Database(#[from] Error),
    /// The registrar does not say which names it has adopted; nothing has changed.
    #[error("the registrar: {0}")]
    Registrar(Failure),
    /// The database says what the file says, but not every backend has adopted it: applying the file again
    /// brings them the rest.
    #[error("{}\nall else is applied: apply the file again", lines(.0))]
    NotAdopted(Vec<NotAdopted>),
    /// A backend does not say what it has; nothing has changed.
    #[error("{0}")]
    NotListed(NotAdopted),
    /// What was taken over is a service, but not every backend was told whose it is.
    #[error("{}\nthe services are there: apply what `hosting inventory export` writes, to have them told again", lines(.0))]
    NotMarked(Vec<NotAdopted>),
    /// All is done here, but not every backend has taken away what was removed: it is not told again.
    #[error("{}\nall is removed here: what these still have of it is to be taken away there", lines(.0))]
    NotTakenAway(Vec<NotAdopted>),
}

/// A backend that has not done its part, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{backend}: {failure}")]
pub struct NotAdopted {
    /// What the backend is called: its id, or the port of one that nobody named, such as `dns`.
    pub backend: String,
    /// Why.
    pub failure: Failure,
}

fn lines(found: &[impl ToString]) -> String {
    found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
