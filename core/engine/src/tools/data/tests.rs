use crate::{Code, Failure, Limits, mime, stage};
use serde_json::{Value, json};

type Made = Result<String, Failure>;

fn within(limits: Limits, tool: &str, options: Value, mime: &str, text: &str) -> Made {
    let made = stage::convert_within(limits, tool, options, &[("a.b", mime, text.as_bytes())])?;
    assert_eq!(made.len(), 1);
    Ok(String::from_utf8(made[0].2.clone()).expect("UTF-8"))
}

fn made(tool: &str, text: &str) -> Made {
    let mime = match tool.split('-').next() {
        Some("json") => mime::JSON,
        Some("xml") => mime::XML,
        Some("toml") => mime::TOML,
        _ => mime::YAML,
    };
    within(Limits::default(), tool, json!({}), mime, text)
}

fn json(tool: &str, text: &str) -> Value {
    let made = made(tool, text).unwrap_or_else(|failure| panic!("{text}: {failure:?}"));
    serde_json::from_str(&made).expect("JSON")
}

fn code(made: Made) -> Code {
    let failure = made.expect_err("a failure");
    assert!(failure.file.is_some(), "{failure:?} is about the file");
    failure.code
}

/// Values that are easily taken for others.
fn hard() -> Value {
    json!({
        "texts": [
            "", " ", "a b", "a ", "true", "No", "y", "null", "~", "1", "0x1F", "1e3", ".5", "1_000", "12:30", "- a", "a: b",
            "a #b", "#a", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a", "'a'", "\"a\"", "a\nb\n", "\t", "{a}", "[a]", "a,b",
            "2001-01-01", "\u{85}", "\u{feff}a", "\u{7f}", "\u{2028}", "日本", "é", "---", "...", "<<", "=", "a\\b", "\u{1f600}",
        ],
        "numbers": [0, -1, 1.5, 1e300, u64::MAX, i64::MIN, -0.001],
        "others": [null, true, false, [], {}, [[], [[1, 2], {"a": [{}]}]], {"": {"a b": null, "yes": 1, "<<": 2}}],
        "n".repeat(1500): {"a": [1]},
    })
}

#[test]
fn whatever_json_holds_is_the_same_after_yaml() {
    let yaml = made("json-to-yaml", &hard().to_string()).expect("YAML");
    assert_eq!(json("yaml-to-json", &yaml), hard(), "{yaml}");
    for scalar in ["1", "\"a\"", "null", "[]", "{}"] {
        let yaml = made("json-to-yaml", scalar).expect("YAML");
        assert_eq!(json("yaml-to-json", &yaml), serde_json::from_str::<Value>(scalar).expect("JSON"));
    }
}

