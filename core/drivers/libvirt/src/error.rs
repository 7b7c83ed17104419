//! What libvirt says when it did not do what it was asked to.
use std::ffi::CStr;
use virt_sys as sys;

/// What libvirt says when it did not do what it was asked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Which sort of error (`virErrorNumber`): one of [`code`], or another.
    pub code: u32,
    /// What it says, for the log.
    pub text: String,
}

/// Sorts of errors (`virErrorNumber`).
pub mod code {
    use virt_sys as sys;

    pub use sys::{
        VIR_ERR_ACCESS_DENIED as ACCESS_DENIED, VIR_ERR_AGENT_UNRESPONSIVE as AGENT_UNRESPONSIVE,
        VIR_ERR_AGENT_UNSYNCED as AGENT_UNSYNCED, VIR_ERR_ARGUMENT_UNSUPPORTED as ARGUMENT_UNSUPPORTED,
        VIR_ERR_AUTH_CANCELLED as AUTH_CANCELLED, VIR_ERR_AUTH_FAILED as AUTH_FAILED,
        VIR_ERR_AUTH_UNAVAILABLE as AUTH_UNAVAILABLE, VIR_ERR_CONFIG_UNSUPPORTED as CONFIG_UNSUPPORTED,
        VIR_ERR_INTERNAL_ERROR as INTERNAL, VIR_ERR_INVALID_ARG as INVALID_ARGUMENT,
        VIR_ERR_INVALID_CONN as INVALID_CONNECTION, VIR_ERR_NO_CONNECT as NO_CONNECTION,
        VIR_ERR_NO_DOMAIN as NO_DOMAIN, VIR_ERR_NO_DOMAIN_METADATA as NO_DOMAIN_METADATA,
        VIR_ERR_NO_DOMAIN_SNAPSHOT as NO_DOMAIN_SNAPSHOT, VIR_ERR_NO_STORAGE_VOL as NO_STORAGE_VOLUME,
        VIR_ERR_NO_SUPPORT as NO_SUPPORT, VIR_ERR_OPERATION_DENIED as OPERATION_DENIED,
        VIR_ERR_OPERATION_FAILED as OPERATION_FAILED, VIR_ERR_OPERATION_INVALID as OPERATION_INVALID,
        VIR_ERR_OPERATION_TIMEOUT as OPERATION_TIMEOUT,
        VIR_ERR_OPERATION_UNSUPPORTED as OPERATION_UNSUPPORTED, VIR_ERR_RESOURCE_BUSY as RESOURCE_BUSY,
        VIR_ERR_RPC as RPC, VIR_ERR_SNAPSHOT_REVERT_RISKY as SNAPSHOT_REVERT_RISKY,
        VIR_ERR_SYSTEM_ERROR as SYSTEM,
    };
    /// The guest agent took too long (libvirt 7.10 and later).
    pub const AGENT_COMMAND_TIMEOUT: u32 = 112;
    /// The guest agent did not do it (libvirt 9.1 and later).
    pub const AGENT_COMMAND_FAILED: u32 = 113;
}

impl Error {
    /// What the call said that this thread made last.
    pub(crate) fn last() -> Self {
        // SAFETY: libvirt keeps what it says for each thread, until its next call.
        unsafe {
            let Some(said) = sys::virGetLastError().as_ref() else {
                return Self { code: code::INTERNAL, text: "no reason was given".to_owned() };
            };
            let text = match said.message.is_null() {
                true => String::new(),
                false => CStr::from_ptr(said.message).to_string_lossy().into_owned(),
            };
            Self { code: u32::try_from(said.code).unwrap_or(code::INTERNAL), text }
        }
    }

    /// A text that no C library could be given.
    pub(crate) fn nul() -> Self {
        Self { code: code::INVALID_ARGUMENT, text: "a text has a NUL in it".to_owned() }
    }
}
