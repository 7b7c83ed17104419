//! A domain: what libvirt calls a virtual machine.
use crate::{
    Error, Snapshot,
    owned::{Owned, done, listed, taken, text},
};
use std::{ffi::CStr, ptr};
use virt_sys as sys;

/// A domain.
pub struct Domain(pub(crate) Owned<sys::_virDomain>);

/// Where domains stand (`virDomainState`), and why some are held still (`virDomainPausedReason`).
pub mod state {
    use virt_sys as sys;

    pub use sys::{
        VIR_DOMAIN_BLOCKED as BLOCKED, VIR_DOMAIN_CRASHED as CRASHED, VIR_DOMAIN_PAUSED as PAUSED,
        VIR_DOMAIN_PAUSED_CRASHED as PAUSED_CRASHED, VIR_DOMAIN_PAUSED_MIGRATION as PAUSED_MIGRATION,
        VIR_DOMAIN_PAUSED_SAVE as PAUSED_SAVE, VIR_DOMAIN_PAUSED_SHUTTING_DOWN as PAUSED_SHUTTING_DOWN,
        VIR_DOMAIN_PAUSED_SNAPSHOT as PAUSED_SNAPSHOT, VIR_DOMAIN_PAUSED_STARTING_UP as PAUSED_STARTING_UP,
        VIR_DOMAIN_PMSUSPENDED as ASLEEP, VIR_DOMAIN_RUNNING as RUNNING, VIR_DOMAIN_SHUTDOWN as GOING_DOWN,
        VIR_DOMAIN_SHUTOFF as OFF, VIR_DOMAIN_SHUTOFF_DESTROYED as OFF_BY_HAND,
        VIR_DOMAIN_SHUTOFF_SHUTDOWN as OFF_BY_GUEST,
    };
}

/// Which of a domain's two descriptions is meant: of what runs, or of what is started next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Description {
    /// Of what runs where it runs, and of what is started next where it is off.
    Present,
    /// Of what runs.
    Live,
    /// Of what is started next.
    Kept,
    /// Both.
    Both,
}

impl Description {
    const fn flags(self) -> u32 {
        match self {
            Self::Present => sys::VIR_DOMAIN_AFFECT_CURRENT,
            Self::Live => sys::VIR_DOMAIN_AFFECT_LIVE,
            Self::Kept => sys::VIR_DOMAIN_AFFECT_CONFIG,
            Self::Both => sys::VIR_DOMAIN_AFFECT_LIVE | sys::VIR_DOMAIN_AFFECT_CONFIG,
        }
    }
}

const ELEMENT: i32 = sys::VIR_DOMAIN_METADATA_ELEMENT.cast_signed();

impl Domain {
    /// Its name.
    pub fn name(&self) -> Result<String, Error> {
        // SAFETY: the name lives as long as the domain.
        unsafe {
            match sys::virDomainGetName(self.0.at()) {
                name if name.is_null() => Err(Error::last()),
                name => Ok(CStr::from_ptr(name).to_string_lossy().into_owned()),
            }
        }
    }

    /// What libvirt knows it by.
    pub fn uuid(&self) -> Result<[u8; 16], Error> {
        let mut uuid = [0; 16];
        // SAFETY: it writes 16 bytes.
        done(unsafe { sys::virDomainGetUUID(self.0.at(), uuid.as_mut_ptr()) }).map(|()| uuid)
    }

    /// Where it stands, and why: both of [`state`].
    pub fn state(&self) -> Result<(u32, u32), Error> {
        let (mut state, mut reason) = (0, 0);
        // SAFETY: there is room for both.
        done(unsafe { sys::virDomainGetState(self.0.at(), &raw mut state, &raw mut reason, 0) })?;
        Ok((state.cast_unsigned(), reason.cast_unsigned()))
    }

