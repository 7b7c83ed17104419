//! Reading a call and its operation off an HTTP request.
use crate::{
    App, Client,
    answer::status,
    json,
    places::{Holder, Seat},
    query::{self, Pairs},
    slowness::TooSlow,
};
use axum::{
    body::{Body, Bytes},
    extract::RawPathParams,
    http::{Extensions, HeaderMap, header, request::Parts},
};
use hosting_core::{Allowance, Call, Detail, Effect, Ending, Error, Facade, Operation, Request, Result, Via};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use schemars::Schema;
use serde_json::{Map, Value};
use serde_path_to_error::Segment;
use std::sync::{Arc, OnceLock};
use uuid::Uuid;

/// Bytes of a body at most.
pub const BODY: usize = 64 << 10;
/// Bytes that are read beyond that and not kept.
const TOO_MUCH: usize = 16 << 20;

/// Who is at the other end.
pub fn of(extensions: &Extensions) -> Client {
    *extensions.get::<Client>().expect("every request passes the middleware")
}

/// What a credential may still ask: told to the middleware, which says it beside every answer.
#[derive(Clone, Debug, Default)]
pub struct Told(Arc<OnceLock<Allowance>>);

impl Told {
    /// What was told; nothing where no credential was known.
    pub fn allowance(&self) -> Option<Allowance> {
        self.0.get().copied()
    }
}

/// Who asks; only a known caller gets any further. Counts against the credential's limit, and takes one of the
/// account's places.
pub async fn admit(app: &App, parts: &Parts, request: Request) -> Result<Call> {
    let call = app.platform.admit(token(&parts.headers), request).await?;
    let call = call.ending(parts.extensions.get::<Ending>().cloned().unwrap_or_default());
    if let (Some(allowance), Some(told)) = (call.allowance(), parts.extensions.get::<Told>()) {
        told.0.get_or_init(|| allowance);
    }
    let account = Holder::Account(call.credential.account);
    match parts.extensions.get::<Seat>().map(|seat| seat.belong_to(account)) {
        Some(Err(Error::TooManyAtOnce(limit))) => Ok(call.one_too_many(limit)),
        Some(Err(error)) => Err(error),
        Some(Ok(())) | None => Ok(call),
    }
}

/// What HTTP says of a request.
pub fn request(parts: &Parts, facade: Facade, route: String) -> Request {
    let client = of(&parts.extensions);
    let header = |name: &str| {
        parts.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    Request {
        id: client.request_id,
        at: client.at,
        via: Via {
            facade,
            // Anything can be sent as one.
            method: parts.method.as_str().chars().take(20).collect(),
            route,
            status: |outcome| status(outcome).as_u16(),
        },
        address: client.address,
        user_agent: header("user-agent"),
        key: header("idempotency-key"),
    }
}

/// The credential (RFC 6750 section 2.1); none where there are several.
pub fn token(headers: &HeaderMap) -> Option<&str> {
    let mut lines = headers.get_all(header::AUTHORIZATION).into_iter();
    let (Some(line), None) = (lines.next(), lines.next()) else { return None };
    let (scheme, token) = line.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_matches(' '))
}

/// A member of an operation that stands in its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id {
    /// Its name.
    pub name: &'static str,
    /// Whether it is a UUID; a text otherwise.
    pub is_uuid: bool,
}

/// The members of `input` that stand in braces in `path`.
pub fn ids(path: &'static str, input: &Schema) -> Vec<Id> {
    let names = path.split(['{', '}']).skip(1).step_by(2);
    let is_uuid = |name: &str| input.as_value()["properties"][name]["format"] == "uuid";
    names.map(|name| Id { name, is_uuid: is_uuid(name) }).collect()
}

/// The other members of `input`: what stands in the query or in the body.
pub fn members(ids: &[Id], input: &Schema) -> Vec<String> {
    let all = input.as_value()["properties"].as_object().into_iter().flat_map(Map::keys);
    all.filter(|name| !ids.iter().any(|id| id.name == name.as_str())).cloned().collect()
}

/// The fields of an operation, by name.
pub type Fields = Map<String, Value>;

/// Path, query and body together are the operation's fields; none may say what another said.
pub async fn fields(
    parts: &Parts,
    (ids, members): (&[Id], &[String]),
    sent_ids: Option<&RawPathParams>,
    effect: Effect,
    body: Body,
) -> Result<Fields> {
    let mut fields = match effect.is_mutation() {
        true => in_body(&parts.headers, body).await?,
        false => in_query(parts.uri.query().unwrap_or_default())?,
    };
    let is_known = |name: &String| members.contains(name) || ids.iter().any(|id| id.name == name.as_str());
    if let Some(name) = fields.keys().find(|name| !is_known(name)) {
        return Err(Error::invalid(&format!("/{name}"), "unknown_member", unknown(members)));
    }
    for &Id { name, is_uuid } in ids {
        let sent = sent_ids.into_iter().flatten().find(|(sent, _)| *sent == name).map(|(_, value)| value);
        // An id that is none names nothing, like one that nobody has.
        let uuid = || sent.filter(|id| id.len() == 36).and_then(|id| Uuid::try_parse(id).ok());
        let id = match is_uuid {
            true => uuid().unwrap_or_default().to_string(),
            false => sent.unwrap_or_default().to_owned(),
        };
        if fields.insert(name.to_owned(), id.into()).is_some() {
            return Err(Error::invalid(&format!("/{name}"), "unknown_member", "stands in the path already"));
        }
    }
    Ok(fields)
}

