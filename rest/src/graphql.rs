//! The graph over HTTP (GraphQL over HTTP, June 2025 draft).
use crate::{
    App,
    answer::{Document, Logged, status, when_to_return},
    call,
    compression::Secret,
    explorer,
    headers::{values, weighed},
    json, live,
    query::{self, Pairs},
};
use async_graphql_axum::GraphQLResponse;
use axum::{
    Router,
    body::Body,
    extract::{Request as HttpRequest, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::get,
};
use hosting_core::{Call, Error, Facade, Result};
use hosting_graphql::{
    Client, OperationType, Prepared, Request, ServerError, body, executed, is_tree, read_request,
    refused_whole,
};
use serde_json::{Map, Value};

/// The refusal of a client that wants another media type than there is.
const UNWANTED: &str =
    "the answer is application/graphql-response+json or application/json: `Accept` names neither";

/// Characters of an operation's name that the log shows.
const NAME: usize = 100;

/// What the graph made of a request.
pub(crate) type Judged = std::result::Result<Prepared, ServerError>;

/// Where the graph is.
pub fn routes() -> Router<App> {
    Router::new().route("/graphql", get(answer).post(answer))
}

async fn answer(State(app): State<App>, request: HttpRequest) -> Response {
    if live::wants_socket(request.headers()) {
        return live::socket(app, request).await;
    }
    let (parts, body) = request.into_parts();
    if parts.method != Method::POST && explorer::wants_page(&parts.headers, parts.uri.query()) {
        return explorer::page(&parts.headers);
    }
    let here = call::of(&parts.extensions);
    let client = Client { address: here.address, request_id: here.request_id };
    let kind = Kind::wanted(&parts.headers);
    let mut document = None;
    let (call, mut response) = match admitted(&app, &parts).await {
        Err(error) => (None, refused(client, &error)),
        Ok(call) => {
            let judged = prepared(&app, &parts, body, kind).await;
            document = judged.as_ref().ok().and_then(|judged| judged.as_ref().ok()).map(known_by);
            let response = match judged {
                Ok(prepared) if kind == Some(Kind::Events) => {
                    match live::events(&app, &parts.extensions, client, call.as_ref(), prepared) {
                        Ok(events) => return events,
                        Err(error) => refused(client, &error),
                    }
                }
                Ok(prepared) => execute(&app, client, call.as_ref(), prepared, kind).await,
                Err(error) => {
                    let error = match &call {
                        Some(call) => app.platform.refuse(call, error).await,
                        None => error,
                    };
                    refused(client, &error)
                }
            };
            (call, response)
        }
    };
    if kind.is_none() && response.status() == StatusCode::BAD_REQUEST {
        *response.status_mut() = StatusCode::NOT_ACCEPTABLE;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind.unwrap_or(Kind::Json).media_type()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept"));
    if call.as_ref().is_some_and(Call::holds_secret) {
        response.extensions_mut().insert(Secret);
    }
    let account = call.map(|call| call.credential.account);
    response.extensions_mut().insert(Logged { operation: Some("graphql"), account, document });
    response
}

/// How the log knows what is asked for.
pub(crate) fn known_by(prepared: &Prepared) -> Document {
    let name = prepared.name().map(|name| name.chars().take(NAME).collect());
    Document { name, hash: prepared.hash() }
}

/// The caller; nobody where no credential was sent, for what needs none.
async fn admitted(app: &App, parts: &Parts) -> Result<Option<Call>> {
    if !parts.headers.contains_key(header::AUTHORIZATION) {
        let client = call::of(&parts.extensions);
        app.platform.admit_stranger(client.address, client.at).await?;
        return Ok(None);
    }
    let request = call::request(parts, Facade::GraphQl, "/graphql".to_owned());
    let request = hosting_core::Request { key: None, ..request };
    let call = call::admit(app, parts, request).await?;
    match call.bar() {
        Ok(()) => Ok(Some(call)),
        Err(barred) => Err(app.platform.refuse(&call, barred).await),
    }
}

/// What is asked for, read and judged by the graph; refused where it is no request at all.
async fn prepared(app: &App, parts: &Parts, body: Body, kind: Option<Kind>) -> Result<Judged> {
    if kind.is_none() {
        return Err(wrong(UNWANTED));
    }
    let prepared = app.graph.prepare(read(parts, body).await?);
    match prepared.as_ref().map(Prepared::kind) {
        Ok(OperationType::Mutation) if parts.method != Method::POST => {
            Err(Error::MethodNotAllowed("GET for what changes something: send it by POST".to_owned()))
        }
        Ok(OperationType::Subscription) if kind != Some(Kind::Events) => {
            Err(wrong("a subscription is answered over WebSocket or as text/event-stream"))
        }
        _ => Ok(prepared),
    }
}

/// The request, as the library knows it.
///
/// Its extractor (`GraphQLRequest`) takes what a page from elsewhere can send (any media type, and none), bodies
/// of any size, batches, members that are unknown or there twice, and in an address `operation_name` for
/// `operationName`: so the way to the object is ours.
async fn read(parts: &Parts, body: Body) -> Result<Request> {
    if parts.method != Method::POST {
        return from_query(parts.uri.query().unwrap_or_default());
    }
    read_request(call::json(&parts.headers, body).await?).map_err(|rule| wrong(&rule))
}

fn wrong(message: &str) -> Error {
    Error::invalid("", "graphql", message.to_owned())
}

/// A query in the address.
fn from_query(query: &str) -> Result<Request> {
    let pairs: Pairs = query::read(query)?;
    let mut members = Map::new();
    for (name, value) in pairs {
        let value = match name.as_str() {
            "query" | "operationName" if value.is_empty() => continue,
            "query" | "operationName" => Value::String(value),
            "variables" | "extensions" => match json::strict(value.as_bytes()) {
                Ok(value @ (Value::Object(_) | Value::Null)) => value,
                _ => return Err(wrong("`variables` and `extensions` must be JSON objects")),
            },
            _ => continue,
        };
        members.insert(name, value);
    }
    read_request(Value::Object(members)).map_err(|rule| wrong(&rule))
}

async fn execute(
    app: &App,
    client: Client,
    call: Option<&Call>,
    prepared: Judged,
    kind: Option<Kind>,
) -> Response {
    let response = match app.graph.answer(&app.platform, client, call, prepared).await {
        // What the library made alone, it writes: what is asked of the schema.
        Ok(response) if is_tree(&response) => return GraphQLResponse::from(response).into_response(),
        Ok(response) => response,
        Err(error) => return refused(client, &error),
    };
    let mut answer = Response::new(Body::from(body(&response)));
    if kind == Some(Kind::Newer) && !executed(&response) {
        *answer.status_mut() = StatusCode::BAD_REQUEST;
    }
    answer
}

/// A refusal of the whole request.
fn refused(client: Client, error: &Error) -> Response {
    let mut response = Response::new(Body::from(body(&refused_whole(client.request_id, error))));
    *response.status_mut() = status(Err(error.kind()));
    when_to_return(response.headers_mut(), error);
    if matches!(error, Error::MethodNotAllowed(_)) {
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
    }
    response
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// As the media type made for GraphQL.
    Newer,
    /// As plain JSON.
    Json,
    /// As events.
    Events,
}

impl Kind {
    const fn media_type(self) -> &'static str {
        match self {
            Self::Newer => "application/graphql-response+json; charset=utf-8",
            Self::Json | Self::Events => "application/json; charset=utf-8",
        }
    }

    /// What the client wants most (RFC 9110 section 12.5.1); nothing where it wants none of them.
    fn wanted(headers: &HeaderMap) -> Option<Self> {
        let mut best: Option<(f32, Self)> = None;
        let mut any = false;
        for range in values(headers, header::ACCEPT).filter(|range| !range.is_empty()) {
            any = true;
            let (name, weight) = weighed(range);
            let kind = match name.to_ascii_lowercase().as_str() {
                "application/graphql-response+json" => Self::Newer,
                "text/event-stream" => Self::Events,
                "application/json" | "*/*" | "application/*" => Self::Json,
                _ => continue,
            };
            if weight > 0.0 && best.is_none_or(|(most, _)| weight > most) {
                best = Some((weight, kind));
            }
        }
        if any { best.map(|(_, kind)| kind) } else { Some(Self::Json) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_gets_what_it_wants_most() {
        for (accept, kind) in [
            (None, Some(Kind::Json)),
            (Some(""), Some(Kind::Json)),
            (Some("*/*"), Some(Kind::Json)),
            (Some("application/json"), Some(Kind::Json)),
            (Some("application/graphql-response+json"), Some(Kind::Newer)),
            (Some("application/graphql-response+json, application/json"), Some(Kind::Newer)),
            (Some("application/json, application/graphql-response+json"), Some(Kind::Json)),
            (
                Some("application/json;q=0.5, Application/GraphQL-Response+JSON; charset=utf-8"),
                Some(Kind::Newer),
            ),
            (Some("application/graphql-response+json;q=0.1, */*"), Some(Kind::Json)),
            (Some("application/json;q=0"), None),
            (Some("text/event-stream"), Some(Kind::Events)),
            (Some("text/html, text/event-stream"), Some(Kind::Events)),
            (Some("application/json, text/event-stream"), Some(Kind::Json)),
            (Some("text/html"), None),
            (Some("text/html, */*;q=0.1"), Some(Kind::Json)),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(accept) = accept {
                headers.insert(header::ACCEPT, accept.parse().expect("a header"));
            }
            assert_eq!(Kind::wanted(&headers), kind, "{accept:?}");
        }
    }
}
