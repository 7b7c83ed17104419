//! What the library hands out, and takes back.
use crate::Error;
use libc::{c_char, c_int};
use std::{
    ffi::{CStr, CString},
    ptr::{self, NonNull},
};

/// Something of libvirt's that is given back when it is dropped.
pub(crate) struct Owned<T> {
    at: NonNull<T>,
    give_back: unsafe extern "C" fn(*mut T) -> c_int,
}

// SAFETY: libvirt's objects are counted references, which any thread may use and give back
// (<https://libvirt.org/html/libvirt-libvirt-host.html#virConnectOpen>).
unsafe impl<T> Send for Owned<T> {}
// SAFETY: likewise.
unsafe impl<T> Sync for Owned<T> {}

impl<T> Owned<T> {
    /// What a call gave; where it gave nothing, what it said.
    ///
    /// # Safety
    ///
    /// `at` is null, or a reference of ours that `give_back` takes.
    pub unsafe fn new(at: *mut T, give_back: unsafe extern "C" fn(*mut T) -> c_int) -> Result<Self, Error> {
        NonNull::new(at).map(|at| Self { at, give_back }).ok_or_else(Error::last)
    }

    pub fn at(&self) -> *mut T {
        self.at.as_ptr()
    }
}

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: it is ours, and this was the last that is done with it. What cannot be given back is lost.
        unsafe { (self.give_back)(self.at.as_ptr()) };
    }
}

/// All that `list` gives: it writes down where its array is, and says how many are in it.
///
/// # Safety
///
/// The array is ours, and so is each in it, which `give_back` takes.
pub(crate) unsafe fn listed<T>(
    give_back: unsafe extern "C" fn(*mut T) -> c_int,
    list: impl FnOnce(*mut *mut *mut T) -> c_int,
) -> Result<Vec<Owned<T>>, Error> {
    let mut array: *mut *mut T = ptr::null_mut();
    let count = usize::try_from(list(&raw mut array)).map_err(|_| Error::last())?;
    let mut all = Vec::with_capacity(count);
    for index in 0..count {
        // SAFETY: so many are there.
        all.push(unsafe { Owned::new(*array.add(index), give_back) }?);
    }
    // SAFETY: what it pointed to is held above; null may be freed.
    unsafe { libc::free(array.cast()) };
    Ok(all)
}

/// Whether a call that gives −1 when it failed did what it was asked to.
pub(crate) fn done(outcome: c_int) -> Result<(), Error> {
    if outcome < 0 { Err(Error::last()) } else { Ok(()) }
}

/// A text for the library.
pub(crate) fn text(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::nul())
}

/// A text that the library made for us.
///
/// # Safety
///
/// `at` is null, or a text that is ours.
pub(crate) unsafe fn taken(at: *mut c_char) -> Result<String, Error> {
    if at.is_null() {
        return Err(Error::last());
    }
    // SAFETY: it is a text, and it is ours.
    unsafe {
        let text = CStr::from_ptr(at).to_string_lossy().into_owned();
        libc::free(at.cast());
        Ok(text)
    }
}
