use super::name;

#[test]
fn what_is_clearly_meant_is_understood() {
    let label = "x".repeat(63);
    let longest = format!("{}.com", [label.as_str(); 3].join(".") + "." + &"y".repeat(57));
    assert_eq!(longest.len(), 253);
    for (written, meant) in [
        ("baobab.com", "baobab.com"),
        ("BAOBAB.Com", "baobab.com"),
        ("  baobab.com\t", "baobab.com"),
        ("http://baobab.com", "baobab.com"),
        ("https://baobab.com", "baobab.com"),
        ("HTTPS://Baobab.com/", "baobab.com"),
        ("http://baobab.com/a/b?c=d#e", "baobab.com"),
        ("baobab.com/shop", "baobab.com"),
        ("baobab.com//", "baobab.com"),
        ("baobab.com.", "baobab.com"),
        ("https://baobab.com./x", "baobab.com"),
        ("baobab。com", "baobab.com"),
        ("baobab.com。", "baobab.com"),
        ("ｂａｏｂａｂ.com", "baobab.com"),
        ("www.baobab.co.uk", "www.baobab.co.uk"),
        ("a.b", "a.b"),
        ("1.com", "1.com"),
        ("a-b--c.com", "a-b--c.com"),
        ("bücher.com", "xn--bcher-kva.com"),
        ("BÜCHER.com", "xn--bcher-kva.com"),
        ("bu\u{308}cher.com", "xn--bcher-kva.com"),
        ("xn--bcher-kva.com", "xn--bcher-kva.com"),
        ("XN--BCHER-KVA.COM", "xn--bcher-kva.com"),
        ("straße.com", "xn--strae-oqa.com"),
        ("βόλος.com", "xn--nxasmm1c.com"),
        ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
        (&format!("{label}.com"), &format!("{label}.com")),
        (&longest, &longest),
    ] {
        assert_eq!(name(written).as_deref(), Some(meant), "{written}");
    }
}

#[test]
fn what_can_be_no_name_is_told_apart() {
    for written in [
        "",
        "ab",
        ".a",
        "nonsense",
        "com.",
        ".com",
        "..com",
        "bao..bab.com",
        "baobab.com..",
        "-baobab.com",
        "baobab-.com",
        "baobab.-com",
        "bao_bab.com",
        "bao bab.com",
        "baobab,marula.com",
        "x!.com",
        "*.com",
        "baobab.com?x",
        "baobab.com:443",
        "user@baobab.com",
        "ftp://baobab.com",
        "https://",
        "http://https://baobab.com",
        "//baobab.com",
        "/baobab.com",
        "192.0.2.1",
        "[2001:db8::1]",
        "xn--.com",
        "xn--a.com",
        "xn--\u{fc}.com",
        "bao\u{0}bab.com",
        "bao\u{fffd}bab.com",
        "bao\u{2f0f}／bab.com",
        "https://\u{2028}.com",
    ] {
        assert_eq!(name(written), None, "{written}");
    }
}

#[test]
fn length_counts() {
    let label = "x".repeat(64);
    assert_eq!(name(&format!("{label}.com")), None);
    let long = "a.".repeat(126);
    assert!(name(&format!("{long}b")).is_some(), "253 characters");
    assert_eq!(name(&format!("{long}bc")), None, "254 characters");
    // 200 characters as they are written, more than 253 in A-labels.
    assert_eq!(name(&["日本語日本語日本語日本"; 16].join(".")), None);
}
