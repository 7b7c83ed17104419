//! Mailboxes under a customer's own name, and what the zone of that name says of them.
mod confirm_dns;
mod desk;
mod dns_status;
mod elsewhere;
mod get;
mod key;
mod keys;
mod level;
mod list;
mod list_of_domain;
mod mail_record;
pub mod merge;
mod new_keys;
mod provision;
mod publish;
mod publish_keys;
mod reported;
mod reseal;
mod rotate;
pub mod row;
mod servers;
mod service;
mod set_up;
mod sync_dns;
mod zone;

pub(crate) use confirm_dns::ConfirmMailDns;
pub use dns_status::DnsStatus;
pub use get::GetEmailService;
pub use keys::new_rsa_key;
pub use list::ListEmailServices;
pub use list_of_domain::ListEmailServicesOfDomain;
pub use mail_record::{MailRecord, Presence, Purpose};
pub use provision::ProvisionEmailService;
pub use reported::{Held, HeldOtherwise, bring_about, held};
pub use service::{EmailDns, EmailService};
pub(crate) use set_up::SetUpMail;
pub use sync_dns::SyncEmailServiceDns;

use hosting_kernel::{
    kernel::{
        area::Area,
        changes::topic::{RecordKind, Topic, load},
        queue::{subject::Subject, task::JobKind},
        routine::Routine,
    },
    refusals::scope::Scope,
};
use level::BringMailToLevel;

/// What the kernel is told of email.
pub static AREA: Area = Area {
    jobs: &[JobKind::of::<SetUpMail>(), JobKind::of::<ConfirmMailDns>(), JobKind::of::<BringMailToLevel>()],
    subjects: &[Subject {
        name: row::SUBJECT,
        abandon: |at, id, why| Box::pin(set_up::abandon(at, id, why)),
    }],
    routines: &[
        Routine { name: "keys of mail are sealed anew", run: |platform| Box::pin(reseal::reseal(platform)) },
        Routine {
            name: "mail is stopped and removed as its services are",
            run: |platform| Box::pin(level::bring_about(platform)),
        },
        Routine {
            name: "keys of mail take the place of others",
            run: |platform| Box::pin(rotate::rotate(platform)),
        },
    ],
    followers: &[],
    topics: &[&EMAIL_SERVICE_CHANGED],
};

/// The email services of the account, or one of them.
pub static EMAIL_SERVICE_CHANGED: Topic = Topic {
    id: "emailServiceChanged",
    kinds: &[RecordKind {
        name: "email_service",
        scope: Scope::EmailRead,
        load: |platform, call, service_id| load(platform, call, GetEmailService { service_id }),
        whole: None,
    }],
    requires: None,
};
