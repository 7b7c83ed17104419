//! Refusals: why something is not done, in one closed list (`contract.md` §2).
pub mod code;
pub mod error;
pub mod fault;
pub mod scope;
