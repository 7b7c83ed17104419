//! A period of a service or of a domain that is to be paid.
use chrono::TimeDelta;
use hosting_kernel::{
    database::{executor::Executor, owned::Owned},
    providers::billing::{self, Payment, Subject},
    values::{money::Money, time::Time},
};
use sea_orm::{
    DbErr, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, SimpleExpr},
};

/// How long after it was declined a charge is asked for again.
const AGAIN: TimeDelta = TimeDelta::days(1);

/// How long after nothing was known of it.
const LOOK: TimeDelta = TimeDelta::hours(1);

/// Where a charge stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
pub enum ChargeStatus {
    /// To be asked for.
    Due,
    /// On its way.
    Pending,
    /// Paid, and what was paid for given.
    Paid,
    /// Declined.
    Declined,
    /// Taken back.
    Withdrawn,
}

/// A period of a service or of a domain that is to be paid.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "charge")]
pub struct Model {
    /// Identifies it, at whoever takes the money too.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Who pays.
    pub account_id: Uuid,
    /// The service, where it is one that is paid for.
    pub service_id: Option<Uuid>,
    /// The domain, where it is one.
    pub domain_id: Option<Uuid>,
    /// The backend that is asked.
    pub backend: String,
    /// The plan, or the name.
    pub description: String,
    /// When what was paid for before ends: there is one charge for each such moment.
    pub due_at: Time,
    /// When the period begins.
    pub starts: Time,
    /// When it ends.
    pub ends: Time,
    /// Its calendar months.
    pub months: i32,
    /// What it costs.
    pub amount: Money,
    /// The currency (ISO 4217).
    pub currency: String,
    /// Where it stands.
    pub status: ChargeStatus,
    /// Why it was declined.
    pub reason: Option<String>,
    /// How often it was declined or withdrawn before.
    pub attempt: i32,
    /// Whether the customer asked for this period: then it is asked for once.
    pub by_hand: bool,
    /// When it is asked for again, where it is not over.
    pub ask_at: Time,
    /// When it came up.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Owned for Entity {
    const ACCOUNT: Column = Column::AccountId;
}

impl Entity {
    /// Those that are not over, in the words of the index `charge_open`.
    pub(super) fn open() -> SimpleExpr {
        Expr::cust("charge.status IN ('due', 'pending', 'declined')")
    }
}

impl Model {
    /// As whoever takes the money is told.
    pub fn told(&self) -> billing::Charge {
        let (subject, subject_id) = match (self.service_id, self.domain_id) {
            (None, Some(domain)) => (Subject::Domain, domain),
            (service, _) => (Subject::Service, service.unwrap_or_default()),
        };
        billing::Charge {
            id: self.id,
            attempt: self.attempt,
            account: self.account_id,
            subject,
            subject_id,
            description: self.description.clone(),
            starts: self.starts,
            ends: self.ends,
            months: self.months,
            amount: self.amount,
            currency: self.currency.clone(),
        }
    }

    /// Whether it is not over.
    pub const fn is_open(&self) -> bool {
        matches!(self.status, ChargeStatus::Due | ChargeStatus::Pending | ChargeStatus::Declined)
    }
}

/// The charge `id`, which nobody else changes until the transaction ends.
#[expect(clippy::disallowed_methods, reason = "whoever is paid knows no accounts")]
pub(super) async fn held(db: &Executor<'_>, id: Uuid) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(id).lock_exclusive().one(db).await
}

/// What a charge becomes by what came of it.
pub(super) fn after(payment: &Payment, now: Time) -> ActiveModel {
    let (status, reason, ask_at) = match payment {
        Payment::Paid => (ChargeStatus::Paid, None, now),
        Payment::Pending => (ChargeStatus::Pending, None, now.plus(LOOK)),
        Payment::Declined(why) => (ChargeStatus::Declined, Some(why.clone()), now.plus(AGAIN)),
    };
    ActiveModel {
        status: Set(status),
        reason: Set(reason),
        ask_at: Set(ask_at),
        updated_at: Set(now),
        ..Default::default()
    }
}

/// When one that is asked for at `now`, and of which nothing is heard, is looked at again.
pub(super) fn looked_at_after(now: Time) -> Time {
    now.plus(LOOK)
}
