//! The binary itself, started, killed and shown around.
mod binary;
mod client;
mod conversions;
mod crash;
mod machines;
mod password;
mod readme;
mod uploads;
