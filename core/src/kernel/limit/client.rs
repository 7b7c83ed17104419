//! The address a request came from, also behind proxies.

use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

/// The networks whose word about a client's address is believed; none by default.
///
/// A proxy in them has to append to `X-Forwarded-For` (or, where it sends none, to `Forwarded`) or
/// replace it, and not to pass on what a client wrote there as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

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

/// The address of the client: the peer's, or, where the peer is a trusted proxy, the right-most entry
/// of `X-Forwarded-For`, or else of `Forwarded` (RFC 7239), that is not one.
///
/// The header lines are given in their order. Where an entry is no address the walk ends at the last
/// that was. An IPv4 address written as IPv6 is returned as IPv4.
pub fn client_address<'a>(
    peer: IpAddr,
    x_forwarded_for: impl Iterator<Item = &'a str>,
    forwarded: impl Iterator<Item = &'a str>,
    trusted: &TrustedProxies,
) -> IpAddr {
    let peer = peer.to_canonical();
    if !trusted.trusts(peer) {
        return peer;
    }
    let lines: Vec<_> = x_forwarded_for.filter(|line| !line.trim().is_empty()).collect();
    if !lines.is_empty() {
        let entries = lines.into_iter().rev().flat_map(|line| line.rsplit(','));
        return walk(peer, entries, node, trusted);
    }
    let lines: Vec<_> = forwarded.collect();
    let elements = lines.into_iter().rev().flat_map(|line| rsplit_unquoted(line, ','));
    walk(peer, elements, forwarded_for, trusted)
}

/// Whether an address may use what is restricted to these networks; where there are none, any may.
pub fn networks_allow(networks: &[IpNet], address: IpAddr) -> bool {
    networks.is_empty() || networks.iter().any(|&network| contains(network, address.to_canonical()))
}

/// From the nearest entry to the farthest, as long as the one who wrote it is trusted.
fn walk<'a>(
    peer: IpAddr,
    entries: impl Iterator<Item = &'a str>,
    read: fn(&str) -> Option<IpAddr>,
    trusted: &TrustedProxies,
) -> IpAddr {
    let mut address = peer;
    for entry in entries.map(str::trim).filter(|entry| !entry.is_empty()) {
        let Some(next) = read(entry) else { break };
        address = next;
        if !trusted.trusts(address) {
            break;
        }
    }
    address
}

/// The address of an element of `Forwarded`: its `for`, if it has exactly one.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let mut values = rsplit_unquoted(element, ';').filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then_some(value.trim())
    });
    let value = values.next()?;
    let bare = value.strip_prefix('"').map_or(Some(value), |rest| rest.strip_suffix('"'))?;
    if values.next().is_some() { None } else { node(bare) }
}

/// An address with or without a port, IPv6 then in brackets: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
fn node(entry: &str) -> Option<IpAddr> {
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
fn rsplit_unquoted(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut quoted = false;
        for (at, character) in text.char_indices().rev() {
            if character == '"' && !is_escaped(&text[..at]) {
                quoted = !quoted;
            } else if character == separator && !quoted {
                rest = Some(&text[..at]);
                return Some(&text[at + character.len_utf8()..]);
            }
        }
        rest = None;
        Some(text)
    })
}

