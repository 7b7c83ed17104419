//! Where disks are.
use crate::{
    Error,
    owned::{Owned, done},
};
use virt_sys as sys;

/// A storage pool.
pub struct Pool(pub(crate) Owned<sys::_virStoragePool>);

impl Pool {
    /// Has the server look at what is in it.
    pub fn refresh(&self) -> Result<(), Error> {
        // SAFETY: the pool is ours.
        done(unsafe { sys::virStoragePoolRefresh(self.0.at(), 0) })
    }
}

/// A volume of a storage pool.
pub struct Volume(pub(crate) Owned<sys::_virStorageVol>);

impl Volume {
    /// Removes it with what is in it.
    pub fn delete(&self) -> Result<(), Error> {
        // SAFETY: the volume is ours.
        done(unsafe { sys::virStorageVolDelete(self.0.at(), 0) })
    }
}
