//! The graph over HTTP (GraphQL over HTTP, June 2025 draft).
use crate::{
    App,
    answer::{Logged, status, when_to_return},
    call, json, live,
};
use async_graphql::parser::types::OperationType;
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request as HttpRequest, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts},
    response::Response,
    routing::get,
};
use hosting_core::{Call, Error, Facade, Result};
use hosting_graphql::{Client, Request, refusal, schema};
use serde::Deserialize;
use serde_json::{Map, Value, json};

const NEWER: &str = "application/graphql-response+json";

/// Where the graph is.
pub fn routes() -> Router<App> {
    Router::new().route("/graphql", get(answer).post(answer))
}

/// What a client sends.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    query: String,
    operation_name: Option<String>,
    variables: Option<Map<String, Value>>,
    extensions: Option<Map<String, Value>>,
}

impl From<Asked> for Request {
    fn from(asked: Asked) -> Self {
        let variables = Value::from(asked.variables.unwrap_or_default());
        let request = Self::new(asked.query).variables(async_graphql::Variables::from_json(variables));
        match asked.operation_name {
            Some(name) => request.operation_name(name),
            None => request,
        }
    }
}

async fn answer(State(app): State<App>, request: HttpRequest) -> Response {
    if live::wants_socket(request.headers()) {
        return live::socket(app, request).await;
    }
    let (parts, body) = request.into_parts();
    let newer = wants_newer(&parts.headers);
    let here = call::of(&parts.extensions);
    let client = Client { address: here.address, request_id: here.request_id };
    let (call, mut response) = match admitted(&app, &parts).await {
        Err(error) => (None, refused(client, &error)),
        Ok(call) => {
            let response = match read(&parts, body).await {
                Ok(asked) if live::wants_events(&parts.headers) => {
                    match live::events(&app, &parts.extensions, client, call.as_ref(), asked.into()) {
                        Ok(events) => return events,
                        Err(error) => refused(client, &error),
                    }
                }
                Ok(asked) => execute(&app, client, call.as_ref(), asked, newer).await,
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
    let kind = if newer { NEWER } else { "application/json" };
    let kind = HeaderValue::from_str(&format!("{kind}; charset=utf-8")).expect("plain text");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let account = call.map(|call| call.credential.account);
    response.extensions_mut().insert(Logged { operation: Some("graphql"), account });
    response
}

/// The caller; nobody where no credential was sent, for what needs none.
async fn admitted(app: &App, parts: &Parts) -> Result<Option<Call>> {
    if !parts.headers.contains_key(header::AUTHORIZATION) {
        return Ok(None);
    }
    let request = call::request(parts, Facade::GraphQl, "/graphql".to_owned());
    let request = hosting_core::Request { key: None, ..request };
    let call = app.platform.admit(call::token(&parts.headers), request).await?;
    match call.bar() {
        Ok(()) => Ok(Some(call)),
        Err(barred) => Err(app.platform.refuse(&call, barred).await),
    }
}

async fn read(parts: &Parts, body: Body) -> Result<Asked> {
    if parts.method != Method::POST {
        let query = parts.uri.query().unwrap_or_default();
        return from_query(query, live::wants_events(&parts.headers));
    }
    if !call::is_json(&parts.headers) {
        return Err(Error::UnsupportedMediaType);
    }
    let bytes = to_bytes(body, call::BODY).await.map_err(|cause| call::unread(&cause))?;
    let sent = json::strict(&bytes).map_err(Error::InvalidJson)?;
    serde_json::from_value(sent).map_err(|cause| Error::invalid("", "graphql", cause.to_string()))
}

/// A query in the address; what changes something has no place there, and what watches only where `events`
/// are wanted.
fn from_query(query: &str, events: bool) -> Result<Asked> {
    let wrong = |message: String| Error::invalid("", "graphql", message);
    let pairs: Vec<(String, String)> =
        serde_urlencoded::from_str(query).map_err(|cause| wrong(cause.to_string()))?;
    let mut asked = Asked::default();
    let object = |text: &str| match json::strict(text.as_bytes()) {
        Ok(Value::Object(object)) => Ok(Some(object)),
        Ok(Value::Null) => Ok(None),
        _ => Err(wrong("`variables` and `extensions` must be JSON objects".to_owned())),
    };
    for (name, value) in pairs {
        match name.as_str() {
            "query" => asked.query = value,
            "operationName" => asked.operation_name = Some(value).filter(|name| !name.is_empty()),
            "variables" => asked.variables = object(&value)?,
            "extensions" => asked.extensions = object(&value)?,
            _ => {}
        }
    }
    if asked.query.is_empty() {
        return Err(wrong("the parameter `query` is missing".to_owned()));
    }
    let changes = |document: &async_graphql::parser::types::ExecutableDocument| {
        document.operations.iter().any(|(_, one)| {
            !(one.node.ty == OperationType::Query || events && one.node.ty == OperationType::Subscription)
        })
    };
    match async_graphql::parser::parse_query(&asked.query) {
        Ok(document) if changes(&document) => {
            Err(Error::MethodNotAllowed("GET for what changes something: send it by POST".to_owned()))
        }
        _ => Ok(asked),
    }
}

async fn execute(app: &App, client: Client, call: Option<&Call>, asked: Asked, newer: bool) -> Response {
    let told = schema::answer(&app.schema, &app.platform, client, call, asked.into()).await;
    // An error that belongs to no field means that nothing was executed.
    let nothing = !told.errors.is_empty() && told.errors.iter().any(|error| error.path.is_empty());
    let mut body = serde_json::to_value(&told).unwrap_or_default();
    if nothing && let Some(body) = body.as_object_mut() {
        body.remove("data");
    }
    let mut response = Response::new(Body::from(body.to_string()));
    if nothing && newer {
        *response.status_mut() = StatusCode::BAD_REQUEST;
    }
    response
}

/// A refusal of the whole request.
fn refused(client: Client, error: &Error) -> Response {
    let told = refusal(client.request_id, error);
    let body = json!({ "errors": [{ "message": told.message, "extensions": told.extensions }] });
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status(Err(error.kind()));
    when_to_return(response.headers_mut(), error);
    if matches!(error, Error::MethodNotAllowed(_)) {
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
    }
    response
}

/// Whether the client prefers the media type made for GraphQL to plain JSON.
fn wants_newer(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT).into_iter().filter_map(|line| line.to_str().ok());
    let kinds =
        lines.flat_map(|line| line.split(',')).map(|kind| kind.split(';').next().unwrap_or_default().trim());
    let mut known = kinds.filter(|kind| [NEWER, "application/json", "*/*", "application/*"].contains(kind));
    known.next() == Some(NEWER)
}
