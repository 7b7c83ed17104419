//! EPP: the driver before a registry of its own.
mod codes;
mod cuts;
mod kept;
mod login;
mod names;
mod promises;
mod sessions;
mod stage;
mod standalone;
