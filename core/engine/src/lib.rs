//! Converting strangers' files: the tools, and the sealed process that they run in (`contract.md` §8.8).
//!
//! This package knows nothing of the platform: what reads a stranger's file has no way to its data.
//! The platform hands over an [`Order`], and hears [`Word`]s until the work is done or has failed.
mod bounded;
pub mod costs;
pub mod failure;
mod fonts;
mod guard;
pub mod launch;
pub mod limits;
mod machine;
pub mod mime;
pub mod order;
pub mod pointer;
mod program;
mod seal;
pub mod sniff;
pub mod tool;
pub mod work;
pub mod worker;

pub mod tools;

pub use failure::{Code, Failure};
pub use launch::{Failed, Place, Seal, Workshop};
pub use limits::Limits;
pub use machine::Machine;
pub use order::{Artifact, Input, Order, Word};
pub use tool::{About, Category, Convert, Engine, Problem, Tool};
pub use tools::TOOLS;
pub use work::Work;

/// The tool that has this id.
pub fn tool(id: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.about.id == id)
}

#[cfg(test)]
mod stage;