    /// Whether it is there when it is off.
    pub fn is_persistent(&self) -> Result<bool, Error> {
        // SAFETY: the domain is ours.
        let outcome = unsafe { sys::virDomainIsPersistent(self.0.at()) };
        done(outcome).map(|()| outcome == 1)
    }

    /// What is started next, as XML (<https://libvirt.org/formatdomain.html>).
    pub fn xml(&self) -> Result<String, Error> {
        // SAFETY: the domain is ours, and so is the text.
        unsafe { taken(sys::virDomainGetXMLDesc(self.0.at(), sys::VIR_DOMAIN_XML_INACTIVE)) }
    }

    /// How big its disk is that it calls `target`, in bytes, whether it runs or not.
    pub fn disk_bytes(&self, target: &str) -> Result<u64, Error> {
        let target = text(target)?;
        let mut info = sys::virDomainBlockInfo { capacity: 0, allocation: 0, physical: 0 };
        // SAFETY: the text outlives the call, and there is room for the answer.
        done(unsafe { sys::virDomainGetBlockInfo(self.0.at(), target.as_ptr(), &raw mut info, 0) })?;
        Ok(info.capacity)
    }

    /// The element of the namespace `uri` in its metadata.
    pub fn metadata(&self, uri: &str, of: Description) -> Result<String, Error> {
        let uri = text(uri)?;
        // SAFETY: the text outlives the call; what it gives is ours.
        unsafe { taken(sys::virDomainGetMetadata(self.0.at(), ELEMENT, uri.as_ptr(), of.flags())) }
    }

    /// Puts `element` into its metadata, in the namespace `uri` with the prefix `key`, in place of what is there.
    pub fn set_metadata(&self, element: &str, key: &str, uri: &str, of: Description) -> Result<(), Error> {
        let (element, key, uri) = (text(element)?, text(key)?, text(uri)?);
        let (element, key, uri) = (element.as_ptr(), key.as_ptr(), uri.as_ptr());
        // SAFETY: the texts outlive the call.
        done(unsafe { sys::virDomainSetMetadata(self.0.at(), ELEMENT, element, key, uri, of.flags()) })
    }

    /// Starts it.
    pub fn start(&self) -> Result<(), Error> {
        // SAFETY: the domain is ours.
        done(unsafe { sys::virDomainCreate(self.0.at()) })
    }

    /// Switches it off.
    pub fn destroy(&self) -> Result<(), Error> {
        // SAFETY: the domain is ours.
        done(unsafe { sys::virDomainDestroy(self.0.at()) })
    }

    /// Presses its power button, and does not wait for what comes of that.
    pub fn press_power_button(&self) -> Result<(), Error> {
        // SAFETY: the domain is ours.
        done(unsafe { sys::virDomainShutdownFlags(self.0.at(), sys::VIR_DOMAIN_SHUTDOWN_ACPI_POWER_BTN) })
    }

    /// Has the agent in the guest shut it down.
    pub fn shut_down_by_agent(&self) -> Result<(), Error> {
        // SAFETY: the domain is ours.
        done(unsafe { sys::virDomainShutdownFlags(self.0.at(), sys::VIR_DOMAIN_SHUTDOWN_GUEST_AGENT) })
    }

    /// Holds it still.
    pub fn suspend(&self) -> Result<(), Error> {
        // SAFETY: the domain is ours.
        done(unsafe { sys::virDomainSuspend(self.0.at()) })
    }

    /// Holds it still no longer.
    pub fn resume(&self) -> Result<(), Error> {
        // SAFETY: the domain is ours.
        done(unsafe { sys::virDomainResume(self.0.at()) })
    }

    /// Wakes a guest that has gone to sleep by itself.
    pub fn wake(&self) -> Result<(), Error> {
        // SAFETY: the domain is ours.
        done(unsafe { sys::virDomainPMWakeup(self.0.at(), 0) })
    }

