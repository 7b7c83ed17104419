//! A snapshot of a domain.
use crate::{
    Error,
    owned::{Owned, done, taken},
};
use std::ffi::CStr;
use virt_sys as sys;

/// A snapshot of a domain.
pub struct Snapshot(pub(crate) Owned<sys::_virDomainSnapshot>);

impl Snapshot {
    /// Its name.
    pub fn name(&self) -> Result<String, Error> {
        // SAFETY: the name lives as long as the snapshot.
        unsafe {
            match sys::virDomainSnapshotGetName(self.0.at()) {
                name if name.is_null() => Err(Error::last()),
                name => Ok(CStr::from_ptr(name).to_string_lossy().into_owned()),
            }
        }
    }

    /// What libvirt keeps of it, passwords of screens among it (<https://libvirt.org/formatsnapshot.html>).
    pub fn xml(&self) -> Result<String, Error> {
        let secrets = sys::VIR_DOMAIN_SNAPSHOT_XML_SECURE;
        // SAFETY: the snapshot is ours, and so is the text.
        unsafe { taken(sys::virDomainSnapshotGetXMLDesc(self.0.at(), secrets)) }
    }

    /// Makes the domain what it was; it runs then, or is held still where it is to be `paused`. With `force` that is
    /// done where libvirt warns of it.
    pub fn revert(&self, paused: bool, force: bool) -> Result<(), Error> {
        let then = match paused {
            true => sys::VIR_DOMAIN_SNAPSHOT_REVERT_PAUSED,
            false => sys::VIR_DOMAIN_SNAPSHOT_REVERT_RUNNING,
        };
        let force = if force { sys::VIR_DOMAIN_SNAPSHOT_REVERT_FORCE } else { 0 };
        // SAFETY: the snapshot is ours.
        done(unsafe { sys::virDomainRevertToSnapshot(self.0.at(), then | force) })
    }

    /// Removes it; those that were taken after it stay.
    pub fn delete(&self) -> Result<(), Error> {
        // SAFETY: the snapshot is ours.
        done(unsafe { sys::virDomainSnapshotDelete(self.0.at(), 0) })
    }
}
