//! How a request to the graph is read and judged.
use crate::{
    cost::{Leading, cost},
    documents::{Document, Documents, Hash},
    limits,
    order::Order,
    request::{chosen, not_persisted, persisted, refused},
    room::Room,
    safelist::Safelist,
    schema, variables,
};
use async_graphql::{
    Name, Request, ServerError,
    parser::types::{DocumentOperations, OperationType},
};
use std::{sync::Arc, time::Duration};

/// What an operator decides about the graph.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Whether introspection is answered.
    pub introspection: bool,
    /// The documents that are answered, if not all are.
    pub safelist: Option<Safelist>,
    /// How long a request may take: longer than what it asks a backend for.
    pub time: Duration,
}

impl Default for Rules {
    fn default() -> Self {
        Self { introspection: true, safelist: None, time: Duration::from_secs(25) }
    }
}

/// A request that was read and judged: it only has to be answered.
#[derive(Debug)]
pub struct Prepared {
    pub(crate) request: Request,
    pub(crate) document: Arc<Document>,
    /// Whether the document was found valid before.
    pub(crate) known_valid: bool,
    /// In which order its fields are answered.
    pub(crate) order: Order,
    /// Records that may come back.
    pub(crate) cost: u64,
    /// The lists of which it gives fewer.
    pub(crate) leading: Leading,
    kind: OperationType,
}

impl Prepared {
    /// Whether it asks, changes or watches.
    pub const fn kind(&self) -> OperationType {
        self.kind
    }

    /// The name of its operation, where it has one.
    pub fn name(&self) -> Option<&str> {
        match &self.document.parsed.operations {
            DocumentOperations::Single(_) => None,
            DocumentOperations::Multiple(all) => {
                let only = || all.keys().next().map(Name::as_str);
                self.request.operation_name.as_deref().or_else(only)
            }
        }
    }

    /// What its document is known by.
    pub fn hash(&self) -> Hash {
        self.document.hash
    }
}

/// The graph, and the documents that it knows; cheap to clone.
#[derive(Clone)]
pub struct Graph(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub rules: Rules,
    pub documents: Documents,
    pub room: Room,
}

impl Graph {
    /// The graph under `rules`.
    pub fn new(rules: Rules) -> Self {
        Self(Arc::new(Inner { rules, documents: Documents::default(), room: Room::default() }))
    }

    /// Judges a request, and refuses what cannot be asked or would cost too much.
    pub fn prepare(&self, mut request: Request) -> Result<Prepared, ServerError> {
        let (document, known_valid) = self.document(&request)?;
        let operation = chosen(&document.parsed, request.operation_name.as_deref())?;
        variables::check(schema::types(), operation, &request.variables)?;
        let cost = cost(schema::types(), operation, &document.parsed.fragments, &request.variables)?;
        if cost.schema > limits::SCHEMA {
            return Err(refused("too much of the schema is asked for at once"));
        }
        if cost.records > limits::COST {
            return Err(refused(&format!(
                "{} records may come back, where {} may at most: ask for fewer with `first`; most come by `{}`",
                cost.records,
                limits::COST,
                cost.most
            )));
        }
        let (cost, leading) = (cost.records, cost.leading);
        let kind = operation.ty;
        let order = Order::of(operation, &document.parsed.fragments);
        // The text was read: only what it says counts from here on.
        request.query.clear();
        request.set_parsed_query(document.parsed.clone());
        Ok(Prepared { request, document, known_valid, order, cost, leading, kind })
    }

    /// The document, and whether it was found valid before.
    fn document(&self, request: &Request) -> Result<(Arc<Document>, bool), ServerError> {
        let named = persisted(request)?;
        let (hash, mut text) = match (request.query.as_str(), named) {
            ("", Some(hash)) => (hash, None),
            (text, named) => {
                limits::check_text(text)?;
                let hash = Hash::of(text);
                if named.is_some_and(|named| named != hash) {
                    return Err(refused("`extensions.persistedQuery.sha256Hash` is not that of the query"));
                }
                (hash, Some(text))
            }
        };
        if let Some(safelist) = &self.0.rules.safelist {
            let unlisted = || refused("this document is not among those that are answered here");
            text = text.or(safelist.find(hash).ok_or_else(unlisted)?);
        }
        if let Some(kept) = self.0.documents.get(hash) {
            return Ok((kept, true));
        }
        let text = text.ok_or_else(not_persisted)?;
        let check = |parsed: &_| limits::check(parsed, self.0.rules.introspection);
        Ok((Arc::new(Document::read(hash, text, check)?), false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hosting_core::kernel::asking;

    #[test]
    fn what_a_backend_is_asked_for_has_time_to_be_answered() {
        assert!(Rules::default().time > asking::TIMEOUT);
    }
}
