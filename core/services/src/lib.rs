//! What a customer has ordered.
mod get;
pub mod level;
pub mod life;
mod list;
mod order;
pub mod period;
pub mod plan;
pub mod service;

pub use get::GetService;
pub use list::ListServices;
pub use order::ServiceOrder;
pub use service::Model as Service;

use hosting_kernel::{
    kernel::{
        area::Area,
        changes::topic::{RecordKind, Topic, load},
        routine::Routine,
    },
    refusals::scope::Scope,
};

/// What the kernel is told of services.
pub static AREA: Area = Area {
    jobs: &[],
    subjects: &[],
    routines: &[Routine {
        name: "services that were cancelled end, and are terminated later",
        run: |platform| Box::pin(life::pass_on(platform)),
    }],
    followers: &[],
    topics: &[&SERVICE_CHANGED],
};

/// The services of the account, or one of them.
pub static SERVICE_CHANGED: Topic = Topic {
    id: "serviceChanged",
    kinds: &[RecordKind {
        name: "service",
        scope: Scope::ServicesRead,
        load: |platform, call, service_id| load(platform, call, GetService { service_id }),
        whole: None,
    }],
    requires: None,
};
