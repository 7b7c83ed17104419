//! What was asked on a stage, and what came back: the results show it.
use crate::facades::{Facade, rest::ROUTES};
use async_graphql::parser::{
    parse_query,
    types::{DocumentOperations, ExecutableDocument, OperationDefinition, Selection, SelectionSet},
};
use axum::http::{HeaderMap, Method, Uri};
use cucumber::gherkin::StepType;
use hosting_catalogue::{Exchange, shown_document, shown_header, shown_json, shown_text};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Longer bodies are not kept: they are files.
pub const KEPT: usize = 64 << 10;
/// How many exchanges of a scenario are shown.
const SHOWN: usize = 6;

/// How an operation ended: where it was asked for, its id, and the code of the refusal.
pub type Ended = (Facade, &'static str, Option<String>);

/// What was asked, in order.
#[derive(Clone, Default)]
pub struct Record(Arc<Mutex<Asked>>);

#[derive(Default)]
struct Asked {
    /// The sort of step that is being played.
    during: Option<StepType>,
    sent: Vec<Sent>,
    ended: Vec<Ended>,
    /// Operations that were performed without any facade.
    direct: Vec<String>,
}

/// A request over HTTP, and its answer.
struct Sent {
    during: Option<StepType>,
    method: Method,
    target: Uri,
    headers: HeaderMap,
    /// The body, if it was short and known.
    body: Option<Vec<u8>>,
    status: u16,
    answer_headers: HeaderMap,
    answer: Vec<u8>,
    /// How long the whole answer was, as far as it was read.
    length: usize,
}

/// What a record comes to.
pub struct Told {
    /// What was really gone through.
    pub over: BTreeSet<String>,
    /// The operations, and how often.
    pub operations: BTreeMap<String, u32>,
    /// What is shown of the exchanges.
    pub exchanges: Vec<Exchange>,
    /// The last exchange, whatever it was for.
    pub last: Option<Exchange>,
    /// How operations ended.
    pub ended: Vec<Ended>,
}

impl Record {
    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A step of this sort is played from now on.
    pub fn begin(&self, step: StepType) {
        self.asked().during = Some(step);
    }

    /// Notes that an operation ended.
    pub fn ended(&self, facade: Facade, operation: &'static str, refused_as: Option<&str>) {
        self.asked().ended.push((facade, operation, refused_as.map(str::to_owned)));
    }

    /// Notes that an operation was performed without any facade.
    pub fn direct(&self, operation: &str) {
        self.asked().direct.push(operation.to_owned());
    }

    /// Notes a request; its answer is told under the number that is returned.
    pub fn sent(&self, method: Method, target: Uri, headers: HeaderMap, body: Option<Vec<u8>>) -> usize {
        let mut asked = self.asked();
        let during = asked.during;
        let (status, answer_headers, answer, length) = (0, HeaderMap::new(), Vec::new(), 0);
        asked.sent.push(Sent {
            during,
            method,
            target,
            headers,
            body,
            status,
            answer_headers,
            answer,
            length,
        });
        asked.sent.len() - 1
    }

    /// Notes the head of an answer.
    pub fn answered(&self, number: usize, status: u16, headers: HeaderMap) {
        if let Some(sent) = self.asked().sent.get_mut(number) {
            (sent.status, sent.answer_headers) = (status, headers);
        }
    }

    /// Notes a piece of an answer.
    pub fn read(&self, number: usize, piece: &[u8]) {
        let mut asked = self.asked();
        // What comes after the scenario is nobody's.
        let Some(sent) = asked.sent.get_mut(number) else { return };
        sent.length += piece.len();
        if sent.answer.len() + piece.len() <= KEPT {
            sent.answer.extend_from_slice(piece);
        }
    }

    /// What it comes to.
    pub fn told(&self) -> Told {
        let asked = std::mem::take(&mut *self.asked());
        let mut operations = BTreeMap::new();
        let mut over = BTreeSet::new();
        for operation in asked.direct {
            over.insert("direct".to_owned());
            *operations.entry(operation).or_default() += 1;
        }
        for sent in &asked.sent {
            over.insert(sent.over().to_owned());
            for operation in sent.operations() {
                *operations.entry(operation).or_default() += 1;
            }
        }
        // What the scenario is about is what happens in it; else what it looks at.
        let of = |kind| asked.sent.iter().filter(|sent| sent.during == Some(kind)).collect::<Vec<_>>();
        let mut shown = of(StepType::When);
        if shown.is_empty() {
            shown = of(StepType::Then);
        }
        let exchanges = shown.into_iter().take(SHOWN).map(Sent::shown).collect();
        let last = asked.sent.last().map(Sent::shown);
        Told { over, operations, exchanges, last, ended: asked.ended }
    }
}

impl Sent {
    fn over(&self) -> &'static str {
        let path = self.target.path();
        match path {
            "/graphql" => "GraphQL",
            _ if path.starts_with("/v1/") || path.starts_with("/api/") => "REST",
            _ => "HTTP",
        }
    }

    /// The operations that were asked for.
    fn operations(&self) -> Vec<String> {
        match self.target.path() {
            "/graphql" => self.document().map(|(document, _)| fields(&document)).unwrap_or_default(),
            path if path.starts_with("/api/domain") => vec!["searchDomains".to_owned()],
            path => {
                let route = ROUTES.iter().find(|one| one.method == self.method && is_at(one.path, path));
                route.map(|route| route.id.to_owned()).into_iter().collect()
            }
        }
    }

    /// A document of the graph, and what was sent beside it.
    fn document(&self) -> Option<(String, Value)> {
        if self.method == Method::GET {
            let pairs: Vec<(String, String)> = serde_urlencoded::from_str(self.target.query()?).ok()?;
            let document = pairs.into_iter().find(|(name, _)| name == "query")?.1;
            return Some((document, Value::Null));
        }
        let mut body: Value = serde_json::from_slice(self.body.as_deref()?).ok()?;
        let members = body.as_object_mut()?;
        let document = members.shift_remove("query")?.as_str()?.to_owned();
        Some((document, body))
    }

    fn shown(&self) -> Exchange {
        let body = match self.document() {
            Some((document, Value::Object(more))) if self.target.path() == "/graphql" && !more.is_empty() => {
                format!("{}\n\n{}", shown_document(&document), shown_json(&Value::from(more).to_string()))
            }
            Some((document, Value::Object(_))) if self.target.path() == "/graphql" => {
                shown_document(&document)
            }
            _ => shown_body(&self.headers, self.body.as_deref(), self.body.as_ref().map(Vec::len)),
        };
        Exchange {
            operation: self.operations().into_iter().next(),
            request: shown_text(&format!("{} {}", self.method, self.target)),
            headers: lines(&self.headers, |name| !["host", "content-length"].contains(&name)),
            body,
            status: self.status,
            answer_headers: lines(&self.answer_headers, matters),
            answer: shown_body(&self.answer_headers, Some(&self.answer), Some(self.length)),
        }
    }
}

