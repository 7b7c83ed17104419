//! What opens a terminal, once.
use async_graphql::SimpleObject;
use hosting_kernel::values::{secret::random, time::Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What opens a terminal of one container, once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct TerminalTicket {
    /// The ticket; it is shown this once.
    #[schemars(example = &"6f1c0d5e8a7b4c3d92e1f0a5b6c7d8e96f1c0d5e8a7b4c3d92e1f0a5b6c7d8e9")]
    pub ticket: String,
    /// Where to open a WebSocket; the ticket is part of it.
    #[schemars(example = &"wss://api.example.com/v1/lxc/instances/019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b/terminal?ticket=6f1c0d5e8a7b4c3d92e1f0a5b6c7d8e96f1c0d5e8a7b4c3d92e1f0a5b6c7d8e9")]
    pub url: String,
    /// Until when.
    pub expires_at: Time,
}

impl TerminalTicket {
    /// A new one of 256 random bits, for the platform that is reached under `base_url`.
    pub(super) fn new(base_url: &str, service_id: Uuid, expires_at: Time) -> Self {
        let ticket: String = random::<32>().iter().map(|byte| format!("{byte:02x}")).collect();
        // `http` becomes `ws`, and `https` becomes `wss` (RFC 6455 section 3).
        let base = base_url.strip_prefix("http").map_or(base_url.to_owned(), |rest| format!("ws{rest}"));
        let url = format!("{base}/v1/lxc/instances/{service_id}/terminal?ticket={ticket}");
        Self { ticket, url, expires_at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hosting_kernel::values::clock::{Clock, SystemClock};

    #[test]
    fn a_ticket_has_enough_chance_in_it_and_leads_to_a_websocket() {
        let (service, at) = (Uuid::nil(), SystemClock.now());
        for (base, start) in [
            ("http://127.0.0.1:8080", "ws://127.0.0.1:8080/"),
            ("https://api.example.com", "wss://api.example.com/"),
        ] {
            let one = TerminalTicket::new(base, service, at);
            assert!(one.url.starts_with(start) && one.url.ends_with(&one.ticket), "{}", one.url);
            assert_eq!(one.ticket.len(), 64);
            assert_ne!(one.ticket, TerminalTicket::new(base, service, at).ticket);
        }
    }
}
