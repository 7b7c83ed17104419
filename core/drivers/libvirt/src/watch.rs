//! What becomes of domains, as their server tells it.
use crate::{Connection, Error, owned::done};
use libc::{c_int, c_void};
use std::{mem::transmute, ptr, sync::Arc};
use virt_sys as sys;

/// Who is told of a domain, by what libvirt knows it by.
type Tell = Box<dyn Fn([u8; 16]) + Send + Sync>;
/// What is called of changes in the life of a domain (`virConnectDomainEventCallback`).
type Lifecycle =
    unsafe extern "C" fn(*mut sys::_virConnect, *mut sys::_virDomain, c_int, c_int, *mut c_void) -> c_int;
/// What all that is called goes by (`virConnectDomainEventGenericCallback`).
type Generic = unsafe extern "C" fn(*mut sys::_virConnect, *mut sys::_virDomain, *mut c_void);

/// Somebody who is told of what becomes of domains, for as long as this lives. Taking leave of the server may wait for it.
pub struct Watch {
    connection: Arc<Connection>,
    callback: c_int,
}

impl Watch {
    /// Has `tell` called whenever a domain is defined, started, held still, resumed, ended or forgotten
    /// (`virDomainEventType`), in the one thread of libvirt's own events: it may not wait.
    pub fn begin(
        connection: Arc<Connection>,
        tell: impl Fn([u8; 16]) + Send + Sync + 'static,
    ) -> Result<Self, Error> {
        let tell: Tell = Box::new(tell);
        let tell = Box::into_raw(Box::new(tell));
        // SAFETY: the connection is open. Of this sort of event `told` is called with all that it takes, whatever it goes
        // by here. What is told is libvirt's until it gives it back.
        let callback = unsafe {
            sys::virConnectDomainEventRegisterAny(
                connection.0.at(),
                ptr::null_mut(),
                sys::VIR_DOMAIN_EVENT_ID_LIFECYCLE.cast_signed(),
                Some(transmute::<Lifecycle, Generic>(told)),
                tell.cast(),
                Some(give_back),
            )
        };
        match done(callback) {
            Ok(()) => Ok(Self { connection, callback }),
            Err(why) => {
                // SAFETY: what was refused was not taken.
                drop(unsafe { Box::from_raw(tell) });
                Err(why)
            }
        }
    }

    /// Whether the server is there, as far as is known: one that is gone tells nothing.
    pub fn is_alive(&self) -> bool {
        self.connection.is_alive()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // SAFETY: it was registered at this connection. Where the server is gone, it goes with that.
        unsafe { sys::virConnectDomainEventDeregisterAny(self.connection.0.at(), self.callback) };
    }
}

unsafe extern "C" fn told(
    _: *mut sys::_virConnect,
    domain: *mut sys::_virDomain,
    _: c_int,
    _: c_int,
    tell: *mut c_void,
) -> c_int {
    let mut uuid = [0; 16];
    // SAFETY: it is a domain, and 16 bytes are written; what was registered is there for as long as it is called.
    unsafe {
        if sys::virDomainGetUUID(domain, uuid.as_mut_ptr()) == 0 {
            (*tell.cast::<Tell>())(uuid);
        }
    }
    0
}

unsafe extern "C" fn give_back(tell: *mut c_void) {
    // SAFETY: it was made so, and nobody has it any more.
    drop(unsafe { Box::from_raw(tell.cast::<Tell>()) });
}
