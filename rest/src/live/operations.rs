//! The operations that run at once over one socket, each with responses of its own.
use super::message;
use crate::panics;
use futures_util::{
    Stream, StreamExt,
    stream::{self, AbortHandle, BoxStream, SelectAll, abortable},
};
use hosting_graphql::{Response, refused_whole};
use std::collections::HashMap;
use uuid::Uuid;

/// What an operation gives.
pub enum Event {
    /// A response, of which more may follow.
    Next(Response),
    /// Why there is no response, or no further one.
    Error(Response),
    /// That there is no further response.
    Complete,
}

/// The operations of one client, under its ids.
#[derive(Default)]
pub struct Operations {
    running: HashMap<String, AbortHandle>,
    events: SelectAll<BoxStream<'static, (String, Event)>>,
}

impl Operations {
    /// Whether one runs under `id`.
    pub fn runs(&self, id: &str) -> bool {
        self.running.contains_key(id)
    }

    /// How many run.
    pub fn count(&self) -> usize {
        self.running.len()
    }

    /// The ids of those that run.
    pub fn ids(&self) -> impl Iterator<Item = &String> {
        self.running.keys()
    }

    /// Runs one more, which gives `responses`.
    pub fn start(&mut self, id: String, responses: BoxStream<'static, Response>) {
        let (events, handle) = abortable(events(responses));
        self.running.insert(id.clone(), handle);
        self.events.push(events.map(move |event| (id.clone(), event)).boxed());
    }

    /// Stops one, if it runs.
    pub fn stop(&mut self, id: &str) {
        if let Some(operation) = self.running.remove(id) {
            operation.abort();
        }
    }

    /// The next event of any; nothing where none runs.
    pub async fn next(&mut self) -> Option<(String, Event)> {
        let (id, event) = self.events.next().await?;
        if !matches!(event, Event::Next(_)) {
            self.running.remove(&id);
        }
        Some((id, event))
    }
}

/// The responses of one operation, and how it ends.
fn events(responses: BoxStream<'static, Response>) -> impl Stream<Item = Event> + Send {
    stream::unfold(Some(responses), async |responses| {
        let mut responses = responses?;
        Some(match responses.next().await {
            None => (Event::Complete, None),
            Some(refused) if message::is_refusal(&refused) => (Event::Error(refused), None),
            Some(response) => (Event::Next(response), Some(responses)),
        })
    })
}

/// The same responses; a panic ends this operation alone.
pub fn isolated(
    request_id: Uuid,
    responses: impl Stream<Item = Response> + Send + 'static,
) -> BoxStream<'static, Response> {
    let responses = panics::caught_each(request_id, responses);
    responses.map(move |response| response.unwrap_or_else(|error| refused_whole(request_id, &error))).boxed()
}
