use super::term;

fn terms(record: &str) -> Option<usize> {
    term::read(record).map(|terms| terms.len())
}

#[test]
fn a_record_begins_with_its_version_and_a_space() {
    for record in ["v=spf1", "v=spf1 ", "V=SPF1 -all", "v=spf1   a"] {
        assert!(term::is_spf(record), "{record:?}");
    }
    for text in
        ["", "v=spf", "v=spf10", "v=spf2.0/pra a -all", " v=spf1 -all", "spf1", "v=spf1\t-all", "v=späf1"]
    {
        assert!(!term::is_spf(text), "{text:?}");
    }
}

#[test]
fn what_the_grammar_allows_is_read() {
    for term in [
        "all",
        "-all",
        "~ALL",
        "?all",
        "+all",
        "a",
        "a/24",
        "a//64",
        "a/24//64",
        "a:mail.example.com",
        "a:mail.example.com/24",
        "mx",
        "-mx/32",
        "mx:example.com//128",
        "ptr",
        "ptr:example.com",
        "ip4:192.0.2.1",
        "ip4:192.0.2.0/24",
        "ip4:0.0.0.0/0",
        "ip6:2001:db8::1",
        "ip6:2001:db8::/32",
        "ip6:::ffff:192.0.2.1",
        "include:_spf.example.com",
        "include:example.com.",
        "exists:%{ir}.%{v}._spf.example.com",
        "exists:%{l1r-}.%{d2}",
        "include:%{d}._spf.example.com",
        "exists:%{i}._i.%{h}._h.%{o}",
        "redirect=_spf.example.com",
        "REDIRECT=_spf.example.com",
        "exp=explain._spf.%{d}",
        "unknown=%%%_%-x",
        "x-2.y_z=",
        "a:a%%b.example.com",
        "include:x.a-1",
    ] {
        assert_eq!(terms(&format!("v=spf1 {term}")), Some(1), "{term}");
    }
    assert_eq!(terms("v=spf1  a   mx "), Some(2));
}

#[test]
fn what_breaks_the_grammar_is_not() {
    for term in [
        "all:example.com",
        "all/24",
        "--all",
        "+",
        "include",
        "include:",
        "include:localhost",
        "include:a.123",
        "include:a.b/24",
        "a:",
        "a/33",
        "a/024",
        "a//129",
        "a:example.com/x",
        "mx:",
        "ptr:",
        "ptr/24",
        "ip4",
        "ip4:",
        "ip4:192.0.2",
        "ip4:192.0.2.256",
        "ip4:192.0.2.0/33",
        "ip4:2001:db8::1",
        "ip6:192.0.2.1",
        "ip6:2001:db8::/129",
        "exists",
        "exists:%{x}.example.com",
        "exists:%{d",
        "exists:%d.example.com",
        "exists:%{d}%",
        "redirect=",
        "redirect=localhost",
        "-redirect=_spf.example.com",
        "exp=",
        "spf1",
        "v=spf1",
        "mx;",
        "ip4=192.0.2.1,",
        "foo",
        "foo:bar",
        "include:é.example.com",
        "a:exa\u{7f}mple.com",
    ] {
        let read = terms(&format!("v=spf1 {term}"));
        // An unknown modifier means nothing, and breaks nothing.
        let modifier = term.split_once('=').is_some_and(|(name, _)| ["v", "ip4"].contains(&name));
        assert_eq!(read, modifier.then_some(1), "{term}");
    }
    assert_eq!(terms("v=spf1 redirect=a.example redirect=b.example"), None);
    assert_eq!(terms("v=spf1 exp=a.example -all EXP=b.example"), None);
    assert_eq!(terms("v=spf1\ta"), None);
}

#[test]
fn what_is_read_is_written_as_it_was() {
    let record = "v=spf1 A mx/24 -ip4:192.0.2.1 ?include:Example.COM exp=e.example ~all";
    assert_eq!(term::write(&term::read(record).unwrap()), record);
}
