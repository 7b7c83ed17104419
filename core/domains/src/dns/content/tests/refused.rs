use super::*;

/// What is written as `content`, without a `priority`, and the rule it does not keep.
const TABLE: &[(RecordType, &str, Rule)] = &[
    (A, "", Rule::Content),
    (A, "192.0.2", Rule::Content),
    (A, "192.0.2.256", Rule::Content),
    (A, "192.0.2.01", Rule::Content),
    (A, "192.0.2.1 192.0.2.2", Rule::Content),
    (A, "\"192.0.2.1\"", Rule::Content),
    (A, "192.0.2.1/32", Rule::Content),
    (A, "2001:db8::1", Rule::Content),
    (A, "www.example.com", Rule::Content),
    (Aaaa, "192.0.2.1", Rule::Content),
    (Aaaa, "2001:db8::1::2", Rule::Content),
    (Aaaa, "fe80::1%eth0", Rule::Content),
    (Aaaa, "[2001:db8::1]", Rule::Content),
    (Aaaa, "2001:db8::g", Rule::Content),
    (Cname, "", Rule::Content),
    (Cname, "www", Rule::Content),
    (Cname, "www.", Rule::Content),
    (Cname, ".", Rule::Content),
    (Cname, "192.0.2.1", Rule::Content),
    (Cname, "*.example.com", Rule::Content),
    (Cname, "a..example.com", Rule::Content),
    (Cname, "-a.example.com", Rule::Content),
    (Cname, "a b.example.com", Rule::Content),
    (Cname, "a\\.b.example.com", Rule::Content),
    (Cname, "https://example.com", Rule::Content),
    (Cname, "a.example.com b.example.com", Rule::Content),
    (Ptr, ".", Rule::Content),
    (Ptr, "2001:db8::1", Rule::Content),
    (Ns, "_ns.example.com", Rule::Content),
    (Ns, ".", Rule::Content),
    (Mx, "mail.example.com", Rule::Priority),
    (Mx, "@", Rule::Priority),
    (Mx, "-1 mail.example.com", Rule::Priority),
    (Mx, "65536 mail.example.com", Rule::Priority),
    (Mx, "99999999999999999999 mail.example.com", Rule::Priority),
    (Mx, "10 .", Rule::Priority),
    (Mx, ".", Rule::Priority),
    (Mx, "+10 mail.example.com", Rule::Content),
    (Mx, "ten mail.example.com", Rule::Content),
    (Mx, "10 mail", Rule::Content),
    (Mx, "10 192.0.2.1", Rule::Content),
    (Mx, "10 ma_il.example.com", Rule::Content),
    (Mx, "10 mail.example.com extra", Rule::Content),
    (Mx, "10", Rule::Content),
    (Mx, "", Rule::Content),
    (Srv, "5 5060 sip.example.com", Rule::Priority),
    (Srv, "65536 5 5060 sip.example.com", Rule::Priority),
    (Srv, "10 65536 5060 sip.example.com", Rule::Content),
    (Srv, "10 5 65536 sip.example.com", Rule::Content),
    (Srv, "10 5 +1 sip.example.com", Rule::Content),
    (Srv, "10 5 5060 sip", Rule::Content),
    (Srv, "sip.example.com", Rule::Content),
    (Srv, "10 5 5060 sip.example.com extra", Rule::Content),
    (Txt, "", Rule::Content),
    (Txt, "\"\"", Rule::Content),
    (Txt, "\"open", Rule::Content),
    (Txt, "\"open\\\"", Rule::Content),
    (Txt, "\"a\" b", Rule::Content),
    (Txt, "\"a\\", Rule::Content),
    (Txt, "two\nlines", Rule::Content),
    (Txt, "a\ttab", Rule::Content),
    (Txt, "nul\u{0}", Rule::Content),
    (Txt, "\"\\010\"", Rule::Content),
    (Txt, "\"\\256\"", Rule::Content),
    (Txt, "\"\\12\"", Rule::Content),
    (Txt, "\"\\255\"", Rule::Content),
    (Txt, "\"\\\"a\\\"\"", Rule::Content),
    (Caa, "", Rule::Content),
    (Caa, "letsencrypt.org", Rule::Content),
    (Caa, "0 issue", Rule::Content),
    (Caa, "256 issue \"ca.example\"", Rule::Content),
    (Caa, "-1 issue \"ca.example\"", Rule::Content),
    (Caa, "0 is-sue \"ca.example\"", Rule::Content),
    (Caa, "0 abcdefghijklmnop \"x\"", Rule::Content),
    (Caa, "0 issue \"ca\"", Rule::Content),
    (Caa, "0 issue \"ca.example\" \"b\"", Rule::Content),
    (Caa, "0 issue \"ca.example", Rule::Content),
    (Caa, "0 issue \"ca.example b.example\"", Rule::Content),
    (Caa, "0 issue \"ca.example; x\"", Rule::Content),
    (Caa, "0 issue \"ca.example; =x\"", Rule::Content),
    (Caa, "0 issue \"https://ca.example\"", Rule::Content),
    (Caa, "0 iodef \"ftp://example.com\"", Rule::Content),
    (Caa, "0 iodef \"security@example.com\"", Rule::Content),
    (Caa, "0 other \"ü\"", Rule::Content),
    (Tlsa, "3 1 1", Rule::Content),
    (Tlsa, "3 1 1 abcd", Rule::Content),
    (Tlsa, "3 1 0 abc", Rule::Content),
    (Tlsa, "3 1 0 xy", Rule::Content),
    (Tlsa, "4 1 0 abcd", Rule::Content),
    (Tlsa, "3 2 0 abcd", Rule::Content),
    (Tlsa, "3 1 3 abcd", Rule::Content),
    (Tlsa, "256 1 0 abcd", Rule::Content),
    (Sshfp, "4 2 abcd", Rule::Content),
    (Sshfp, "1 1 0123456789abcdef0123456789abcdef012345", Rule::Content),
    (Sshfp, "5 1 0123456789abcdef0123456789abcdef01234567", Rule::Content),
    (Sshfp, "1 3 0123456789abcdef0123456789abcdef01234567", Rule::Content),
    (Sshfp, "1", Rule::Content),
    (Svcb, "1", Rule::Content),
    (Svcb, "65536 .", Rule::Content),
    (Svcb, "1 www", Rule::Content),
    (Svcb, "0 svc.example.net alpn=h2", Rule::Content),
    (Svcb, "1 . alpn", Rule::Content),
    (Svcb, "1 . alpn=", Rule::Content),
    (Svcb, "1 . alpn=,h2", Rule::Content),
    (Svcb, "1 . alpn=a\\,b", Rule::Content),
    (Svcb, "1 . alpn=h2 alpn=h3", Rule::Content),
    (Svcb, "1 . port=65536", Rule::Content),
    (Svcb, "1 . port=\"", Rule::Content),
    (Svcb, "1 . port=1,2", Rule::Content),
    (Svcb, "1 . ; alpn=h2", Rule::Content),
    (Svcb, "1 . alpn=h2;x", Rule::Content),
    (Svcb, "1 . ( alpn=h2 )", Rule::Content),
    (Svcb, "1 . bogus=1", Rule::Content),
    (Svcb, "1 . key1=h2", Rule::Content),
    (Svcb, "1 . key65535=x", Rule::Content),
    (Svcb, "1 . key65536=x", Rule::Content),
    (Svcb, "1 . key667=\\25", Rule::Content),
    (Svcb, "1 . ipv4hint=2001:db8::1", Rule::Content),
    (Svcb, "1 . ech=?", Rule::Content),
    (Https, "1 . no-default-alpn", Rule::Content),
    (Https, "1 . alpn=h2 no-default-alpn=1", Rule::Content),
    (Https, "1 . mandatory=alpn", Rule::Content),
    (Https, "1 . mandatory=mandatory", Rule::Content),
    (Https, "1 . mandatory=alpn,alpn alpn=h2", Rule::Content),
    (Https, "alpn=h2", Rule::Content),
];

