//! Shared hosting: sites on a server that others use too.
mod panel_access;
pub mod record;
pub mod row;

pub use panel_access::{PanelAccess, PanelTarget};
pub use record::{HostingService, HostingStatus};
pub use row::HostingKind;
