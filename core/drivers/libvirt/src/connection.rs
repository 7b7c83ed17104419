//! A connection to a server.
use crate::{
    Domain, Error, Pool, Volume, events,
    owned::{Owned, done, listed, taken, text},
};
use virt_sys as sys;

/// A connection to a server.
pub struct Connection(pub(crate) Owned<sys::_virConnect>);

impl Connection {
    /// Connects to the server at `uri` (<https://libvirt.org/uri.html>), and has it asked every `seconds` whether it is
    /// there, where that can be: who does not answer three times is left.
    pub fn open(uri: &str, seconds: i32) -> Result<Self, Error> {
        events::begin();
        let uri = text(uri)?;
        // SAFETY: the text outlives the call; the connection is ours.
        let opened = unsafe { Owned::new(sys::virConnectOpen(uri.as_ptr()), sys::virConnectClose) }?;
        // SAFETY: the connection is open. One that needs no server cannot do this.
        unsafe { sys::virConnectSetKeepAlive(opened.at(), seconds, 3) };
        Ok(Self(opened))
    }

    /// Whether the server is there, as far as is known.
    pub fn is_alive(&self) -> bool {
        // SAFETY: the connection is open.
        unsafe { sys::virConnectIsAlive(self.0.at()) == 1 }
    }

    /// What the server can do, as XML (<https://libvirt.org/formatcaps.html>).
    pub fn capabilities(&self) -> Result<String, Error> {
        // SAFETY: the connection is open; the text is ours.
        unsafe { taken(sys::virConnectGetCapabilities(self.0.at())) }
    }

    /// All domains, whether they run or not.
    pub fn domains(&self) -> Result<Vec<Domain>, Error> {
        // SAFETY: the connection is open; the array and the domains are ours.
        let all = unsafe {
            listed(sys::virDomainFree, |array| sys::virConnectListAllDomains(self.0.at(), array, 0))
        }?;
        Ok(all.into_iter().map(Domain).collect())
    }

    /// The domain that libvirt knows by `uuid`.
    pub fn domain_by_uuid(&self, uuid: &[u8; 16]) -> Result<Domain, Error> {
        // SAFETY: it reads 16 bytes; the domain is ours.
        let found =
            unsafe { Owned::new(sys::virDomainLookupByUUID(self.0.at(), uuid.as_ptr()), sys::virDomainFree) };
        found.map(Domain)
    }

    /// The domain by the name of `name`.
    pub fn domain_by_name(&self, name: &str) -> Result<Domain, Error> {
        let name = text(name)?;
        // SAFETY: the text outlives the call; the domain is ours.
        let found =
            unsafe { Owned::new(sys::virDomainLookupByName(self.0.at(), name.as_ptr()), sys::virDomainFree) };
        found.map(Domain)
    }

    /// The storage pools that are in use.
    pub fn pools(&self) -> Result<Vec<Pool>, Error> {
        let active = sys::VIR_CONNECT_LIST_STORAGE_POOLS_ACTIVE;
        // SAFETY: the connection is open; the array and the pools are ours.
        let all = unsafe {
            listed(sys::virStoragePoolFree, |array| {
                sys::virConnectListAllStoragePools(self.0.at(), array, active)
            })
        }?;
        Ok(all.into_iter().map(Pool).collect())
    }

    /// The volume of a storage pool that is at `path`.
    pub fn volume_by_path(&self, path: &str) -> Result<Volume, Error> {
        let path = text(path)?;
        // SAFETY: the text outlives the call; the volume is ours.
        let found = unsafe {
            Owned::new(sys::virStorageVolLookupByPath(self.0.at(), path.as_ptr()), sys::virStorageVolFree)
        };
        found.map(Volume)
    }

    /// Whether the server answers.
    pub fn ask(&self) -> Result<(), Error> {
        let mut version = 0;
        // SAFETY: the connection is open, and there is room for the answer.
        done(unsafe { sys::virConnectGetLibVersion(self.0.at(), &raw mut version) })
    }
}