#[test]
fn values_are_refused_with_their_rule() {
    assert!(TABLE.len() >= 60);
    for (kind, input, rule) in TABLE {
        let fault = one(*kind, input, None).map_err(|fault| fault.rule);
        assert_eq!(fault, Err(*rule), "{kind} {input}");
    }
}

#[test]
fn too_long_values_are_refused() {
    let label = "a".repeat(63);
    for (kind, input) in [
        (Txt, "a".repeat(4097)),
        (Txt, format!("\"{}\"", "\\097".repeat(4097))),
        (Txt, format!("\"{}\"", "\" \"".repeat(10_000))),
        (Cname, format!("{label}a.example")),
        (Cname, format!("{label}.{label}.{label}.{}", "a".repeat(62))),
        (Tlsa, format!("3 1 0 {}", "ab".repeat(20_000))),
        (Svcb, format!("1 . alpn={}", "a".repeat(256))),
        (Svcb, format!("1 . key667={}", "\\\\".repeat(9_000))),
    ] {
        assert_eq!(one(kind, &input, None).map_err(|fault| fault.rule), Err(Rule::Content), "{kind}");
    }
}

#[test]
fn the_priority_is_given_once_and_where_it_belongs() {
    for (kind, content, priority) in [
        (Mx, "10 mail.example.com", 10),
        (Mx, "mail.example.com", -1),
        (Mx, "mail.example.com", 65_536),
        (Mx, "mail.example.com", i64::MAX),
        (Mx, ".", 1),
        (Srv, "10 5 5060 sip.example.com", 10),
        (Srv, "5 5060 sip.example.com", 70_000),
        (A, "192.0.2.1", 10),
        (Aaaa, "2001:db8::1", 10),
        (Cname, "www.example.net", 0),
        (Txt, "a", 10),
        (Ns, "ns.example.net", 10),
        (Caa, "0 issue ca.example", 10),
        (Tlsa, "3 1 0 ab", 10),
        (Svcb, "1 .", 1),
        (Https, "1 .", 1),
        (Ptr, "a.example.net", 1),
    ] {
        let fault = one(kind, content, Some(priority)).unwrap_err();
        assert_eq!((fault.rule, fault.pointer.as_str()), (Rule::Priority, "/priority"), "{kind} {content}");
    }
}