fn is_escaped(before: &str) -> bool {
    before.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
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
mod tests {
    use super::*;

    fn from(peer: &str, x_forwarded_for: &[&str], forwarded: &[&str]) -> String {
        let trusted = "10.0.0.0/8, 2001:db8:ffff::/48 ::ffff:172.16.0.0/108".parse().unwrap();
        let (x, f) = (x_forwarded_for.iter().copied(), forwarded.iter().copied());
        client_address(peer.parse().unwrap(), x, f, &trusted).to_string()
    }

    #[test]
    fn an_untrusted_peer_is_the_client() {
        assert_eq!(from("192.0.2.9", &["198.51.100.1"], &["for=198.51.100.1"]), "192.0.2.9");
        assert_eq!(from("::ffff:192.0.2.9", &["198.51.100.1"], &[]), "192.0.2.9");
        let nobody = TrustedProxies::default();
        let peer = "10.0.0.1".parse().unwrap();
        assert_eq!(client_address(peer, ["1.1.1.1"].into_iter(), [].into_iter(), &nobody), peer);
    }

    #[test]
    fn the_right_most_untrusted_entry_is_the_client() {
        assert_eq!(from("10.0.0.1", &[], &[]), "10.0.0.1");
        assert_eq!(from("10.0.0.1", &["6.6.6.6, 198.51.100.1"], &[]), "198.51.100.1");
        assert_eq!(from("10.0.0.1", &["6.6.6.6, 198.51.100.1, 10.3.3.3,,172.16.4.4"], &[]), "198.51.100.1");
        assert_eq!(from("::ffff:10.0.0.1", &["6.6.6.6", "198.51.100.1", "10.0.0.2"], &[]), "198.51.100.1");
        assert_eq!(from("10.0.0.1", &["10.0.0.3, 10.0.0.2"], &[]), "10.0.0.3");
        assert_eq!(from("2001:db8:ffff::1", &["2001:db8::7"], &[]), "2001:db8::7");
        assert_eq!(from("10.0.0.1", &["198.51.100.1:4711"], &[]), "198.51.100.1");
        assert_eq!(from("10.0.0.1", &["[2001:db8::7]:4711"], &[]), "2001:db8::7");
        assert_eq!(from("10.0.0.1", &["::ffff:198.51.100.1"], &[]), "198.51.100.1");
    }

    #[test]
    fn forwarded_is_read_where_the_other_is_missing() {
        assert_eq!(from("10.0.0.1", &["198.51.100.1"], &["for=6.6.6.6"]), "198.51.100.1");
        assert_eq!(from("10.0.0.1", &["  "], &["for=6.6.6.6"]), "6.6.6.6");
        let line = "for=6.6.6.6, For=\"[2001:db8::1]:4711\";proto=https;by=10.0.0.1 , for=10.0.0.2";
        assert_eq!(from("10.0.0.1", &[], &[line]), "2001:db8::1");
        assert_eq!(from("10.0.0.1", &[], &["for=6.6.6.6", "for=192.0.2.1", "for=10.0.0.2"]), "192.0.2.1");
        assert_eq!(from("10.0.0.1", &[], &["for=6.6.6.6, for=unknown, for=10.0.0.2"]), "10.0.0.2");
        assert_eq!(from("10.0.0.1", &[], &["for=6.6.6.6, for=_hidden"]), "10.0.0.1");
        assert_eq!(from("10.0.0.1", &[], &["for=\"192.0.2.1:_port\""]), "192.0.2.1");
    }

    #[test]
    fn a_client_cannot_write_its_own_address() {
        // What stands left of the proxy's element is the client's, whatever quotes it leaves open.
        for written in ["for=6.6.6.6, for=\"", "for=\"6.6.6.6", "\\\"", "for=\"6.6.6.6,", "\"\"\"", "\\"] {
            let line = format!("{written}, for=192.0.2.1;host=\"a,for=6.6.6.6;for=6.6.6.6\"");
            assert_eq!(from("10.0.0.1", &[], &[&line]), "192.0.2.1", "{line}");
        }
        assert_eq!(from("10.0.0.1", &[], &["for=6.6.6.6;for=7.7.7.7"]), "10.0.0.1");
    }

    #[test]
    fn garbage_ends_the_walk() {
        let long = "\\\",".repeat(20_000);
        for entry in ["x", "1.2.3", "[", "[]", "[::1", "[1.2.3.4]", "1.2.3.4:5 6", ":", "é", "\"", "=", &long]
        {
            assert_eq!(from("10.0.0.1", &["6.6.6.6", entry], &[]), "10.0.0.1", "{entry}");
            let forwarded = format!("for={entry}");
            assert_eq!(from("10.0.0.1", &[], &["for=6.6.6.6", &forwarded, "for=10.9.9.9"]), "10.9.9.9");
        }
    }

    #[test]
    fn networks_are_read_and_compared() {
        assert_eq!("".parse(), Ok(TrustedProxies::default()));
        let message = "10.0.0.0/8,nonsense".parse::<TrustedProxies>().unwrap_err().to_string();
        assert!(message.starts_with("`nonsense` is neither"), "{message}");

        let networks: Vec<IpNet> = ["192.0.2.0/24", "2001:db8::/32"].map(|net| net.parse().unwrap()).into();
        let allow = |address: &str| networks_allow(&networks, address.parse().unwrap());
        assert!(allow("192.0.2.7") && allow("::ffff:192.0.2.7") && allow("2001:db8::1"));
        assert!(!allow("192.0.3.7") && !allow("2001:db9::1"));
        assert!(networks_allow(&[], "192.0.3.7".parse().unwrap()));
        assert!(!networks_allow(&["::/0".parse().unwrap()], "192.0.2.7".parse().unwrap()));
    }
}
