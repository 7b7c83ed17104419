//! The terminal of a container, carried by a WebSocket (RFC 6455).
mod carry;
mod places;

pub use places::Terminals;

use crate::{App, answer::Refusal, call};
use axum::{
    Router,
    extract::{
        RawPathParams, Request, State,
        rejection::RawPathParamsRejection,
        ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    response::{IntoResponse, Response},
    routing::get,
};
use hosting_core::{Error, Result, providers::hypervisor::Size};
use uuid::Uuid;

/// Bytes of a message, either way.
const MESSAGE: usize = 64 << 10;
/// Bytes that may wait to be sent: whoever reads no faster waits.
const WAITING: usize = 256 << 10;
/// The largest screen.
const WIDEST: u16 = 1000;
const USUAL: Size = Size { columns: 80, rows: 24 };

/// Where terminals are opened.
pub fn routes() -> Router<App> {
    Router::new().route("/v1/lxc/instances/{serviceId}/terminal", get(open))
}

/// Opens a terminal for a ticket; all that can be refused is refused before anything is upgraded.
async fn open(
    State(app): State<App>,
    sent: Result<RawPathParams, RawPathParamsRejection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
    let request_id = call::of(request.extensions()).request_id;
    let id = sent.iter().flatten().next().and_then(|(_, id)| Uuid::try_parse(id).ok());
    let query = request.uri().query().unwrap_or_default();
    match begin(&app, id.unwrap_or_default(), query, upgrade).await {
        Ok(response) => response,
        Err(error) => Refusal { request_id, error }.into_response(),
    }
}

async fn begin(
    app: &App,
    instance: Uuid,
    query: &str,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response> {
    let upgrade = upgrade.map_err(|_| {
        Error::invalid("", "upgrade", "a terminal is carried by a WebSocket: connect with one (RFC 6455)")
    })?;
    let asked = asked(query)?;
    app.platform.know_ticket(&asked.ticket, instance).await?;
    let place = app.terminals.take(instance)?;
    let seat = app.platform.redeem_ticket(&asked.ticket, instance).await?;
    let terminal = app.platform.open_terminal(seat, asked.size).await?;
    let platform = app.platform.clone();
    let upgrade = upgrade
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .write_buffer_size(0)
        .max_write_buffer_size(WAITING);
    Ok(upgrade.on_upgrade(move |socket| carry::carry(socket, terminal, platform, seat, place)))
}

/// What the query asks for.
struct Asked {
    ticket: String,
    size: Size,
}

/// Reads the query: a ticket, and the size of the screen.
fn asked(query: &str) -> Result<Asked> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query)
        .map_err(|cause| Error::invalid("", "query", format!("the query cannot be read: {cause}")))?;
    let (mut ticket, mut columns, mut rows) = (None, None, None);
    for (name, value) in pairs {
        let taken = match name.as_str() {
            "ticket" => ticket.replace(value).is_some(),
            "columns" => columns.replace(length("/columns", &value)?).is_some(),
            "rows" => rows.replace(length("/rows", &value)?).is_some(),
            _ => return Err(Error::invalid("", "unknown_member", "the query has ticket, columns and rows")),
        };
        if taken {
            return Err(Error::invalid(&format!("/{name}"), "unique_member", "is there twice"));
        }
    }
    let size = Size { columns: columns.unwrap_or(USUAL.columns), rows: rows.unwrap_or(USUAL.rows) };
    Ok(Asked { ticket: ticket.ok_or(Error::InvalidToken)?, size })
}

fn length(pointer: &str, text: &str) -> Result<u16> {
    let length = text.parse().ok().filter(|length| (1..=WIDEST).contains(length));
    length.ok_or_else(|| Error::invalid(pointer, "bounds", format!("is a number from 1 to {WIDEST}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_read_strictly() {
        let read = asked("ticket=abc&columns=120&rows=40").expect("a query");
        assert_eq!((read.ticket.as_str(), read.size), ("abc", Size { columns: 120, rows: 40 }));
        assert_eq!(asked("ticket=abc").expect("a query").size, USUAL);
        assert!(matches!(asked(""), Err(Error::InvalidToken)));
        for wrong in [
            "ticket=a&columns=0",
            "ticket=a&rows=1001",
            "ticket=a&columns=-1",
            "ticket=a&columns=many",
            "ticket=a&ticket=b",
            "ticket=a&token=b",
        ] {
            assert!(matches!(asked(wrong), Err(Error::InvalidRequest(_))), "{wrong}");
        }
    }
}
