//! Subscribing to a topic.
use super::{
    change::Change,
    subscriber::{Load, Subscriber},
    subscription::Subscription,
    topic::{Load as Look, RecordKind, Topic},
    watched::{self, Watched},
};
use crate::{
    kernel::{call::Call, effect::Effect, platform::Platform, usage::Asked},
    refusals::{
        code::Kind,
        error::{Error, Result},
    },
};
use futures_util::future::BoxFuture;
use uuid::Uuid;

/// Subscribes to the records of a topic that are `watched`: whatever changes from now on comes, until the
/// credential is good no more.
///
/// A changed record comes as it is when it is loaded: of several changes that wait, the last.
pub fn subscribe<'a>(
    platform: &'a Platform,
    call: &'a Call,
    topic: &'static Topic,
    watched: Watched,
) -> BoxFuture<'a, Result<Subscription>> {
    Box::pin(async move {
        let begun = begin(platform, call, topic, watched).await;
        let seen = topic.allowed(call).ok().and_then(|kinds| kinds.first().copied());
        let scope = seen.unwrap_or(&topic.kinds[0]).scope;
        let asked = Asked { id: topic.id, scope, effect: Effect::Reads };
        platform.record(call, Some(asked), begun.as_ref().err()).await?;
        begun
    })
}

async fn begin(
    platform: &Platform,
    call: &Call,
    topic: &'static Topic,
    watched: Watched,
) -> Result<Subscription> {
    let kinds = topic.allowed(call)?;
    let load = loads(platform.clone(), call.clone(), kinds.clone());
    let kind = |kind: &&RecordKind| watched::Kind {
        name: kind.name,
        whole: kind.whole.as_ref().map(|whole| whole.of),
    };
    let watching = kinds.iter().map(kind).collect();
    let subscriber = Subscriber::new(call.credential.account, watching, watched, load);
    // First of all it listens: a change of what is looked at next is not missed.
    let subscription = Subscription::begin(platform.clone(), call.clone(), topic, subscriber).await?;
    if let Some(requires) = topic.requires {
        requires(platform, call).await?;
    }
    if let Some(whole) = watched.whole {
        let looks = kinds.iter().filter_map(|kind| kind.whole.as_ref()).map(|whole| whole.load);
        own(platform, call, looks, whole).await?;
    }
    if let Some(record) = watched.record {
        own(platform, call, kinds.iter().map(|kind| kind.load), record).await?;
    }
    Ok(subscription)
}

/// Loads what changed as `call` sees it.
fn loads(platform: Platform, call: Call, kinds: Vec<&'static RecordKind>) -> Load {
    Box::new(move |Change { kind, record, .. }| {
        let kind = kinds.iter().find(|one| one.name == kind).copied();
        let (platform, call) = (platform.clone(), call.clone());
        Box::pin(async move { (kind.ok_or(Error::NotFound)?.load)(&platform, &call, record).await })
    })
}

/// Refuses a record that is none of the caller's, by whichever of `looks` finds one.
async fn own(
    platform: &Platform,
    call: &Call,
    looks: impl Iterator<Item = Look>,
    record: Uuid,
) -> Result<()> {
    let mut outcome = Err(Error::NotFound);
    for look in looks {
        outcome = look(platform, call, record).await.map(|_| ());
        if !matches!(&outcome, Err(refusal) if refusal.kind() == Kind::NotFound) {
            break;
        }
    }
    outcome
}
