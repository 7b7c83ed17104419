//! What is asked for.
use crate::inventory::{DOMAINS, domain_id, domain_name};
use hosting_core::clock::{Clock, SystemClock};
use std::{
    io::{self, Write},
    net::Ipv4Addr,
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
};

/// Searches that one client may make in a minute (`contract.md` §5): the next comes from another address.
const SEARCHES: u32 = 20;
/// Fields of one request of the flood, each of which is recorded.
const FIELDS: u32 = 100;
/// Keys that each connection uses again and again.
const KEYS: u32 = 8;

/// Domains that every platform has.
const FEW: u32 = 10;
/// The milliseconds of the oldest entry that is filled in: none is so old that it would be removed meanwhile.
pub static YESTERDAY: LazyLock<i64> = LazyLock::new(|| SystemClock.now().millis() - 86_400_000);
/// An entry of which there are older ones in every platform.
const OLDER: i64 = 200;

/// A request that is made over and over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// 8 kB of nothing.
    Bare,
    /// The list of 25 services.
    Services,
    /// The account.
    Account,
    /// A change under a key that was never used.
    AutoRenew,
    /// The same change again under the same key.
    Replay,
    /// A dashboard that asks for far too much at a time.
    Flood,
    /// The public search for a name that was looked up a moment ago.
    Search,
    /// The newest 50 usage entries.
    Usage,
    /// As many from among the older ones.
    UsageMiddle,
    /// The newest ten domains.
    TenDomains,
    /// A change of one of ten domains under a key that was never used.
    Switch,
    /// The same of what is published, which is done after the answer.
    Record,
}

/// The numbers of requests: none is given twice, whatever is asked of whom.
static NUMBER: AtomicU32 = AtomicU32::new(0);

impl Ask {
    /// What `hosting` is asked for.
    pub const OF_HOSTING: [Self; 5] =
        [Self::Services, Self::Account, Self::AutoRenew, Self::Replay, Self::Search];

    /// What Fastify is asked for beside it.
    pub const OF_FASTIFY: [Self; 4] = [Self::Services, Self::Account, Self::AutoRenew, Self::Replay];

    /// What the table calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bare => "8 kB",
            Self::Services => "GET services",
            Self::Account => "GET account",
            Self::AutoRenew | Self::Switch => "PUT auto-renew",
            Self::Replay => "its replay",
            Self::Flood => "100 fields",
            Self::Search => "search hit",
            Self::Usage => "GET usage",
            Self::UsageMiddle => "GET usage, older",
            Self::TenDomains => "GET ten domains",
            Self::Record => "POST a record, and its job",
        }
    }

    /// The next request of the connection of this number, in the name of one of the `tokens`.
    pub fn write(self, connection: u32, tokens: &[String], into: &mut Vec<u8>) -> io::Result<()> {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // Bare axum knows none.
        let token = tokens.get(number as usize % tokens.len().max(1)).map_or("", String::as_str);
        match self {
            Self::Bare => get(into, "/", format_args!("accept: */*")),
            Self::Services => get(into, "/v1/services", format_args!("authorization: Bearer {token}")),
            Self::Account => get(into, "/v1/account", format_args!("authorization: Bearer {token}")),
            Self::AutoRenew => {
                let key = format!("changed-{number:012}");
                put(into, token, number % DOMAINS, &key, (number / DOMAINS).is_multiple_of(2))
            }
            Self::Replay => {
                let mine = connection * KEYS + number % KEYS;
                put(into, token, mine % DOMAINS, &format!("replayed-{mine}"), true)
            }
            Self::Usage => usage(into, token, ""),
            Self::UsageMiddle => {
                let at = format!("{:012x}", *YESTERDAY + OLDER);
                let cursor = format!("&cursor={}-{}-7000-8000-{OLDER:012x}", &at[..8], &at[8..]);
                usage(into, token, &cursor)
            }
            Self::TenDomains => {
                get(into, "/v1/domains?limit=10", format_args!("authorization: Bearer {token}"))
            }
            Self::Switch => put(
                into,
                token,
                number % FEW,
                &format!("switched-{number:012}"),
                (number / FEW).is_multiple_of(2),
            ),
            Self::Record => {
                let key = format!("recorded-{number:012}");
                let body = format!(
                    "{{\"name\":\"r{number}\",\"type\":\"TXT\",\"contents\":[\"{number}\"],\"ttl\":3600}}"
                );
                send(
                    into,
                    "POST",
                    &format!("/v1/domains/{}/dns", domain_id(number % FEW)),
                    token,
                    &key,
                    &body,
                )
            }
            Self::Flood => {
                let fields: String =
                    (0..FIELDS).map(|field| format!("f{field}:account{{id}}")).collect::<Vec<_>>().join(" ");
                let body = format!("{{\"query\":\"{{{fields}}}\"}}");
                write!(
                    into,
                    "POST /graphql HTTP/1.1\r\nhost: bench\r\nuser-agent: bench/1\r\nauthorization: Bearer {token}\r\n\
                     content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                    body.len()
                )
            }
            Self::Search => {
                let path = format!("/api/domain-search?domain={}", domain_name(number % DOMAINS));
                let client = Ipv4Addr::from_bits(0x0a00_0000 + number / SEARCHES);
                get(into, &path, format_args!("x-forwarded-for: {client}"))
            }
        }
    }

    /// Whether `head`, the lines before a body, is how such a request is answered.
    pub fn is_answered_by(self, head: &str) -> bool {
        // One that asks too much may be turned away.
        if self == Self::Flood {
            return ["200", "429", "503"].iter().any(|status| head[9..].starts_with(status));
        }
        let replayed = head.contains("\r\nidempotent-replayed: true");
        let status = if self == Self::Record { "HTTP/1.1 202 " } else { "HTTP/1.1 200 " };
        head.starts_with(status) && (self == Self::Replay || !replayed)
    }
}

fn get(into: &mut Vec<u8>, path: &str, line: std::fmt::Arguments<'_>) -> io::Result<()> {
    write!(into, "GET {path} HTTP/1.1\r\nhost: bench\r\nuser-agent: bench/1\r\n{line}\r\n\r\n")
}

fn usage(into: &mut Vec<u8>, token: &str, cursor: &str) -> io::Result<()> {
    let path = format!("/v1/account/api-usage?limit=50{cursor}");
    get(into, &path, format_args!("authorization: Bearer {token}"))
}

fn put(into: &mut Vec<u8>, token: &str, domain: u32, key: &str, enabled: bool) -> io::Result<()> {
    let (path, body) =
        (format!("/v1/domains/{}/auto-renew", domain_id(domain)), format!("{{\"enabled\":{enabled}}}"));
    send(into, "PUT", &path, token, key, &body)
}

fn send(into: &mut Vec<u8>, method: &str, path: &str, token: &str, key: &str, body: &str) -> io::Result<()> {
    write!(
        into,
        "{method} {path} HTTP/1.1\r\nhost: bench\r\nuser-agent: bench/1\r\n\
         authorization: Bearer {token}\r\nidempotency-key: {key}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}
