//! The port to whoever takes the money: what is due is told, and whether it was paid answered.
use super::Failure;
use crate::values::{money::Money, time::Time};
use sea_orm::entity::prelude::*;

/// What is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
pub enum Subject {
    /// A service of whatever type.
    Service,
    /// The registration of a domain.
    Domain,
}

impl Subject {
    /// Its word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Service => "service",
            Self::Domain => "domain",
        }
    }
}

/// A period of something, which is to be paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// Identifies the period that is paid for: whatever is asked under it is paid once at most.
    pub id: Uuid,
    /// How often it was declined or withdrawn before: another attempt may cost something else.
    pub attempt: i32,
    /// Who pays.
    pub account: Uuid,
    /// What is paid for.
    pub subject: Subject,
    /// Which of them.
    pub subject_id: Uuid,
    /// The plan, or the name: for the invoice.
    pub description: String,
    /// When the period begins.
    pub starts: Time,
    /// When it ends, and the next begins.
    pub ends: Time,
    /// Its calendar months.
    pub months: i32,
    /// What it costs.
    pub amount: Money,
    /// The currency (ISO 4217).
    pub currency: String,
}

/// What came of a charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payment {
    /// The money is there, or as good as that.
    Paid,
    /// It is on its way: asked again, or by a message, it will be known.
    Pending,
    /// It was declined; the reason is for the customer.
    Declined(String),
}

/// What came of taking a charge back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawal {
    /// It will not be paid any more.
    Withdrawn,
    /// It was paid already.
    Paid,
}

/// A message as it came over HTTP, in the form of the Standard Webhooks specification: nobody has looked at it yet.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    /// `webhook-id`.
    pub id: &'a str,
    /// `webhook-timestamp`: seconds since the first of January 1970.
    pub timestamp: &'a str,
    /// `webhook-signature`.
    pub signature: &'a str,
    /// The body.
    pub body: &'a [u8],
}

/// What a message says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Of which charge.
    pub charge: Uuid,
    /// Of which attempt at it; of any unless it says so.
    pub attempt: Option<i32>,
    /// What came of it.
    pub payment: Payment,
}

/// Who takes the money.
#[async_trait::async_trait]
pub trait Billing: Send + Sync {
    /// Has a charge paid, or says what became of it. The same attempt asked again is the same charge.
    async fn charge(&self, charge: &Charge) -> Result<Payment, Failure>;

    /// Takes a charge back that is not wanted any more. One that it does not know is withdrawn.
    async fn withdraw(&self, charge: &Charge) -> Result<Withdrawal, Failure>;

    /// What a message says. `Misconfigured` where it is not signed by whom it should be,
    /// `Refused` where it says nothing that is understood.
    fn read(&self, _message: &Message<'_>, _now: Time) -> Result<Heard, Failure> {
        Err(Failure::Refused("this backend sends no messages".to_owned()))
    }

    /// What drives it, such as `sandbox`: for operators.
    fn driver(&self) -> &'static str;

    /// Whether it can be asked.
    async fn ping(&self) -> Result<(), Failure>;
}
