use super::{
    ClientAddressHeader::{Forwarded, XForwardedFor},
    *,
};

/// The client's address, where the peer writes `lines` into this header.
fn from<L: AsRef<[u8]>>(peer: &str, header: ClientAddressHeader, lines: &[L]) -> String {
    let trusted = "10.0.0.0/8, 2001:db8:ffff::/48 ::ffff:172.16.0.0/108".parse().unwrap();
    let lines = lines.iter().map(AsRef::as_ref);
    client_address(peer.parse().unwrap(), header, lines, &trusted).to_string()
}

#[test]
fn an_untrusted_peer_is_the_client() {
    assert_eq!(from("192.0.2.9", XForwardedFor, &["198.51.100.1"]), "192.0.2.9");
    assert_eq!(from("192.0.2.9", Forwarded, &["for=198.51.100.1"]), "192.0.2.9");
    assert_eq!(from("::ffff:192.0.2.9", XForwardedFor, &["198.51.100.1"]), "192.0.2.9");
    let (nobody, peer) = (TrustedProxies::default(), "10.0.0.1".parse().unwrap());
    assert_eq!(client_address(peer, XForwardedFor, [&b"1.1.1.1"[..]].into_iter(), &nobody), peer);
}

#[test]
fn the_right_most_untrusted_entry_is_the_client() {
    for (lines, client) in [
        (&[][..], "10.0.0.1"),
        (&["  "], "10.0.0.1"),
        (&["6.6.6.6, 198.51.100.1"], "198.51.100.1"),
        (&["6.6.6.6, 198.51.100.1, 10.3.3.3,,172.16.4.4"], "198.51.100.1"),
        (&["6.6.6.6", "198.51.100.1", "10.0.0.2"], "198.51.100.1"),
        (&["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        (&["198.51.100.1:4711"], "198.51.100.1"),
        (&["[2001:db8::7]:4711"], "2001:db8::7"),
        (&["[2001:db8::7]"], "2001:db8::7"),
        (&["2001:db8::7, 2001:db8:ffff::2"], "2001:db8::7"),
        (&["::ffff:198.51.100.1"], "198.51.100.1"),
    ] {
        assert_eq!(from("10.0.0.1", XForwardedFor, lines), client, "{lines:?}");
        assert_eq!(from("::ffff:10.0.0.1", XForwardedFor, lines), client, "{lines:?}");
    }
    assert_eq!(from("2001:db8:ffff::1", XForwardedFor, &["2001:db8::7"]), "2001:db8::7");
}

#[test]
fn forwarded_is_read_with_its_quotes_ports_and_parameters() {
    for (lines, client) in [
        (&["for=6.6.6.6"][..], "6.6.6.6"),
        (&["for=6.6.6.6, For=\"[2001:db8::1]:4711\";proto=https;by=10.0.0.1 , for=10.0.0.2"], "2001:db8::1"),
        (&["by=\"[2001:db8:ffff::9]\";FOR=\"[2001:db8::1]\";host=\"a;b,c\""], "2001:db8::1"),
        (&["for=6.6.6.6", "for=192.0.2.1", "for=10.0.0.2"], "192.0.2.1"),
        (&["for=6.6.6.6, for=unknown, for=10.0.0.2"], "10.0.0.2"),
        (&["for=6.6.6.6, for=_hidden"], "10.0.0.1"),
        (&["for=6.6.6.6, proto=https"], "10.0.0.1"),
        (&["for=\"192.0.2.1:_port\""], "192.0.2.1"),
        (&["for=192.0.2.1:4711"], "192.0.2.1"),
        (&["for=\"2001:db8::1\""], "2001:db8::1"),
    ] {
        assert_eq!(from("10.0.0.1", Forwarded, lines), client, "{lines:?}");
    }
}

#[test]
fn merged_lines_are_what_they_were_apart() {
    for header in [XForwardedFor, Forwarded] {
        let entry = |text: &str| if header == Forwarded { format!("for={text}") } else { text.to_owned() };
        for written in [&b"\xff"[..], b"6.6.6.6\xff", b"\"", b"\\", b"for=6.6.6.6", b"6.6.6.6", b",", b""] {
            let added = entry("192.0.2.1");
            let apart = [written, added.as_bytes()];
            assert_eq!(from("10.0.0.1", header, &apart), "192.0.2.1", "{written:?}");
            assert_eq!(from("10.0.0.1", header, &[apart.join(&b", "[..])]), "192.0.2.1", "{written:?}");
        }
    }
}

#[test]
fn a_client_cannot_write_its_own_address() {
    // What stands left of the proxy's element is the client's, whatever quotes it leaves open.
    for written in ["for=6.6.6.6, for=\"", "for=\"6.6.6.6", "\\\"", "for=\"6.6.6.6,", "\"\"\"", "\\"] {
        let line = format!("{written}, for=192.0.2.1;host=\"a,for=6.6.6.6;for=6.6.6.6\"");
        assert_eq!(from("10.0.0.1", Forwarded, &[&line]), "192.0.2.1", "{line}");
    }
    assert_eq!(from("10.0.0.1", Forwarded, &["for=6.6.6.6;for=7.7.7.7"]), "10.0.0.1");
}

#[test]
fn what_cannot_be_read_ends_the_walk_at_who_wrote_it() {
    let long = "\\\",".repeat(20_000);
    for entry in ["x", "1.2.3", "[", "[]", "[::1", "[1.2.3.4]", "1.2.3.4:5 6", ":", "é", "\"", "=", &long] {
        assert_eq!(from("10.0.0.1", XForwardedFor, &["6.6.6.6", entry]), "10.0.0.1", "{entry}");
        let forwarded = format!("for={entry}");
        let lines = ["for=6.6.6.6", &forwarded, "for=10.9.9.9"];
        assert_eq!(from("10.0.0.1", Forwarded, &lines), "10.9.9.9", "{entry}");
    }
    for (header, line) in [
        (XForwardedFor, &b"6.6.6.6, \xff, 10.9.9.9"[..]),
        (Forwarded, b"for=6.6.6.6, for=\xff, for=10.9.9.9"),
    ] {
        assert_eq!(from("10.0.0.1", header, &[line]), "10.9.9.9");
    }
}

#[test]
fn a_header_is_known_by_its_name() {
    assert_eq!("X-Forwarded-For".parse(), Ok(XForwardedFor));
    assert_eq!("forwarded".parse(), Ok(Forwarded));
    let message = "x-real-ip".parse::<ClientAddressHeader>().unwrap_err().to_string();
    assert_eq!(message, "`x-real-ip` is neither x-forwarded-for nor forwarded");
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