    /// Has libvirt know it no longer, nor its snapshots. Its disks stay.
    pub fn undefine(&self) -> Result<(), Error> {
        let flags = sys::VIR_DOMAIN_UNDEFINE_MANAGED_SAVE
            | sys::VIR_DOMAIN_UNDEFINE_SNAPSHOTS_METADATA
            | sys::VIR_DOMAIN_UNDEFINE_CHECKPOINTS_METADATA
            | sys::VIR_DOMAIN_UNDEFINE_NVRAM;
        // SAFETY: the domain is ours.
        done(unsafe { sys::virDomainUndefineFlags(self.0.at(), flags) })
    }

    /// Has its agent set the password of `user`, and waits for it no longer than `seconds`.
    pub fn set_password(&self, user: &str, password: &str, seconds: i32) -> Result<(), Error> {
        let (user, password) = (text(user)?, text(password)?);
        // SAFETY: the domain is ours, and the texts outlive the calls.
        unsafe {
            done(sys::virDomainAgentSetResponseTimeout(self.0.at(), seconds, 0))?;
            done(sys::virDomainSetUserPassword(self.0.at(), user.as_ptr(), password.as_ptr(), 0))
        }
    }

    /// All its snapshots.
    pub fn snapshots(&self) -> Result<Vec<Snapshot>, Error> {
        // SAFETY: the domain is ours; the array and the snapshots are too.
        let all = unsafe {
            listed(sys::virDomainSnapshotFree, |array| sys::virDomainListAllSnapshots(self.0.at(), array, 0))
        }?;
        Ok(all.into_iter().map(Snapshot).collect())
    }

    /// Its snapshot by the name of `name`.
    pub fn snapshot(&self, name: &str) -> Result<Snapshot, Error> {
        let name = text(name)?;
        // SAFETY: the text outlives the call; the snapshot is ours.
        let found = unsafe {
            let at = sys::virDomainSnapshotLookupByName(self.0.at(), name.as_ptr(), 0);
            Owned::new(at, sys::virDomainSnapshotFree)
        };
        found.map(Snapshot)
    }

    /// Takes the snapshot that `xml` describes: of its disks and, where it runs, of its memory; of its disks alone, in
    /// files beside them, where it is to be `external`.
    pub fn take_snapshot(&self, xml: &str, external: bool) -> Result<(), Error> {
        let only_disks = sys::VIR_DOMAIN_SNAPSHOT_CREATE_DISK_ONLY | sys::VIR_DOMAIN_SNAPSHOT_CREATE_ATOMIC;
        self.snapshot_xml(xml, if external { only_disks } else { 0 })
    }

    /// Has libvirt keep `xml` of a snapshot that it has, in place of what it keeps.
    pub fn redefine_snapshot(&self, xml: &str) -> Result<(), Error> {
        self.snapshot_xml(xml, sys::VIR_DOMAIN_SNAPSHOT_CREATE_REDEFINE)
    }

    fn snapshot_xml(&self, xml: &str, flags: u32) -> Result<(), Error> {
        let xml = text(xml)?;
        // SAFETY: the text outlives the call; the snapshot is ours.
        unsafe {
            let at = sys::virDomainSnapshotCreateXML(self.0.at(), xml.as_ptr(), flags);
            Owned::new(at, sys::virDomainSnapshotFree).map(drop)
        }
    }

    /// It, by a reference of libvirt's own.
    ///
    /// # Safety
    ///
    /// `at` is a domain.
    pub(crate) unsafe fn seen(at: *mut sys::_virDomain) -> Result<([u8; 16], Option<u32>), Error> {
        let (mut uuid, none) = ([0; 16], u32::MAX);
        debug_assert_ne!(at, ptr::null_mut());
        // SAFETY: it is a domain; 16 bytes are written.
        unsafe {
            done(sys::virDomainGetUUID(at, uuid.as_mut_ptr()))?;
            let id = sys::virDomainGetID(at);
            Ok((uuid, (id != none).then_some(id)))
        }
    }
}