/// Whether `path` is one of those that `route` stands for.
fn is_at(route: &str, path: &str) -> bool {
    let (mut route, mut path) = (route.split('/'), path.split('/'));
    loop {
        match (route.next(), path.next()) {
            (None, None) => return true,
            (Some(part), Some(given)) if part == given || part.starts_with('{') => {}
            _ => return false,
        }
    }
}

/// The fields at the root of a document: each is an operation.
fn fields(document: &str) -> Vec<String> {
    let Ok(document) = parse_query(document) else { return Vec::new() };
    let mut names = Vec::new();
    for operation in operations(&document) {
        collect(&document, &operation.selection_set.node, &mut names);
    }
    names
}

fn operations(document: &ExecutableDocument) -> Vec<&OperationDefinition> {
    match &document.operations {
        DocumentOperations::Single(one) => vec![&one.node],
        DocumentOperations::Multiple(many) => many.values().map(|one| &one.node).collect(),
    }
}

fn collect(document: &ExecutableDocument, set: &SelectionSet, names: &mut Vec<String>) {
    for selection in &set.items {
        match &selection.node {
            Selection::Field(field) => {
                let name = field.node.name.node.as_str();
                if !name.starts_with("__") {
                    names.push(name.to_owned());
                }
            }
            Selection::InlineFragment(part) => collect(document, &part.node.selection_set.node, names),
            // What it stands for is listed too, where it is one of the document's; one that names itself is not
            // followed twice.
            Selection::FragmentSpread(part) => {
                let part = document.fragments.get(&part.node.fragment_name.node);
                let fields = part.iter().flat_map(|part| &part.node.selection_set.node.items);
                names.extend(fields.filter_map(|field| match &field.node {
                    Selection::Field(field) => Some(field.node.name.node.to_string()),
                    _ => None,
                }));
            }
        }
    }
}

/// Whether a header line of an answer matters to a reader.
fn matters(name: &str) -> bool {
    const NAMES: [&str; 14] = [
        "content-type",
        "x-request-id",
        "link",
        "retry-after",
        "idempotent-replayed",
        "www-authenticate",
        "allow",
        "location",
        "cache-control",
        "etag",
        "set-cookie",
        "deprecation",
        "sunset",
        "content-disposition",
    ];
    NAMES.contains(&name) || name.starts_with("x-ratelimit") || name.starts_with("access-control")
}

/// Header lines: `Idempotency-Key: …`
fn lines(headers: &HeaderMap, wanted: impl Fn(&str) -> bool) -> String {
    let line = |(name, value): (&axum::http::HeaderName, &axum::http::HeaderValue)| {
        let words: Vec<_> = name.as_str().split('-').map(capital).collect();
        let value = shown_header(name.as_str(), &String::from_utf8_lossy(value.as_bytes()));
        format!("{}: {value}", words.join("-"))
    };
    let lines: Vec<_> = headers.iter().filter(|(name, _)| wanted(name.as_str())).map(line).collect();
    lines.join("\n")
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// A body of `length` bytes, of which `kept` was kept.
fn shown_body(headers: &HeaderMap, kept: Option<&[u8]>, length: Option<usize>) -> String {
    let kind = headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let text = kept.filter(|kept| length == Some(kept.len())).map(std::str::from_utf8);
    match (text, length) {
        (_, Some(0)) => String::new(),
        (Some(Ok(text)), _) if kind.contains("json") => shown_json(text),
        (Some(Ok(text)), _) => shown_text(text),
        (_, Some(length)) => format!("({length} bytes)"),
        (_, None) => "(a file)".to_owned(),
    }
}
