//! What stands behind the platform: the drivers of its ports (`hosting_kernel::providers`).
//!
//! They know the ports, and nothing of the areas; only the process that starts them knows which there are.
pub mod answers;
pub mod authorization_server;
pub mod cockpit;
pub mod copyparty;
pub mod directadmin;
pub mod dnsupdate;
pub mod epp;
pub mod fault;
pub mod folder;
pub mod incus;
mod keys;
#[cfg(feature = "libvirt")]
pub mod libvirt;
pub mod maps;
mod message;
pub mod none;
pub mod panels;
pub mod powerdns;
pub mod rdap;
mod records;
pub mod s3;
pub mod sandbox;
pub mod sealed;
mod tls;
mod transport;
pub mod webhook;
pub mod whm;
