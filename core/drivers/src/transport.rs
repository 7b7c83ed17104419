//! Where nameservers are, and messages over TCP (RFC 1035 section 4.2.2, RFC 7766).
use std::io;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// The address of a server: `host:port`, with an IPv6 address in brackets; what is wrong with it, in words.
pub(crate) fn address(text: &str) -> Result<String, String> {
    let wrong = || format!("{text} is not host:port");
    let (host, port) = text.rsplit_once(':').ok_or_else(wrong)?;
    let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let good = match inside {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => {
            !host.is_empty()
                && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte))
        }
    };
    match good && port.parse::<u16>().is_ok_and(|port| port > 0) {
        true => Ok(text.to_owned()),
        false => Err(wrong()),
    }
}

/// Each message with its length in front, in one piece.
pub(crate) async fn send(stream: &mut TcpStream, messages: &[Vec<u8>]) -> io::Result<()> {
    let mut octets = vec![];
    for message in messages {
        let length = u16::try_from(message.len()).map_err(io::Error::other)?;
        octets.extend(length.to_be_bytes());
        octets.extend(message);
    }
    stream.write_all(&octets).await
}

/// The next message.
pub(crate) async fn receive(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let length = stream.read_u16().await?;
    let mut message = vec![0; usize::from(length)];
    stream.read_exact(&mut message).await?;
    Ok(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_a_port() {
        for good in ["127.0.0.1:53", "ns1.example.net:5353", "[::1]:53", "ns_1:53"] {
            assert_eq!(address(good).as_deref(), Ok(good));
        }
        for wrong in
            ["", "127.0.0.1", ":53", "ns1:0", "ns1:65536", "::1:53", "[ns1]:53", "dns://ns1:53", "ns1 :53"]
        {
            assert_eq!(address(wrong), Err(format!("{wrong} is not host:port")));
        }
    }
}
