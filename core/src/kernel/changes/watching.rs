//! A look at what changes, for as long as the credential is good.
use super::{
    hub::Seat,
    shown::Shown,
    watch::Watch,
    watcher::{News, Watcher},
};
use crate::{
    kernel::{call::Call, platform::Platform},
    refusals::{code::Kind as Meaning, error::Result},
};
use futures_util::{Stream, stream};
use std::{sync::Arc, time::Duration};

/// How often it is looked whether the credential is still good, while nothing changes.
const LOOK: Duration = Duration::from_secs(4);

/// What changes, from now on.
pub struct Watching {
    platform: Platform,
    call: Call,
    watch: Watch,
    seat: Seat,
}

impl Watching {
    /// Begins; when this returns, no change is missed.
    pub(super) async fn begin(
        platform: Platform,
        call: Call,
        watch: Watch,
        watcher: Arc<Watcher>,
    ) -> Result<Self> {
        let mut seat = Seat::take(platform.clone(), watcher);
        seat.ready().await?;
        Ok(Self { platform, call, watch, seat })
    }

    /// The record that changed next, or why nothing more comes.
    pub async fn next(&mut self) -> Result<Arc<Shown>> {
        loop {
            let news = tokio::time::timeout(LOOK, self.seat.watcher().next()).await;
            let allowed = self.allowed(news.is_ok()).await?;
            match news {
                Ok(News::Changed(shown)) if allowed(&shown) => return Ok(shown),
                Ok(News::End(cause)) => return Err(cause),
                Ok(News::Changed(_) | News::Look) | Err(_) => {}
            }
        }
    }

    /// All of it, one after the other; an error is the last.
    pub fn stream(self) -> impl Stream<Item = Result<Arc<Shown>>> + Send {
        stream::unfold(Some(self), async |watching| {
            let mut watching = watching?;
            let next = watching.next().await;
            let more = next.is_ok().then_some(watching);
            Some((next, more))
        })
    }

    /// What the credential allows to be seen now; refused where it is good no more.
    ///
    /// A database that is away for a moment ends nothing, as long as nothing is `shown`.
    async fn allowed(&mut self, shown: bool) -> Result<impl Fn(&Shown) -> bool + use<>> {
        let kinds = match self.platform.recall(&mut self.call).await {
            Err(refusal) if shown || refusal.kind() == Meaning::Unauthenticated => return Err(refusal),
            Err(_) => Vec::new(),
            Ok(()) => self.watch.kinds(&self.call)?,
        };
        Ok(move |shown: &Shown| kinds.iter().any(|(kind, _)| *kind == shown.kind()))
    }
}
