//! What registries say of names and of what they cost.
use super::*;
use crate::epp::names::EPP;

fn known(fees: &str) -> Known {
    let document = format!(
        "<epp xmlns='{EPP}'><response><result code='1000'><msg>ok</msg></result><resData>\
        <d:chkData xmlns:d='{DOMAIN}'><d:cd><d:name avail='1'>A.example</d:name></d:cd>\
        <d:cd><d:name avail='false'>b.example</d:name><d:reason>In use</d:reason></d:cd></d:chkData></resData>\
        <extension><fee:chkData xmlns:fee='{FEE}'>{fees}</fee:chkData></extension></response></epp>"
    );
    read(&Answer::parse(&document).unwrap())
}

fn of_a(fees: &str) -> (bool, Option<Money>) {
    let a = said(&known(fees), "a.example").unwrap();
    (a.premium, a.price)
}

#[test]
fn a_name_is_free_or_not_and_nothing_is_made_up() {
    let known = known("");
    let plain = |available| Availability { available, premium: false, price: None };
    assert_eq!(said(&known, "a.example"), Ok(plain(true)));
    assert_eq!(said(&known, "b.example"), Ok(plain(false)));
    assert!(matches!(said(&known, "c.example"), Err(Failure::Unavailable(why)) if why.contains("c.example")));
}

#[test]
fn what_costs_more_is_premium() {
    let fees = |currency: &str, class: &str, attributes: &str, amounts: &str| {
        format!(
            "<fee:currency>{currency}</fee:currency><fee:cd avail='1'><fee:objID>a.example</fee:objID>{class}\
            <fee:command name='renew'><fee:fee>1.00</fee:fee></fee:command>\
            <fee:command name='create'{attributes}><fee:period unit='y'>1</fee:period>{amounts}</fee:command></fee:cd>"
        )
    };
    let (premium, standard) = ("<fee:class>premium-9</fee:class>", "<fee:class>Standard</fee:class>");
    let two =
        "<fee:fee>100.00</fee:fee><fee:fee description='setup'>5.5</fee:fee><fee:credit>-0.50</fee:credit>";
    assert_eq!(of_a(&fees("USD", premium, "", two)), (true, Some(Money::cents(10_500))));
    assert_eq!(of_a(&fees("EUR", premium, "", two)), (true, None), "the platform counts in dollars");
    assert_eq!(of_a(&fees("USD", standard, "", two)), (false, None));
    assert_eq!(of_a(&fees("USD", "", " standard='1'", two)), (false, None));
    assert_eq!(of_a(&fees("USD", "", " standard='0'", two)), (true, Some(Money::cents(10_500))));
    assert_eq!(of_a(&fees("USD", "", "", two)), (false, None));
    assert_eq!(of_a(&fees("USD", premium, "", "")), (true, None));
    assert_eq!(of_a(&fees("USD", premium, "", "<fee:fee>1.005</fee:fee>")), (true, None));
}

#[test]
fn amounts_are_exact() {
    for (text, expected) in [
        ("12", Some(1200)),
        ("12.5", Some(1250)),
        ("12.5000", Some(1250)),
        (".5", Some(50)),
        ("0", Some(0)),
        ("0.00", Some(0)),
        ("-0.50", Some(-50)),
        ("+1.", Some(100)),
        ("1.005", None),
        ("", None),
        ("-", None),
        (".", None),
        ("1,5", None),
        ("99999999999999999999", None),
    ] {
        assert_eq!(cents(text), expected, "{text:?}");
    }
}
