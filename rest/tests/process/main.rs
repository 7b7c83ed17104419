//! The binary itself, started, killed and shown around.
mod binary;
mod crash;
mod readme;