#[test]
fn a_fault_names_its_value() {
    let fault = |kind, contents: &[&str], priority| {
        let fault = many(kind, contents, priority).unwrap_err();
        (fault.rule.code().as_str(), fault.pointer)
    };
    let content = "invalid_dns_content";
    assert_eq!(fault(A, &["192.0.2.1", "192.0.2.2", "x"], None), (content, "/contents/2".to_owned()));
    assert_eq!(fault(A, &["192.0.2.1", "192.0.2.1 "], None), (content, "/contents/1".to_owned()));
    assert_eq!(fault(Txt, &["a", "\"a\""], None), (content, "/contents/1".to_owned()));
    assert_eq!(
        fault(Mx, &["10 a.example.net", "10 A.example.net."], None),
        (content, "/contents/1".to_owned())
    );
    assert_eq!(fault(Cname, &["a.example.net", "b.example.net"], None), (content, "/contents".to_owned()));
    assert_eq!(fault(Mx, &["a.example.net", "."], Some(0)), (content, "/contents/1".to_owned()));
    let priority = "invalid_dns_priority";
    assert_eq!(fault(Mx, &["10 a.example.net", "x.example.net"], None), (priority, "/priority".to_owned()));
    assert_eq!(
        fault(Mx, &["a.example.net", "10 x.example.net"], Some(1)),
        (priority, "/priority".to_owned())
    );
    assert_eq!(
        fault(Mx, &["1 a.example.net", "70000 b.example.net"], None),
        (priority, "/contents/1".to_owned())
    );
    assert_eq!(fault(Mx, &["5 ."], None), (priority, "/contents/0".to_owned()));
    let fault = one(A, "x", None).unwrap_err();
    assert_eq!(fault.pointer, "/content");
    let fault = one(Cname, "www", None).unwrap_err();
    assert!(fault.message.contains("www.example.com"), "{fault}");
    let fault = one(Mx, "10 192.0.2.1", None).unwrap_err();
    assert!(fault.message.contains("not to an IP address"), "{fault}");
}
