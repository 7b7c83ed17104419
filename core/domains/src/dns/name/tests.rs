use super::*;

fn named(input: &str) -> Result<String, String> {
    record_name(Some(input), "example.com").map_err(|fault| {
        assert_eq!((fault.rule, fault.pointer.as_str()), (Rule::Name, "/name"), "{input}");
        fault.message
    })
}

#[test]
fn names_that_are_kept() {
    let label = "a".repeat(63);
    let longest = format!("{label}.{label}.{label}.{}", "a".repeat(49));
    for (input, kept) in [
        ("@", "@"),
        ("www", "www"),
        ("WWW", "www"),
        ("a.b.c", "a.b.c"),
        ("*", "*"),
        ("*.sub", "*.sub"),
        ("_dmarc", "_dmarc"),
        ("_443._tcp.www", "_443._tcp.www"),
        ("*._tcp", "*._tcp"),
        ("k1._domainkey", "k1._domainkey"),
        ("_Acme-Challenge", "_acme-challenge"),
        ("bücher", "xn--bcher-kva"),
        ("BÜCHER.shop", "xn--bcher-kva.shop"),
        ("straße", "xn--strae-oqa"),
        ("xn--bcher-kva", "xn--bcher-kva"),
        ("例え", "xn--r8jz45g"),
        ("a。b", "a.b"),
        ("r3---sn-x", "r3---sn-x"),
        ("1", "1"),
        ("example", "example"),
        ("example.com.au", "example.com.au"),
        ("wwwexample.com", "wwwexample.com"),
        (&label, &label),
        (&longest, &longest),
    ] {
        assert_eq!(named(input).as_deref(), Ok(kept), "{input}");
        assert_eq!(named(kept).as_deref(), Ok(kept), "{kept} again");
    }
    assert_eq!(record_name(None, "example.com").as_deref(), Ok("@"));
}

#[test]
fn names_that_are_refused() {
    let label = "a".repeat(63);
    let too_long = format!("{label}.{label}.{label}.{}", "a".repeat(50));
    for (input, message) in [
        ("", "write @"),
        (" ", "white space"),
        (" www", "white space"),
        ("www ", "white space"),
        ("w w", "white space"),
        ("www\n", "white space"),
        ("www\u{a0}", "white space"),
        ("example.com", "write @ instead of example.com"),
        ("Example.COM.", "write @ instead of example.com."),
        ("www.example.com", "write www instead of www.example.com"),
        ("www.example.com.", "write www instead of www.example.com."),
        ("www.", "without the final dot"),
        (".", "without the final dot"),
        (".www", "empty"),
        (".example.com", "empty"),
        ("a..b", "empty"),
        ("_", "empty"),
        ("@.www", "letters, digits and hyphens"),
        ("w@w", "letters, digits and hyphens"),
        ("-www", "letters, digits and hyphens"),
        ("www-", "letters, digits and hyphens"),
        ("_-", "letters, digits and hyphens"),
        ("www\\.a", "letters, digits and hyphens"),
        ("www/a", "letters, digits and hyphens"),
        ("www\u{0}", "letters, digits and hyphens"),
        ("foo_bar", "_ only leads"),
        ("__foo", "_ only leads"),
        ("www.*", "* stands only"),
        ("w*", "* stands only"),
        ("**", "* stands only"),
        ("_*", "* stands only"),
        ("a.*.b", "* stands only"),
        ("xn--a", "internationalized"),
        ("xn--99999999999", "internationalized"),
        ("\u{200d}a", "internationalized"),
        (&"a".repeat(64), "63"),
        (&"ü".repeat(62), "63"),
        (&too_long, "253"),
        (&"a.".repeat(3000), "internationalized"),
    ] {
        let answer = named(input).unwrap_err();
        assert!(answer.contains(message), "{input}: {answer}");
    }
}

#[test]
fn a_name_repeats_its_zone_in_unicode_too() {
    for (zone, input) in [
        ("xn--bcher-kva.example", "www.bücher.example"),
        ("xn--bcher-kva.example", "WWW.BÜCHER.example."),
        ("bücher.example", "www.xn--bcher-kva.example"),
    ] {
        let fault = record_name(Some(input), zone).unwrap_err();
        assert!(fault.message.contains("write www instead"), "{fault}");
    }
}

#[test]
fn the_whole_name() {
    assert_eq!(fqdn("@", "example.com"), "example.com");
    assert_eq!(fqdn("*.a", "example.com"), "*.a.example.com");
}
