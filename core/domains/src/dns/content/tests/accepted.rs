use hickory_proto::rr::{RData, RecordType as WireType};

use super::*;

const SHA1: &str = "0123456789ABCDEF0123456789abcdef01234567";
const SHA256: &str = "0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef";

/// What is written, and how it is kept: the priority of MX and SRV in front.
pub(super) fn accepted() -> Vec<(RecordType, String, String)> {
    let mut table: Vec<(RecordType, String, String)> =
        TABLE.iter().map(|(kind, input, kept)| (*kind, (*input).to_owned(), (*kept).to_owned())).collect();
    let sha512 = SHA256.repeat(2);
    let mut add = |kind, input: String, kept: String| table.push((kind, input, kept));
    add(Tlsa, format!("3 1 1 {SHA256}"), format!("3 1 1 {}", SHA256.to_lowercase()));
    add(Tlsa, format!("03 001 1  {SHA256}"), format!("3 1 1 {}", SHA256.to_lowercase()));
    let (left, right) = SHA256.split_at(31);
    add(Tlsa, format!("2 0 1 {left} {right}"), format!("2 0 1 {}", SHA256.to_lowercase()));
    add(Tlsa, format!("0 0 2 {sha512}"), format!("0 0 2 {}", sha512.to_lowercase()));
    add(Sshfp, format!("4 2 {SHA256}"), format!("4 2 {}", SHA256.to_lowercase()));
    add(Sshfp, format!("1 1 {SHA1}"), format!("1 1 {}", SHA1.to_lowercase()));
    add(Sshfp, format!("6 2 {left} {right}"), format!("6 2 {}", SHA256.to_lowercase()));
    add(Txt, "a".repeat(4096), "a".repeat(4096));
    add(Txt, format!("\"{}\"", "\\097".repeat(4096)), "a".repeat(4096));
    let label = "a".repeat(63);
    let longest = format!("{label}.{label}.{label}.{}", "a".repeat(61));
    add(Cname, longest.clone(), format!("{longest}."));
    table
}

