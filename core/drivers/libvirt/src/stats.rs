//! What all domains use, in one call.
use crate::{Connection, Domain, Error};
use std::{collections::HashMap, ffi::CStr, ptr, slice};
use virt_sys as sys;

/// What a domain uses, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// What libvirt knows it by.
    pub uuid: [u8; 16],
    /// What what runs is known by; another each time that it is started.
    pub id: Option<u32>,
    /// Amounts by their names, such as `cpu.time` (`virConnectGetAllDomainStats`); what is no amount is left out.
    pub amounts: HashMap<String, u64>,
}

impl Connection {
    /// What all domains use. One that something else is being done with tells less.
    pub fn stats(&self) -> Result<Vec<Stats>, Error> {
        let asked = sys::VIR_DOMAIN_STATS_STATE
            | sys::VIR_DOMAIN_STATS_CPU_TOTAL
            | sys::VIR_DOMAIN_STATS_BALLOON
            | sys::VIR_DOMAIN_STATS_INTERFACE
            | sys::VIR_DOMAIN_STATS_BLOCK;
        let mut list = ptr::null_mut();
        // SAFETY: the connection is open, and there is room for where the list is.
        let count = unsafe {
            let no_wait = sys::VIR_CONNECT_GET_ALL_DOMAINS_STATS_NOWAIT;
            sys::virConnectGetAllDomainStats(self.0.at(), asked, &raw mut list, no_wait)
        };
        let count = usize::try_from(count).map_err(|_| Error::last())?;
        // SAFETY: so many records are in the list, each whole; the list is ours, with all in it, until it is given back.
        unsafe {
            let all = (0..count).map(|index| read(&**list.add(index))).collect();
            sys::virDomainStatsRecordListFree(list);
            all
        }
    }
}

/// # Safety
///
/// The record is whole.
unsafe fn read(record: &sys::virDomainStatsRecord) -> Result<Stats, Error> {
    // SAFETY: its domain is one.
    let (uuid, id) = unsafe { Domain::seen(record.dom) }?;
    let count = usize::try_from(record.nparams).unwrap_or(0);
    let parameters = match record.params.is_null() {
        true => &[][..],
        // SAFETY: so many are there.
        false => unsafe { slice::from_raw_parts(record.params, count) },
    };
    // SAFETY: each is whole.
    let amounts = parameters.iter().filter_map(|one| unsafe { amount(one) }).collect();
    Ok(Stats { uuid, id, amounts })
}

/// # Safety
///
/// The parameter is whole: its name ends, and its value is of its type.
unsafe fn amount(one: &sys::virTypedParameter) -> Option<(String, u64)> {
    // SAFETY: as is said above.
    unsafe {
        let value = match one.type_.cast_unsigned() {
            sys::VIR_TYPED_PARAM_INT => u64::try_from(one.value.i).ok()?,
            sys::VIR_TYPED_PARAM_UINT => u64::from(one.value.ui),
            sys::VIR_TYPED_PARAM_LLONG => u64::try_from(one.value.l).ok()?,
            sys::VIR_TYPED_PARAM_ULLONG => one.value.ul,
            _ => return None,
        };
        Some((CStr::from_ptr(one.field.as_ptr()).to_str().ok()?.to_owned(), value))
    }
}
