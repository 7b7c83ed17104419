//! Data of every type, as the platform writes it.

/// A type and its values.
pub type Data = (&'static str, Vec<String>);

/// Sets of every type that a customer can set (`hosting_kernel::providers::dns::TYPES`).
pub fn every() -> Vec<Data> {
    let sha256 = "0123456789abcdef".repeat(4);
    let long = format!("\"{}\" \"{}\"", "a".repeat(255), "b; c".repeat(10));
    let longest = vec![format!("\"{}\"", "x".repeat(255)); 16].join(" ");
    let cut = format!("\"{}\\195\" \"\\188\"", "a".repeat(254));
    let name = format!("{0}.{0}.{0}.{1}.", "a".repeat(63), "a".repeat(61));
    let mut every = vec![
        ("TLSA", vec![format!("3 1 1 {sha256}"), format!("0 0 2 {sha256}{sha256}")]),
        ("SSHFP", vec![format!("4 2 {sha256}"), format!("1 1 {}", &sha256[..40])]),
        ("TXT", vec![long, longest, cut]),
        ("CNAME", vec![name]),
    ];
    every.extend(
        FIXED.iter().map(|(kind, contents)| (*kind, contents.iter().map(ToString::to_string).collect())),
    );
    every
}

const FIXED: &[(&str, &[&str])] = &[
    ("A", &["192.0.2.1", "0.0.0.0", "255.255.255.255"]),
    ("AAAA", &["2001:db8::1", "2001:db8:0:1:1:1:1:1", "2001:0:0:1::1", "::", "::1", "64:ff9b::c000:221"]),
    ("AAAA", &["::ffff:192.0.2.1", "2001:db8::1:0:0:1"]),
    ("CNAME", &["www.example.net."]),
    ("CNAME", &["_0123abc.acm-validations.aws."]),
    ("CNAME", &["foo_bar.example.net."]),
    ("PTR", &["1.2.0.192.in-addr.arpa.", "_http._tcp.example.net."]),
    ("NS", &["ns1.example.net.", "ns.xn--bcher-kva.example."]),
    ("MX", &["10 mail.example.net.", "65535 mail.xn--bcher-kva.example."]),
    ("MX", &["0 ."]),
    ("SRV", &["10 5 5060 sip.example.net.", "1 65535 65535 sip-2.example.net."]),
    ("SRV", &["0 0 0 ."]),
    (
        "TXT",
        &[r#""v=spf1 include:_spf.example.com ~all""#, r#""v=DMARC1; p=none; rua=mailto:a@example.com""#],
    ),
    ("TXT", &[r#""a \"quoted\" word""#, r#""back\\slash""#, r#""\\100 and \\""#, r#"" kept as it is ""#]),
    ("TXT", &[r#""\195\188\240\159\166\128""#, r#""$ORIGIN @ ( ;""#, r#""@""#, r#""'""#]),
    ("CAA", &[r#"0 issue "letsencrypt.org""#, r#"128 issuewild ";""#, r#"0 iodef "mailto:a@example.com""#]),
    ("CAA", &[r#"0 issue "ca.example; validationmethods=dns-01; accounturi=https://ca.example/1""#]),
    ("CAA", &[r#"255 x1 "a \"b\" \\ c""#, r#"0 contactemail "a@example.com""#]),
    ("SVCB", &["0 svc.example.net."]),
    ("SVCB", &["1 .", "16 foo.example.org. port=53", "2 _svc.example.org. alpn=h2"]),
    ("SVCB", &["1 foo.example.org. key667=hello", r"2 foo.example.org. key667=hello\210qoo"]),
    ("SVCB", &["1 foo.example.org. key667", "2 foo.example.org. ipv6hint=2001:db8::1,2001:db8::53:1"]),
    ("SVCB", &["16 foo.example.org. mandatory=alpn,ipv4hint alpn=h2,h3-19 ipv4hint=192.0.2.1"]),
    ("HTTPS", &["1 . alpn=h2,h3", "2 . alpn=h3 no-default-alpn", "3 . alpn=http/1.1,h2"]),
    (
        "HTTPS",
        &[
            "1 . port=8443 ech=AEX+DQBBtgAgACBMmGJQR02doup+5VPMjYpe5HQQ/bpntFCxDa8LT2PLAgAEAAEAAQASY2xvdWRmbGFyZS1lY2guY29tAAA=",
        ],
    ),
];

/// What is said, however it is written: quotes, spaces and case aside.
pub fn bare(content: &str) -> String {
    content.replace(['"', ' ', '\t'], "").to_lowercase()
}
