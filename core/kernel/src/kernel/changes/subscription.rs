//! What a subscriber reads, for as long as the credential is good.
use super::{
    changed::Changed,
    registration::Registration,
    subscriber::{Event, Subscriber},
    topic::Topic,
};
use crate::{
    kernel::{call::Call, platform::Platform},
    refusals::{code::Kind, error::Result},
};
use futures_util::{
    StreamExt,
    stream::{self, BoxStream},
};
use std::{sync::Arc, time::Duration};

/// How often it is checked whether the credential is still good, while nothing changes.
const CHECK: Duration = Duration::from_secs(4);

/// What changes, from now on.
pub struct Subscription {
    platform: Platform,
    call: Call,
    topic: &'static Topic,
    registration: Registration,
}

impl Subscription {
    /// Begins; when this returns, no change is missed.
    pub(super) async fn begin(
        platform: Platform,
        call: Call,
        topic: &'static Topic,
        subscriber: Subscriber,
    ) -> Result<Self> {
        let mut registration = Registration::new(platform.clone(), Arc::new(subscriber));
        registration.ready().await?;
        Ok(Self { platform, call, topic, registration })
    }

    /// All that changes, one record after the other; an error is the last.
    pub fn stream(self) -> BoxStream<'static, Result<Changed>> {
        let changes = stream::unfold(Some(self), async |subscription| {
            let mut subscription = subscription?;
            let next = subscription.next().await;
            let more = next.is_ok().then_some(subscription);
            Some((next, more))
        });
        changes.boxed()
    }

    /// The record that changed next, or why nothing more comes.
    async fn next(&mut self) -> Result<Changed> {
        loop {
            let event = tokio::time::timeout(CHECK, self.registration.subscriber.next()).await;
            let allowed = self.allowed(event.is_ok()).await?;
            match event {
                Ok(Event::Changed(changed)) if allowed.contains(&changed.kind) => return Ok(changed),
                Ok(Event::End(cause)) => return Err(cause),
                Ok(Event::Changed(_) | Event::Check) | Err(_) => {}
            }
        }
    }

    /// The kinds that the credential may see now; refused where it is good no more.
    ///
    /// A database that is away for a moment ends nothing, as long as nothing is to be `shown`.
    async fn allowed(&mut self, shown: bool) -> Result<Vec<&'static str>> {
        match self.platform.recall(&mut self.call).await {
            Err(refusal) if shown || refusal.kind() == Kind::Unauthenticated => Err(refusal),
            Err(_) => Ok(Vec::new()),
            Ok(()) => Ok(self.topic.allowed(&self.call)?.into_iter().map(|kind| kind.name).collect()),
        }
    }
}
