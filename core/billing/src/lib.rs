//! What is due is paid, or is lost in time: periods of services and of domains, and who takes the money for them.
//!
//! Where nobody is asked for the money, nothing here is done: what the operator's inventory says of a service stays.
mod again;
mod ask;
pub mod charge;
mod domains;
mod hear;
mod renew_kvm_instance;
mod renewal;
mod services;
mod settle;
mod unpaid;
mod wanted;
mod withdraw;

pub use hear::{NotHeard, hear};
pub use renew_kvm_instance::RenewKvmInstance;
pub use renewal::Bill;

use hosting_kernel::kernel::{
    area::Area,
    queue::{subject::Subject, task::JobKind},
    routine::Routine,
};
use uuid::Uuid;

/// What queued work on a charge is about.
const SUBJECT: &str = "charge";

/// What the kernel is told of payments.
pub static AREA: Area = Area {
    jobs: &[JobKind::of::<ask::AskForPayment>(), JobKind::of::<withdraw::WithdrawCharge>()],
    // What nobody could read is asked for again in its time.
    subjects: &[Subject { name: SUBJECT, abandon: |_, _, _| Box::pin(async { Ok(()) }) }],
    routines: &[
        Routine {
            name: "services that are due are charged",
            run: |platform| Box::pin(services::charge_due(platform)),
        },
        Routine {
            name: "domains that are due are charged",
            run: |platform| Box::pin(domains::charge_due(platform)),
        },
        Routine {
            name: "charges are asked for again, or withdrawn",
            run: |platform| Box::pin(again::see_to_open(platform)),
        },
        Routine {
            name: "services that are not paid are stopped, and terminated later",
            run: |platform| Box::pin(unpaid::pass_on(platform)),
        },
    ],
    followers: &[],
    topics: &[],
};

fn subject(charge: Uuid) -> String {
    format!("{SUBJECT}:{charge}")
}
