//! What time it is for leases.
use crate::{
    database::Database,
    kernel::platform::Platform,
    refusals::error::{Error, Result},
    values::{clock::Clock, time::Time},
};
use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ConnectionTrait, DbBackend, Statement,
    sea_query::{Expr, SimpleExpr},
};

/// The present moment for leases: one clock for all replicas, for each other's clocks may be a minute off.
///
/// A server has one, and is asked for it in the statement itself. A file has one machine. Where a scenario moves
/// the time, that is the time.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moment {
    /// What the database's server says.
    OfTheServer,
    /// What our clock says.
    Ours(Time),
}

impl Moment {
    /// The present one.
    pub fn of(platform: &Platform) -> Self {
        Self::at(platform.database(), platform.clock())
    }

    /// The same for who has no more than a database and a clock.
    pub fn at(db: &Database, clock: &dyn Clock) -> Self {
        match (clock.shared(), db.is_file()) {
            (Some(shared), _) => Self::Ours(shared),
            (None, false) => Self::OfTheServer,
            (None, true) => Self::Ours(clock.now()),
        }
    }

    /// The moment so much later, in a statement.
    pub fn plus(self, span: TimeDelta) -> SimpleExpr {
        match self {
            Self::OfTheServer => {
                let millis = span.num_milliseconds();
                // Not the clock itself: an index is of use only for what stands still during a statement.
                Expr::cust(format!("statement_timestamp() + interval '{millis} milliseconds'"))
            }
            Self::Ours(now) => Expr::val(now.plus(span)),
        }
    }

    /// The moment itself, for what is looked at here.
    pub async fn read(self, db: &impl ConnectionTrait) -> Result<Time> {
        let Self::Ours(now) = self else {
            let ask = Statement::from_string(DbBackend::Postgres, "SELECT statement_timestamp() AS now");
            let told = db.query_one_raw(ask).await?;
            let told = told.ok_or_else(|| Error::Internal("the server does not tell the time".to_owned()))?;
            return Ok(Time::new(told.try_get::<DateTime<Utc>>("", "now")?));
        };
        Ok(now)
    }
}
