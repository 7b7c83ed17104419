//! No capability is left, whoever started the server.
//!
//! Without namespaces root would keep them all: signals to every process of the machine, and files of anybody.
use crate::seal::Refused;
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};

/// Drops them all. What has no way to new privileges gets none back by a program that it starts.
pub(super) fn enclose() -> Result<(), Refused> {
    let refused = |cause| Refused::new("capabilities", cause);
    let none = CapabilitySet::empty();
    let none = CapabilitySets { effective: none, permitted: none, inheritable: none };
    set_capabilities(None, none).map_err(refused)?;
    match capabilities(None).map_err(refused)? == none {
        true => Ok(()),
        false => Err(Refused::new("capabilities", "some are left")),
    }
}
