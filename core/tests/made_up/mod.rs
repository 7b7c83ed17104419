//! What is made up where schedules are played: chance, clocks, customers, replicas, and backends that fail as they can.
mod chance;
mod clock;
mod names;
mod promises;
mod replica;
mod rows;
mod temper;

pub use chance::Chance;
pub use clock::{Off, Standing};
pub use names::Names;
pub use promises::{Order, Served, check_domain};
pub use replica::{credential, insert, memory, replica, secret};
pub use rows::{domain, owner};
pub use temper::{Halt, Temper};
