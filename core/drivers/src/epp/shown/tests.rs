//! What registries show, as the standards print it.
use super::*;
use crate::epp::names::EPP;

fn shown(domain: &str, extension: &str) -> Shown {
    let document = format!(
        "<epp xmlns='{EPP}'><response><result code='1000'><msg>ok</msg></result><resData>\
        <d:infData xmlns:d='{DOMAIN}'><d:name>a.example</d:name>{domain}</d:infData></resData>\
        <extension>{extension}</extension></response></epp>"
    );
    Shown::read(&Answer::parse(&document).unwrap()).unwrap()
}

fn standing(statuses: &[&str], grace: &[&str]) -> Standing {
    let statuses: String = statuses.iter().map(|status| format!("<d:status s='{status}'/>")).collect();
    let grace: String = grace.iter().map(|status| format!("<r:rgpStatus s='{status}'/>")).collect();
    let grace = format!("<r:infData xmlns:r='{RGP}'>{grace}</r:infData>");
    shown(&format!("{statuses}<d:clID>us</d:clID>"), &grace).standing("us")
}

#[test]
fn statuses_say_where_it_stands() {
    for (statuses, grace, expected) in [
        (&["ok"][..], &[][..], Standing::Active),
        (&["inactive"], &["addPeriod"], Standing::Active),
        (&["clientTransferProhibited"], &["renewPeriod"], Standing::Active),
        (&["ok"], &["autoRenewPeriod"], Standing::Grace),
        (&["clientHold"], &["autoRenewPeriod"], Standing::Suspended),
        (&["serverHold"], &[], Standing::Suspended),
        (&["pendingTransfer", "clientHold"], &[], Standing::TransferPending),
        (&["pendingDelete"], &["redemptionPeriod"], Standing::Redemption),
        (&["pendingDelete"], &["pendingRestore"], Standing::Redemption),
        (&["pendingDelete", "serverHold"], &["pendingDelete"], Standing::PendingDelete),
        (&["pendingDelete"], &[], Standing::PendingDelete),
        (&["pendingCreate"], &[], Standing::Pending),
    ] {
        assert_eq!(standing(statuses, grace), expected, "{statuses:?} {grace:?}");
    }
    let other = shown("<d:status s='pendingDelete'/><d:clID>them</d:clID>", "");
    assert_eq!(other.standing("us"), Standing::Elsewhere);
    assert_ne!(other.standing("THEM"), Standing::Elsewhere);
    assert_eq!(shown("", "").standing("us"), Standing::Active, "nobody else is named");
}

#[test]
fn locks_are_of_the_registrar_or_of_the_registry() {
    for (status, locked) in [
        ("clientTransferProhibited", true),
        ("serverTransferProhibited", true),
        ("clientUpdateProhibited", true),
        ("serverUpdateProhibited", true),
        ("clientDeleteProhibited", false),
        ("serverRenewProhibited", false),
        ("ok", false),
    ] {
        assert_eq!(shown(&format!("<d:status s='{status}'/>"), "").is_locked(), locked, "{status}");
    }
    for (status, changing) in [("pendingUpdate", true), ("pendingRenew", true), ("pendingTransfer", false)] {
        assert_eq!(shown(&format!("<d:status s='{status}'/>"), "").is_changing(), changing, "{status}");
    }
}

#[test]
fn hosts_keys_and_dates_are_read() {
    let hosts = "<d:ns><d:hostAttr><d:hostName>NS1.a.example.</d:hostName><d:hostAddr ip='v4'>192.0.2.1</d:hostAddr>\
        <d:hostAddr ip='v6'>2001:db8::1</d:hostAddr></d:hostAttr><d:hostObj>ns2.example.net</d:hostObj></d:ns>\
        <d:crDate>1999-04-03T22:00:00.0Z</d:crDate><d:exDate>2005-04-04T00:30:00+02:00</d:exDate>";
    let key = |tag: u16, digest: &str| {
        format!(
            "<s:dsData><s:keyTag>{tag}</s:keyTag><s:alg>8</s:alg><s:digestType>2</s:digestType>\
            <s:digest>{digest}</s:digest></s:dsData>"
        )
    };
    let keys = format!("<s:infData xmlns:s='{SECDNS}'>{}{}</s:infData>", key(12345, "49fd"), key(1, "AB"));
    let shown = shown(hosts, &keys);
    let [first, second] = shown.hosts.as_slice() else { panic!("{:?}", shown.hosts) };
    assert_eq!((first.name.as_str(), first.addresses.len()), ("ns1.a.example", 2));
    assert_eq!((second.name.as_str(), second.addresses.len()), ("ns2.example.net", 0));
    let digests: Vec<_> = shown.ds.iter().map(|ds| (ds.key_tag, ds.digest.as_str())).collect();
    assert_eq!(digests, [(12345, "49FD"), (1, "AB")]);
    assert_eq!(shown.registered_at, moment("1999-04-03T22:00:00"));
    assert_eq!(shown.expires_at, moment("2005-04-03T22:30:00Z"));
    assert_eq!(shown.expires_on.as_deref(), Some("2005-04-04"), "the registry counts in its own days");
    assert_eq!(moment("soon"), None);
}