const TABLE: &[(RecordType, &str, &str)] = &[
    (A, "192.0.2.1", "192.0.2.1"),
    (A, " 192.0.2.1\t", "192.0.2.1"),
    (A, "0.0.0.0", "0.0.0.0"),
    (A, "255.255.255.255", "255.255.255.255"),
    (Aaaa, "2001:DB8::1", "2001:db8::1"),
    (Aaaa, "2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"),
    (Aaaa, "2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
    (Aaaa, "2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
    (Aaaa, "2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
    (Aaaa, "::", "::"),
    (Aaaa, "::1", "::1"),
    (Aaaa, "::ffff:c000:0201", "::ffff:192.0.2.1"),
    (Aaaa, "64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
    (Cname, "www.example.net", "www.example.net."),
    (Cname, "WWW.Example.NET.", "www.example.net."),
    (Cname, "@", "example.com."),
    (Cname, "bücher.example", "xn--bcher-kva.example."),
    (Cname, "xn--bcher-kva.example", "xn--bcher-kva.example."),
    (Cname, "s1._domainkey.example.net", "s1._domainkey.example.net."),
    (Cname, "foo_bar.example.net", "foo_bar.example.net."),
    (Cname, " www.example.net ", "www.example.net."),
    (Cname, "_0123abc.acm-validations.aws.", "_0123abc.acm-validations.aws."),
    (Ptr, "host.example.net", "host.example.net."),
    (Ptr, "1.2.0.192.in-addr.arpa", "1.2.0.192.in-addr.arpa."),
    (Ptr, "_http._tcp.example.net", "_http._tcp.example.net."),
    (Ns, "NS1.example.net", "ns1.example.net."),
    (Ns, "ns.bücher.example.", "ns.xn--bcher-kva.example."),
    (Ns, "@", "example.com."),
    (Mx, "10 mail.example.com", "10 mail.example.com."),
    (Mx, "10 @", "10 example.com."),
    (Mx, " 0\tMAIL.example.com. ", "0 mail.example.com."),
    (Mx, "00010 mail.example.com", "10 mail.example.com."),
    (Mx, "65535 mail.bücher.example", "65535 mail.xn--bcher-kva.example."),
    (Mx, "0 .", "0 ."),
    (Srv, "10 5 5060 sip.example.com", "10 5 5060 sip.example.com."),
    (Srv, "0  0 0 .", "0 0 0 ."),
    (Srv, "1 65535 65535 @", "1 65535 65535 example.com."),
    (Srv, "10 05 05060 SIP.example.com.", "10 5 5060 sip.example.com."),
    (Txt, "v=spf1 include:_spf.example.com ~all", "v=spf1 include:_spf.example.com ~all"),
    (Txt, "\"v=spf1 -all\"", "v=spf1 -all"),
    (Txt, " \"v=spf1 -all\" ", "v=spf1 -all"),
    (Txt, "\"v=DKIM1; k=rsa; \" \"p=MIGf\"", "v=DKIM1; k=rsa; p=MIGf"),
    (Txt, "\"one\"\"two\"", "onetwo"),
    (Txt, "\"\" \"a\"", "a"),
    (Txt, r#""a \"quoted\" word""#, "a \"quoted\" word"),
    (Txt, r#"a "quoted" word"#, "a \"quoted\" word"),
    (Txt, r#""back\\slash""#, r"back\slash"),
    (Txt, r"back\slash", r"back\slash"),
    (Txt, r"\100 and \", r"\100 and \"),
    (Txt, r#""\195\188""#, "ü"),
    (Txt, r#""\195" "\188""#, "ü"),
    (Txt, r#""\a\;\ü""#, "a;ü"),
    (Txt, "grüße, 世界 🦀", "grüße, 世界 🦀"),
    (Txt, "v=DMARC1; p=none; rua=mailto:a@example.com", "v=DMARC1; p=none; rua=mailto:a@example.com"),
    (Txt, " kept as it is ", " kept as it is "),
    (Txt, "$ORIGIN @ ( ;", "$ORIGIN @ ( ;"),
    (Caa, r#"0 issue "letsencrypt.org""#, r#"0 issue "letsencrypt.org""#),
    (Caa, "0 issue letsencrypt.org", r#"0 issue "letsencrypt.org""#),
    (Caa, r#"0 ISSUE "LetsEncrypt.org.""#, r#"0 issue "letsencrypt.org""#),
    (Caa, "128  issuewild\t\";\"", r#"128 issuewild ";""#),
    (Caa, "0 issue ;", r#"0 issue ";""#),
    (Caa, r#"0 issue """#, r#"0 issue ";""#),
    (
        Caa,
        r#"0 issue "ca.example ; validationmethods=dns-01;accounturi=https://ca.example/1 ;""#,
        r#"0 issue "ca.example; validationmethods=dns-01; accounturi=https://ca.example/1""#,
    ),
    (Caa, "0 issue ca.example;account=230123", r#"0 issue "ca.example; account=230123""#),
    (Caa, r#"0 issue "bücher.example""#, r#"0 issue "xn--bcher-kva.example""#),
    (Caa, r#"0 issuemail "ca.example""#, r#"0 issuemail "ca.example""#),
    (Caa, r#"0 iodef "mailto:security@example.com""#, r#"0 iodef "mailto:security@example.com""#),
    (Caa, "0 iodef https://Example.com", r#"0 iodef "https://example.com/""#),
    (Caa, r#"0 contactemail "a@example.com""#, r#"0 contactemail "a@example.com""#),
    (Caa, r#"255 x1 "a \"b\" \\ \099""#, r#"255 x1 "a \"b\" \\ c""#),
    (Tlsa, "0 0 0 3082AB", "0 0 0 3082ab"),
    (Svcb, "0 svc.example.net", "0 svc.example.net."),
    (Svcb, "1 .", "1 ."),
    (Svcb, "16 foo.example.org port=53", "16 foo.example.org. port=53"),
    (Svcb, "1 _svc.example.org alpn=h2", "1 _svc.example.org. alpn=h2"),
    (Svcb, "1 foo.example.org key667=hello", "1 foo.example.org. key667=hello"),
    (Svcb, r#"1 foo.example.org key667="hello\210qoo""#, r"1 foo.example.org. key667=hello\210qoo"),
    (
        Svcb,
        r"1 foo.example.org key667=\000\034\092\059\040\044\a",
        r"1 foo.example.org. key667=\000\034\092\059\040,a",
    ),
    (Svcb, "1 foo.example.org key667= KEY7=/q{?dns}", "1 foo.example.org. key7=/q{?dns} key667"),
    (
        Svcb,
        r#"1 foo.example.org ipv6hint="2001:DB8::1,2001:db8::53:1""#,
        "1 foo.example.org. ipv6hint=2001:db8::1,2001:db8::53:1",
    ),
    (
        Svcb,
        "16 foo.example.org alpn=h2,h3-19 mandatory=ipv4hint,alpn ipv4hint=192.0.2.1",
        "16 foo.example.org. mandatory=alpn,ipv4hint alpn=h2,h3-19 ipv4hint=192.0.2.1",
    ),
    (Https, "0 @", "0 example.com."),
    (Https, "1 . alpn=\"h2,h3\"", "1 . alpn=h2,h3"),
    (Https, "01 . ALPN=http/1.1,h2 ", "1 . alpn=http/1.1,h2"),
    (Https, "1 . no-default-alpn alpn=h3", "1 . alpn=h3 no-default-alpn"),
    (
        Https,
        "1 . ech=AEX+DQBBtgAgACBMmGJQR02doup+5VPMjYpe5HQQ/bpntFCxDa8LT2PLAgAEAAEAAQASY2xvdWRmbGFyZS1lY2guY29tAAA= port=8443",
        "1 . port=8443 ech=AEX+DQBBtgAgACBMmGJQR02doup+5VPMjYpe5HQQ/bpntFCxDa8LT2PLAgAEAAEAAQASY2xvdWRmbGFyZS1lY2guY29tAAA=",
    ),
];

#[test]
fn values_are_kept_in_one_form() {
    let table = accepted();
    assert!(table.len() >= 80);
    for (kind, input, kept) in table {
        let set = one(kind, &input, None).unwrap_or_else(|fault| panic!("{kind} {input}: {fault}"));
        let line = match kind {
            Txt => set.contents[0].clone(),
            _ => presentation(kind, &set.contents[0], set.priority),
        };
        assert_eq!(line, kept, "{kind} {input}");
        assert_eq!(set.priority.is_some(), kind.has_priority());
        assert_stable(kind, &set);
    }
}

#[test]
fn every_type_is_tried() {
    let table = accepted();
    for kind in RecordType::ALL {
        assert!(table.iter().any(|(other, ..)| *other == kind), "{kind}");
    }
}

/// The DNS library takes the form of the zone file for a record of its type.
#[test]
fn what_is_kept_is_a_record() {
    for (kind, input, _) in accepted() {
        let set = one(kind, &input, None).unwrap();
        let line = presentation(kind, &set.contents[0], set.priority);
        let wire: WireType = kind.as_str().parse().unwrap();
        // The library does not read `_` inside of a label, which RFC 2181, section 11, allows.
        let data = RData::try_from_str(wire, &line.replace("foo_bar", "foo-bar"));
        assert_eq!(data.map(|data| data.record_type()).ok(), Some(wire), "{kind} {line}");
    }
}