#[test]
fn yaml_is_written_for_people() {
    let written =
        made("json-to-yaml", r#"{"name":"Baobab","tags":["a b","no"],"in":{"x":[{"k":1,"l":[]}]}}"#);
    let expected = "name: Baobab\ntags:\n  - a b\n  - \"no\"\nin:\n  x:\n    - k: 1\n      l: []\n";
    assert_eq!(written.as_deref(), Ok(expected));
}

#[test]
fn yaml_is_read_as_its_core_schema_says() {
    let cases = [
        ("a: 1\nb: [x, 'y', \"z\\n\"]\n", json!({"a": 1, "b": ["x", "y", "z\n"]})),
        (
            "- ~\n- True\n- 0o17\n- 0x1F\n- +12\n- -3.5e2\n- .5\n",
            json!([null, true, 15, 31, 12, -350.0, 0.5]),
        ),
        (
            "- no\n- 12e\n- .inf\n- .\n- 1.2.3\n- 2001-01-01\n- -\n- 0x\n",
            json!(["no", "12e", ".inf", ".", "1.2.3", "2001-01-01", [null], "0x"]),
        ),
        ("a: |\n  x\n  y\nb: >-\n  x\n  y\n", json!({"a": "x\ny\n", "b": "x y"})),
        (
            "a: &x {k: 1, l: 2}\nb: *x\nc:\n  <<: *x\n  l: 3\n",
            json!({
                "a": {"k": 1, "l": 2}, "b": {"k": 1, "l": 2}, "c": {"l": 3, "k": 1}
            }),
        ),
        ("<<: [{a: 1}, {a: 2, b: 2}]\n", json!({"a": 1, "b": 2})),
        ("--- 1\n---\na: 2\n", json!([1, {"a": 2}])),
        ("- !!str 12\n- !!int 12\n- ! 12\n", json!(["12", 12, "12"])),
        ("1: a\ntrue: b\n~: c\n", json!({"1": "a", "true": "b", "null": "c"})),
        ("", json!(null)),
        ("\u{feff}a: 1234567890123456789012\n", json!({"a": "1234567890123456789012"})),
    ];
    for (yaml, expected) in cases {
        assert_eq!(json("yaml-to-json", yaml), expected, "{yaml}");
    }
}

#[test]
fn yaml_that_means_harm_or_nothing_is_refused() {
    let laughs: String =
        (1..20).map(|n| format!("a{n}: &a{n} [{}]\n", format!("*a{},", n - 1).repeat(9))).collect();
    let cases = [
        ("a: [1, 2".to_owned(), Code::FileBroken),
        ("a: 1\na: 2\n".to_owned(), Code::FileBroken),
        ("a: *b\n".to_owned(), Code::FileBroken),
        ("a: &b [*b]\n".to_owned(), Code::FileBroken),
        ("<<: 1\n".to_owned(), Code::FileBroken),
        ("a: !Ref b\n".to_owned(), Code::FileUnsupported),
        ("a: !own {}\n".to_owned(), Code::FileUnsupported),
        ("? [a]\n: b\n".to_owned(), Code::FileUnsupported),
        (format!("a0: &a0 lol\n{laughs}"), Code::TooManyEntries),
        ("- ".repeat(70) + "x", Code::NestingTooDeep),
        ("[".repeat(5000), Code::NestingTooDeep),
    ];
    for (yaml, expected) in cases {
        let start: String = yaml.chars().take(40).collect();
        assert_eq!(code(made("yaml-to-json", &yaml)), expected, "{start}");
    }
}

#[test]
fn xml_is_read_as_its_description_says() {
    let cases = [
        ("<a/>", json!({"a": null})),
        ("<a> x &amp; &#x79;<![CDATA[<z>]]> </a>", json!({"a": "x & y<z>"})),
        ("<a b='1' c=\"&lt;\">t</a>", json!({"a": {"@b": "1", "@c": "<", "#text": "t"}})),
        (
            "<?xml version='1.0'?><!DOCTYPE a><!-- c --><a><b>1</b><c/><b><d/></b>t</a><?p?>\n",
            json!({
                "a": {"b": ["1", {"d": null}], "c": null, "#text": "t"}
            }),
        ),
        ("<n:a xmlns:n='urn:x'><n:b/></n:a>", json!({"n:a": {"@xmlns:n": "urn:x", "n:b": null}})),
    ];
    for (xml, expected) in cases {
        assert_eq!(json("xml-to-json", xml), expected, "{xml}");
    }
}

#[test]
fn xml_that_means_harm_or_nothing_is_refused() {
    let cases = [
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>".to_owned(), Code::FileUnsupported),
        (
            "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>".to_owned(),
            Code::FileUnsupported,
        ),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a d='&b;'/>".to_owned(), Code::FileBroken),
        ("<a><b></a>".to_owned(), Code::FileBroken),
        ("<a>".to_owned(), Code::FileBroken),
        ("<a/><b/>".to_owned(), Code::FileBroken),
        ("<a/>b".to_owned(), Code::FileBroken),
        ("<a b='1' b='2'/>".to_owned(), Code::FileBroken),
        ("<a>&#0;</a>".to_owned(), Code::FileBroken),
        ("<a>".repeat(100), Code::NestingTooDeep),
    ];
    for (xml, expected) in cases {
        assert_eq!(code(made("xml-to-json", &xml)), expected, "{xml}");
    }
}

#[test]
fn json_is_written_as_xml_and_is_the_same_again() {
    let value =
        json!({"order": {"@id": "7", "line": [{"@n": "1", "#text": "a < b & c"}, "d\r\ne"], "none": null}});
    let xml = made("json-to-xml", &value.to_string()).expect("XML");
    let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<order id=\"7\">\n  <line n=\"1\">a &lt; b &amp; c</line>\n  \
                    <line>d&#13;\ne</line>\n  <none/>\n</order>\n";
    assert_eq!(xml, expected);
    assert_eq!(json("xml-to-json", &xml), value);
    let within = |options, text: &str| within(Limits::default(), "json-to-xml", options, mime::JSON, text);
    let plain = within(json!({"root": "all", "pretty": false}), "[1,[true,\"x\"],{\"@a\":\"\\n\\\"\"}]");
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    let body =
        "<all><item>1</item><item><item>true</item><item>x</item></item><item a=\"&#10;&quot;\"/></all>\n";
    assert_eq!(plain, Ok(format!("{head}{body}")));
    assert_eq!(
        within(json!({"pretty": false}), "{\"a\":[1,2]}"),
        Ok(format!("{head}<root><a>1</a><a>2</a></root>\n"))
    );
}

#[test]
fn what_xml_cannot_hold_is_refused() {
    for text in [
        "{\"a b\": 1}",
        "{\"1\": 1}",
        "{\"\": 1}",
        "{\"a><b\": 1}",
        "{\"a\": {\"@b c\": 1}}",
        "{\"a\": {\"@b\": []}}",
        "{\"a\": {\"#x\": 1}}",
        "\"\\u0000\"",
    ] {
        assert_eq!(code(made("json-to-xml", text)), Code::FileUnsupported, "{text}");
    }
    let root = crate::tool("json-to-xml").expect("a tool").check(&json!({"root": "a b"}));
    assert_eq!(root.expect_err("no name")[0].pointer, "/root");
}

#[test]
fn toml_is_read_as_json() {
    let toml = "title = 'x'\nday = 1979-05-27\n[a.b]\nc = [1, 2.5, inf, true]\n";
    let expected = json!({"title": "x", "day": "1979-05-27", "a": {"b": {"c": [1, 2.5, "inf", true]}}});
    assert_eq!(json("toml-to-json", toml), expected);
    assert_eq!(code(made("toml-to-json", "a = ")), Code::FileBroken);
    assert_eq!(
        code(made("toml-to-json", &format!("a = {}{}", "[".repeat(70), "]".repeat(70)))),
        Code::NestingTooDeep
    );
}

#[test]
fn json_is_written_as_toml() {
    let text = r#"{"b": {"c/d": [1, 2.5, true, {"x": "2020-01-01"}], "e": []}, "a": "two\nlines \"\"\" and '''", "f": [[1], ["x"]]}"#;
    let toml = made("json-to-toml", text).expect("TOML");
    let again = json("toml-to-json", &toml);
    assert_eq!(again, serde_json::from_str::<Value>(text).expect("JSON"));
    for (text, place) in [
        (r#"{"a": {"b/c": [1, null]}}"#, "/a/b~1c/1"),
        (r#"{"a": 18446744073709551615}"#, "/a"),
        ("null", "at the very top"),
        ("[1]", "begins with an object"),
    ] {
        let refused = made("json-to-toml", text).expect_err(text);
        assert!(refused.message.contains(place), "{refused:?}");
        assert_eq!(code(Err(refused)), Code::FileUnsupported);
    }
}

#[test]
fn json_is_bounded_too() {
    assert_eq!(code(made("json-to-yaml", "[1, 2")), Code::FileBroken);
    assert_eq!(code(made("json-to-yaml", "[1] 2")), Code::FileBroken);
    assert_eq!(code(made("json-to-yaml", &"[".repeat(100))), Code::NestingTooDeep);
    let limits = Limits { entries: 10, ..Limits::default() };
    for (text, fits) in [("[1,2,3]", true), ("[{},{},{},{},{},{},{},{},{},{}]", false)] {
        let made = within(limits, "json-to-yaml", json!({}), mime::JSON, text);
        assert_eq!(made.map_err(|failure| failure.code).is_ok(), fits, "{text}");
    }
}