fn unknown(members: &[String]) -> String {
    let known: Vec<_> = members.iter().map(|name| format!("`{name}`")).collect();
    match known.is_empty() {
        true => "is not known: nothing is expected here".to_owned(),
        false => format!("is not one of {}", known.join(", ")),
    }
}

/// The operation with these fields.
pub fn operation<O: Operation>(fields: Fields) -> Result<O> {
    serde_path_to_error::deserialize(fields).map_err(|cause| unreadable(&cause))
}

/// A field that the operation does not take, and where it stands.
fn unreadable(cause: &serde_path_to_error::Error<serde_json::Error>) -> Error {
    let members = cause.path().iter().filter(|segment| !matches!(segment, Segment::Enum { .. }));
    let pointer: String = members.map(|segment| format!("/{segment}")).collect();
    let message = cause.inner().to_string();
    if let Some((_, words)) =
        message.strip_prefix("unknown variant").and_then(|rest| rest.split_once("expected "))
    {
        return Error::invalid(&pointer, "enum", format!("is not {words}"));
    }
    let rule = match message.split(' ').next() {
        Some("unknown") => "unknown_member",
        Some("missing") => "required",
        Some("duplicate") => "unique_member",
        _ => "type",
    };
    // A path that leads to the member itself says less than the member's name.
    let named = message.split('`').nth(1).filter(|_| rule != "type");
    let pointer = match named {
        Some(name) if !pointer.ends_with(&format!("/{name}")) => format!("{pointer}/{name}"),
        _ => pointer,
    };
    let message = in_words(&message).unwrap_or(message);
    Error::InvalidRequest(vec![Detail::new(pointer.replace("/?", ""), rule, message)])
}

/// What is sent instead of what.
fn in_words(message: &str) -> Option<String> {
    let (sent, expected) = message.strip_prefix("invalid type: ")?.split_once(", expected ")?;
    let expected = match expected {
        "i32" | "i64" | "u32" | "u64" => "a whole number",
        other => other,
    };
    Some(format!("is {sent}, not {expected}"))
}

/// The body; none is the same as an empty object.
async fn in_body(headers: &HeaderMap, body: Body) -> Result<Fields> {
    let bytes = received(body).await?;
    if bytes.is_empty() {
        return Ok(Map::new());
    }
    if !is_json(headers) {
        return Err(Error::UnsupportedMediaType);
    }
    match json::strict(&bytes).map_err(Error::InvalidJson)? {
        Value::Object(fields) => match fields.iter().find(|(_, value)| value.is_null()) {
            Some((name, _)) => {
                Err(Error::invalid(&format!("/{name}"), "type", "is null: leave it out instead"))
            }
            None => Ok(fields),
        },
        _ => Err(Error::invalid("", "type", "the body must be an object")),
    }
}

/// The JSON of a body that must be there.
pub async fn json(headers: &HeaderMap, body: Body) -> Result<Value> {
    if !is_json(headers) {
        return Err(Error::UnsupportedMediaType);
    }
    json::strict(&received(body).await?).map_err(Error::InvalidJson)
}

/// The whole body, which is not too long.
pub async fn received(mut body: Body) -> Result<Bytes> {
    let cause = match Limited::new(&mut body, BODY).collect().await {
        Ok(received) => return Ok(received.to_bytes()),
        Err(cause) => cause,
    };
    if cause.is::<LengthLimitError>() {
        tokio::spawn(let_go(body));
        return Err(Error::BodyTooLarge(BODY));
    }
    // Too slow, or cut off.
    Err(match TooSlow::caused(&*cause) {
        true => Error::RequestTimeout,
        false => Error::InvalidJson("the body was cut off".to_owned()),
    })
}

/// Reads what is too much, up to a bound, and keeps nothing: a client that is still sending would not hear why it is
/// refused if the connection ended on it.
async fn let_go(mut body: Body) {
    let mut let_go = 0;
    while let Some(Ok(frame)) = body.frame().await {
        let_go += frame.data_ref().map_or(0, Bytes::len);
        if let_go > TOO_MUCH {
            return;
        }
    }
}

/// Whether the body is said to be JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let named = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = named.unwrap_or_default().split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}

/// The query's fields; a number is one where it is written as one.
fn in_query(query: &str) -> Result<Fields> {
    let pairs: Pairs = query::read(query)?;
    let mut fields = Map::new();
    for (name, text) in pairs {
        let number = (name == "limit").then(|| text.parse::<i64>().ok()).flatten();
        let value = number.map_or_else(|| Value::from(text), Value::from);
        if fields.insert(name.clone(), value).is_some() {
            return Err(Error::invalid(&format!("/{name}"), "unique_member", "stands twice in the query"));
        }
    }
    Ok(fields)
}

/// The route of a path under which nothing is served: without the ids, and bounded.
pub fn template(path: &str) -> String {
    let segment = |text: &'_ str| match Uuid::try_parse(text) {
        Ok(_) => "{id}".to_owned(),
        Err(_) => text.to_owned(),
    };
    let route = path.split('/').map(segment).collect::<Vec<_>>().join("/");
    route.chars().take(200).collect()
}

#[cfg(test)]
mod tests;
