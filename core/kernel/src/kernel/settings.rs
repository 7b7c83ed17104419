//! What the operator decides.
use chrono::TimeDelta;

/// How long things are kept.
#[derive(Clone, Copy, Debug)]
pub struct Retention {
    /// Used idempotency keys, after they were used.
    pub keys: TimeDelta,
    /// Usage entries.
    pub usage: TimeDelta,
    /// Services that were cancelled, with their data, from their end on.
    pub cancelled: TimeDelta,
    /// Conversion jobs, with the names of their files, from when those are gone on; until their month is over at least.
    pub conversions: TimeDelta,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            keys: TimeDelta::hours(24),
            usage: TimeDelta::days(90),
            cancelled: TimeDelta::days(30),
            conversions: TimeDelta::days(90),
        }
    }
}

/// When services are charged, and what becomes of those that are not paid.
#[derive(Clone, Copy, Debug)]
pub struct BillingTerms {
    /// How long before its next period a service is charged.
    pub before: TimeDelta,
    /// For how long one that is not paid is still in use.
    pub grace: TimeDelta,
    /// For how long it is kept then, stopped.
    pub suspended: TimeDelta,
}

impl Default for BillingTerms {
    fn default() -> Self {
        Self { before: TimeDelta::days(7), grace: TimeDelta::days(14), suspended: TimeDelta::days(30) }
    }
}

/// How long Free Hosting lives that nobody uses.
#[derive(Clone, Copy, Debug)]
pub struct FreeHosting {
    /// Without a link, until it is suspended.
    pub inactivity: TimeDelta,
    /// From then on, until it is deleted.
    pub grace: TimeDelta,
}

impl Default for FreeHosting {
    fn default() -> Self {
        Self { inactivity: TimeDelta::days(30), grace: TimeDelta::days(30) }
    }
}

/// How much of its conversions an account may keep at one time.
#[derive(Clone, Copy, Debug)]
pub struct FileBudget {
    /// Jobs that are not over.
    pub jobs: u64,
    /// Bytes of files: those that were sent or may be, and those that were made.
    pub bytes: i64,
}

impl Default for FileBudget {
    fn default() -> Self {
        Self { jobs: 100, bytes: 10 << 30 }
    }
}
