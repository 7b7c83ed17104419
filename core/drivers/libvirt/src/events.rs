//! The loop that libvirt has for what happens by itself: it notices that a server is gone, or does not answer any more.
use std::{ptr, sync::OnceLock, thread, time::Duration};
use virt_sys as sys;

/// Has the loop run, once for the process, and libvirt print nothing by itself; to be called before a connection is made.
pub(crate) fn begin() {
    static BEGUN: OnceLock<()> = OnceLock::new();
    BEGUN.get_or_init(|| {
        // SAFETY: nothing was asked of libvirt before.
        let is_there = unsafe {
            sys::virInitialize();
            sys::virSetErrorFunc(ptr::null_mut(), Some(quiet));
            sys::virEventRegisterDefaultImpl() == 0
        };
        if is_there {
            // Without it a server that hangs is only noticed by those who wait for it.
            let _begun = thread::Builder::new().name("libvirt".to_owned()).spawn(run);
        }
    });
}

fn run() {
    loop {
        // SAFETY: the default implementation was registered, and this is the one thread that runs it.
        if unsafe { sys::virEventRunDefaultImpl() } < 0 {
            thread::sleep(Duration::from_millis(100));
        }
    }
}

/// What errors are told: each is told to who made the call.
unsafe extern "C" fn quiet(_: *mut libc::c_void, _: sys::virErrorPtr) {}
