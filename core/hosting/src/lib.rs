//! Shared hosting: sites on a server that others use too.
pub mod apply_site;
mod create_panel_access;
mod find;
mod get;
mod get_stats;
pub(crate) mod life;
mod list;
mod panel_access;
pub mod record;
mod reported;
pub mod row;
pub mod site;
mod state;
mod stats;

pub(crate) use apply_site::ApplySite;
pub use create_panel_access::CreatePanelAccess;
pub use get::GetHostingService;
pub use get_stats::GetHostingStats;
pub use hosting_kernel::kernel::settings::FreeHosting;
pub use list::ListHostingServices;
pub use panel_access::{PanelAccess, PanelTarget};
pub use record::{HostingService, HostingStatus};
pub use reported::{Compared, StandsOtherwise, bring_about, compared};
pub use row::HostingKind;
pub use stats::HostingStats;

use hosting_kernel::kernel::{area::Area, queue::task::JobKind, routine::Routine};

/// What the kernel is told of shared hosting.
pub static AREA: Area = Area {
    jobs: &[JobKind::of::<ApplySite>()],
    subjects: &[],
    routines: &[Routine { name: "sites live on", run: |platform| Box::pin(life::live(platform)) }],
    followers: &[],
    topics: &[],
};
