//! The messages of a socket (`graphql-transport-ws`).
use crate::json;
use axum::extract::ws::Message;
use hosting_graphql::{Request, Response, body, read_request};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::{Map, Value, value::RawValue};

/// A message of the client.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Who it is.
    ConnectionInit { payload: Option<Map<String, Value>> },
    /// Whether we are there.
    Ping { payload: Option<Map<String, Value>> },
    /// That it is.
    Pong,
    /// What it asks for: any operation, subscription or not.
    Subscribe {
        id: String,
        #[serde(deserialize_with = "payload")]
        payload: Box<Request>,
    },
    /// That it wants no more of it.
    Complete { id: String },
}

fn payload<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<Request>, D::Error> {
    read_request(Value::deserialize(deserializer)?).map(Box::new).map_err(D::Error::custom)
}

/// A message of the server.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ServerMessage<'a> {
    ConnectionAck,
    Pong {
        #[serde(skip_serializing_if = "Option::is_none")]
        payload: Option<Map<String, Value>>,
    },
    Next {
        id: &'a str,
        payload: &'a RawValue,
    },
    Error {
        id: &'a str,
        payload: &'a Value,
    },
    Complete {
        id: &'a str,
    },
}

/// Reads a message of the client; nothing where it is none of the protocol.
pub fn read(text: &str) -> Option<ClientMessage> {
    serde_json::from_value(json::strict(text.as_bytes()).ok()?).ok()
}

impl ClientMessage {
    /// The credential in the first message, if one is there.
    pub fn token(payload: &Map<String, Value>) -> Option<String> {
        let line = payload.get("Authorization").or_else(|| payload.get("authorization"))?;
        let (scheme, token) = line.as_str()?.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_matches(' ').to_owned())
    }
}

fn text(message: &ServerMessage<'_>) -> Message {
    Message::Text(serde_json::to_string(message).unwrap_or_default().into())
}

/// That the client is known.
pub fn acknowledged() -> Message {
    text(&ServerMessage::ConnectionAck)
}

/// That we are there.
pub fn pong(payload: Option<Map<String, Value>>) -> Message {
    text(&ServerMessage::Pong { payload })
}

/// An answer.
pub fn next(id: &str, payload: &Response) -> Message {
    let payload = RawValue::from_string(body(payload)).unwrap_or_default();
    text(&ServerMessage::Next { id, payload: &payload })
}

/// Why there is no answer, or no further one.
pub fn error(id: &str, errors: &Value) -> Message {
    text(&ServerMessage::Error { id, payload: errors })
}

/// That there is no further answer.
pub fn complete(id: &str) -> Message {
    text(&ServerMessage::Complete { id })
}

/// Whether `response` says only why there is none.
pub fn is_refusal(response: &Response) -> bool {
    response.data == async_graphql::Value::Null && !response.errors.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_messages_of_the_protocol_are_read() {
        for right in [
            r#"{"type":"connection_init"}"#,
            r#"{"type":"connection_init","payload":{"Authorization":"Bearer x"}}"#,
            r#"{"type":"ping"}"#,
            r#"{"type":"pong","payload":{"a":1}}"#,
            r#"{"type":"subscribe","id":"1","payload":{"query":"{a}","variables":null,"operationName":null}}"#,
            r#"{"type":"complete","id":"1"}"#,
        ] {
            assert!(read(right).is_some(), "{right}");
        }
        for wrong in [
            "",
            "nonsense",
            "[]",
            "{}",
            r#"{"type":"start"}"#,
            r#"{"type":"next","id":"1"}"#,
            r#"{"type":"connection_init","payload":7}"#,
            r#"{"type":"complete"}"#,
            r#"{"type":"subscribe","payload":{"query":"{a}"}}"#,
            r#"{"type":"subscribe","id":7,"payload":{"query":"{a}"}}"#,
            r#"{"type":"subscribe","id":"1","payload":{}}"#,
            r#"{"type":"subscribe","id":"1","payload":{"query":"{a}","variables":[]}}"#,
        ] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_credential_is_found_under_either_spelling() {
        let token = |payload: Value| ClientMessage::token(payload.as_object().expect("an object"));
        for right in ["Authorization", "authorization"] {
            let payload = Map::from_iter([(right.to_owned(), "bearer abc".into())]);
            assert_eq!(token(payload.into()).as_deref(), Some("abc"));
        }
        for wrong in [serde_json::json!({}), serde_json::json!({ "authorization": "abc" })] {
            assert_eq!(token(wrong), None);
        }
    }
}
