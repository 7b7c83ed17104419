use super::*;
use crate::tests::prices;

/// What was asked for, what is accepted (with a mark where it has no price), and what is invalid.
fn check(written: &[&str], accepted: &[&str], invalid: &[&str]) {
    let prices = prices(&[".com", ".uk", ".co.uk", ".xn--p1ai", ".b.a.example"]);
    let asked = Asked(written.iter().map(|&name| name.to_owned()).collect());
    let sorted = Sorted::new(&asked, &prices);
    let shown = |Accepted { name, price, .. }: &Accepted<'_>| {
        name.clone() + &price.map_or_else(|| " ?".to_owned(), |price| format!(" {}", price.tld))
    };
    assert_eq!(sorted.requested, written.len());
    assert_eq!(sorted.accepted.iter().map(shown).collect::<Vec<_>>(), accepted, "{written:?}");
    assert_eq!(sorted.invalid, invalid, "{written:?}");
}

#[test]
fn the_longest_suffix_with_a_price_counts() {
    check(&["baobab.com"], &["baobab.com .com"], &[]);
    check(&["baobab.uk", "baobab.co.uk"], &["baobab.uk .uk", "baobab.co.uk .co.uk"], &[]);
    check(&["почта.рф"], &["xn--80a1acny.xn--p1ai .xn--p1ai"], &[]);
    check(&["x.b.a.example"], &["x.b.a.example .b.a.example"], &[]);
    check(&["mycom.com", "xco.uk"], &["mycom.com .com", "xco.uk .uk"], &[]);
}

#[test]
fn what_is_not_right_under_its_suffix_cannot_be_registered() {
    check(&["www.baobab.com"], &[], &["www.baobab.com"]);
    check(&["a.b.co.uk", "baobab.org.uk"], &[], &["a.b.co.uk", "baobab.org.uk"]);
    check(&["co.uk", "CO.UK."], &[], &["co.uk", "CO.UK."]);
    check(&["b.a.example"], &[], &["b.a.example"]);
}

#[test]
fn a_suffix_without_a_price_is_no_fault_of_the_name() {
    check(&["baobab.zz"], &["baobab.zz ?"], &[]);
    check(&["www.baobab.zz", "a.example"], &["www.baobab.zz ?", "a.example ?"], &[]);
    check(&["baobab.zcom"], &["baobab.zcom ?"], &[]);
}

#[test]
fn each_name_is_answered_once_in_the_order_of_the_request() {
    check(
        &["b.com", "https://B.com/", "a.com", "b.com.", "ü.com", "xn--tda.com"],
        &["b.com .com", "a.com .com", "xn--tda.com .com"],
        &[],
    );
    check(&["no", "a.com", "x_y.com", "no", "NO"], &["a.com .com"], &["no", "x_y.com", "NO"]);
}

#[test]
fn twenty_names_are_answered() {
    let names: Vec<String> = (0..25).map(|n| format!("n{n}.com")).collect();
    let mut written: Vec<&str> = names.iter().map(String::as_str).collect();
    written.insert(0, "N0.com");
    written.push("nonsense");
    let accepted: Vec<String> = names[..20].iter().map(|name| format!("{name} .com")).collect();
    check(&written, &accepted.iter().map(String::as_str).collect::<Vec<_>>(), &["nonsense"]);
}

#[test]
fn of_what_is_longer_than_any_list_the_beginning_is_shown() {
    let (long, longer) = ("x".repeat(5099), "ü".repeat(5100));
    check(&[&long, &longer], &[], &[&long, &format!("{}…", "ü".repeat(253))]);
}

#[test]
fn a_name_is_known_by_the_ways_in_which_it_was_asked() {
    let prices = prices(&[".com"]);
    let written = ["ü.com", "https://Ü.com/", "a.com", "ü.com", "xn--tda.com"];
    let sorted = Sorted::new(&Asked(written.map(str::to_owned).into()), &prices);
    let asked: Vec<_> = sorted.accepted.into_iter().map(|one| (one.name, one.asked)).collect();
    let ways = |ways: &[&str]| ways.iter().map(|&way| way.to_owned()).collect::<Vec<_>>();
    assert_eq!(
        asked,
        [
            ("xn--tda.com".to_owned(), ways(&["ü.com", "https://Ü.com/", "xn--tda.com"])),
            ("a.com".to_owned(), ways(&["a.com"])),
        ]
    );
}
