//! What an area tells the kernel of itself.
use super::{
    changes::topic::Topic,
    follower::Follower,
    queue::{subject::Subject, task::JobKind},
    routine::Routine,
};

/// What an area tells the kernel of itself: one table, so that the kernel knows no area.
#[derive(Debug)]
pub struct Area {
    /// The kinds of jobs that it queues.
    pub jobs: &'static [JobKind],
    /// What queued work is about.
    pub subjects: &'static [Subject],
    /// What it does as time passes.
    pub routines: &'static [Routine],
    /// What it hears of from elsewhere.
    pub followers: &'static [Follower],
    /// What of it can be subscribed to.
    pub topics: &'static [&'static Topic],
}

/// All areas that there are.
pub type Areas = &'static [&'static Area];
