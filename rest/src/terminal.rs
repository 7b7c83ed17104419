//! The terminal of a container, relayed over a WebSocket (RFC 6455).
mod control;
mod relay;
mod terminals;

pub use terminals::Terminals;

use crate::{
    App,
    answer::Refusal,
    call,
    query::{self, Pairs},
};
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
use hosting_core::{Error, Result, lxc::terminal, providers::hypervisor::Size};
use relay::Access;
use uuid::Uuid;

/// Bytes of a message, either way.
const MESSAGE: usize = 64 << 10;
/// Bytes that may wait to be sent: a shell is read no faster than its client reads.
const WRITE_BUFFER: usize = 256 << 10;
/// Columns and rows of the largest screen.
const WIDEST: u16 = 1000;
const DEFAULT_SIZE: Size = Size { columns: 80, rows: 24 };

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
    match admitted(&app, request_id, id.unwrap_or_default(), query, upgrade).await {
        Ok(response) => response,
        Err(error) => Refusal { request_id, error }.into_response(),
    }
}

async fn admitted(
    app: &App,
    request_id: Uuid,
    container: Uuid,
    query: &str,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response> {
    let upgrade = upgrade.map_err(|_| {
        Error::invalid("", "upgrade", "a terminal is carried by a WebSocket: connect with one (RFC 6455)")
    })?;
    let Query { ticket, size } = read_query(query)?;
    terminal::check_ticket(&app.platform, &ticket, container).await?;
    let open = app.terminals.open(container)?;
    let grant = terminal::redeem_ticket(&app.platform, &ticket, container).await?;
    let terminal = terminal::open(&app.platform, grant, size).await?;
    let access = Access { request_id, platform: app.platform.clone(), grant };
    let upgrade = upgrade
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER);
    Ok(upgrade.on_upgrade(move |socket| relay::relay(socket, terminal, access, open)))
}

/// What the query asks for.
struct Query {
    ticket: String,
    size: Size,
}

/// Reads the query: a ticket, and the size of the screen.
fn read_query(query: &str) -> Result<Query> {
    let pairs: Pairs = query::read(query)?;
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
    let size =
        Size { columns: columns.unwrap_or(DEFAULT_SIZE.columns), rows: rows.unwrap_or(DEFAULT_SIZE.rows) };
    Ok(Query { ticket: ticket.ok_or(Error::InvalidToken)?, size })
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
        let read = read_query("ticket=abc&columns=120&rows=40").expect("a query");
        assert_eq!((read.ticket.as_str(), read.size), ("abc", Size { columns: 120, rows: 40 }));
        assert_eq!(read_query("ticket=abc").expect("a query").size, DEFAULT_SIZE);
        assert!(matches!(read_query(""), Err(Error::InvalidToken)));
        for wrong in [
            "ticket=a&columns=0",
            "ticket=a&rows=1001",
            "ticket=a&columns=-1",
            "ticket=a&columns=many",
            "ticket=a&ticket=b",
            "ticket=a&token=b",
        ] {
            assert!(matches!(read_query(wrong), Err(Error::InvalidRequest(_))), "{wrong}");
        }
    }
}
