//! The address a request came from, also behind proxies.

use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

/// The networks whose word about a client's address is believed; none by default.
///
/// A proxy in them has to append to the [`ClientAddressHeader`] or replace it, and not to pass on what a
/// client wrote there as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

/// The one header in which trusted proxies say for whom they ask. What a client writes into the other
/// reaches us as it is, so that one is never looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ClientAddressHeader {
    /// `X-Forwarded-For`: addresses with commas between.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

/// What was given is neither of the headers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither x-forwarded-for nor forwarded")]
pub struct NotAHeader(String);

impl FromStr for ClientAddressHeader {
    type Err = NotAHeader;

    fn from_str(name: &str) -> Result<Self, NotAHeader> {
        let known = [Self::XForwardedFor, Self::Forwarded];
        let named = known.into_iter().find(|header| header.name().eq_ignore_ascii_case(name.trim()));
        named.ok_or_else(|| NotAHeader(name.to_owned()))
    }
}

impl ClientAddressHeader {
    /// Its name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::XForwardedFor => "x-forwarded-for",
            Self::Forwarded => "forwarded",
        }
    }
}

/// What was given is neither an address nor a network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither an address nor a network, such as 10.0.0.1 or 10.0.0.0/8")]
pub struct NotANetwork(String);

impl FromStr for TrustedProxies {
    type Err = NotANetwork;

    /// Addresses and networks, separated by commas or spaces.
    fn from_str(list: &str) -> Result<Self, NotANetwork> {
        let entries = list.split([',', ' ']).map(str::trim).filter(|entry| !entry.is_empty());
        entries.map(network).collect::<Result<_, _>>().map(Self)
    }
}

impl TrustedProxies {
    fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|&network| contains(network, address))
    }
}

/// The address of the client: the peer's, or, where the peer is a trusted proxy, the right-most entry of
/// `header` that is not one.
///
/// `lines` are the values of that header in their order. Proxies may merge lines, and a client may have
/// written bytes that are no text: the lines are joined and read as bytes. An entry that is no address ends
/// the walk: the client is then the hop that wrote it. An IPv4 address written as IPv6 is returned as IPv4.
pub fn client_address<'a>(
    peer: IpAddr,
    header: ClientAddressHeader,
    lines: impl Iterator<Item = &'a [u8]>,
    trusted: &TrustedProxies,
) -> IpAddr {
    let peer = peer.to_canonical();
    if !trusted.trusts(peer) {
        return peer;
    }
    let value = lines.collect::<Vec<_>>().join(&b',');
    match header {
        ClientAddressHeader::XForwardedFor => walk(peer, value.rsplit(|&byte| byte == b','), node, trusted),
        ClientAddressHeader::Forwarded => walk(peer, rsplit_unquoted(&value, b','), forwarded_for, trusted),
    }
}

/// Whether an address may use what is restricted to these networks; where there are none, any may.
pub fn networks_allow(networks: &[IpNet], address: IpAddr) -> bool {
    networks.is_empty() || networks.iter().any(|&network| contains(network, address.to_canonical()))
}

/// From the nearest entry to the farthest, as long as the one who wrote it is trusted.
fn walk<'a>(
    peer: IpAddr,
    entries: impl Iterator<Item = &'a [u8]>,
    read: fn(&[u8]) -> Option<IpAddr>,
    trusted: &TrustedProxies,
) -> IpAddr {
    let mut address = peer;
    for entry in entries.map(<[u8]>::trim_ascii).filter(|entry| !entry.is_empty()) {
        let Some(next) = read(entry) else { break };
        address = next;
        if !trusted.trusts(address) {
            break;
        }
    }
    address
}

/// The address of an element of `Forwarded`: its `for`, if it has exactly one.
fn forwarded_for(element: &[u8]) -> Option<IpAddr> {
    let mut values = rsplit_unquoted(element, b';').filter_map(|pair| {
        let at = pair.iter().position(|&byte| byte == b'=')?;
        let (name, value) = (&pair[..at], &pair[at + 1..]);
        name.trim_ascii().eq_ignore_ascii_case(b"for").then_some(value.trim_ascii())
    });
    let value = values.next()?;
    let bare = value.strip_prefix(b"\"").map_or(Some(value), |rest| rest.strip_suffix(b"\""))?;
    if values.next().is_some() { None } else { node(bare) }
}

/// An address with or without a port, IPv6 then in brackets: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
fn node(entry: &[u8]) -> Option<IpAddr> {
    let entry = str::from_utf8(entry).ok()?;
    let (host, port) = match entry.strip_prefix('[') {
        Some(rest) => rest.split_once(']').filter(|(host, _)| host.contains(':'))?,
        None if entry.matches(':').count() == 1 => entry.split_at(entry.find(':')?),
        None => (entry, ""),
    };
    let port = port.strip_prefix(':').unwrap_or(port);
    let port_is_sound = port.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    host.parse::<IpAddr>().ok().filter(|_| port_is_sound).map(|address| address.to_canonical())
}

/// The parts between separators that stand outside quotes, last first.
///
/// It has to be read from the right: the right end is a trusted proxy's, and a quote that a client
/// opened on the left and left open cannot swallow it.
fn rsplit_unquoted(text: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut quoted = false;
        for (at, &byte) in text.iter().enumerate().rev() {
            if byte == b'"' && !is_escaped(&text[..at]) {
                quoted = !quoted;
            } else if byte == separator && !quoted {
                rest = Some(&text[..at]);
                return Some(&text[at + 1..]);
            }
        }
        rest = None;
        Some(text)
    })
}

fn is_escaped(before: &[u8]) -> bool {
    before.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}

fn network(entry: &str) -> Result<IpNet, NotANetwork> {
    let address = || entry.parse::<IpAddr>().map(IpNet::from);
    entry.parse().or_else(|_| address()).map_err(|_| NotANetwork(entry.to_owned()))
}

/// A network of IPv4 addresses written as IPv6 holds the IPv4 addresses.
fn contains(network: IpNet, address: IpAddr) -> bool {
    match (network, address) {
        (IpNet::V6(mapped), IpAddr::V4(address)) if mapped.prefix_len() >= 96 => {
            mapped.contains(&address.to_ipv6_mapped())
        }
        (network, address) => network.contains(&address),
    }
}

#[cfg(test)]
mod tests;
