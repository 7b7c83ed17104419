use super::*;

fn rows(json: &str) -> Result<Vec<Vec<serde_json::Value>>, Failure> {
    let mut tell = |_| ();
    let mut reading = Reading::new(&Limits { entries: 5, ..Limits::default() }, &mut tell);
    let mut from = serde_json::Deserializer::from_str(json);
    match from.deserialize_seq(Rows(&mut reading)).and_then(|()| from.end()) {
        Ok(()) => {
            let rows = reading.finish()?.rows.into_iter();
            Ok(rows.map(|row| row.into_iter().map(Into::into).collect()).collect())
        }
        Err(cause) => Err(reading.failure.unwrap_or_else(|| no_table(&cause))),
    }
}

fn json(text: &str) -> Vec<Vec<serde_json::Value>> {
    serde_json::from_str(text).expect("rows")
}

#[test]
fn objects_share_their_names_in_the_order_of_their_first_appearance() {
    let read = rows(r#"[{"b":1,"a":"x"},{"c":{"d": [1]},"b":null},{"a":true,"a":false}]"#);
    let expected = json(r#"[["b","a","c"],[1,"x"],[null,null,"{\"d\": [1]}"],[null,false]]"#);
    assert_eq!(read, Ok(expected));
}

#[test]
fn arrays_are_rows_as_they_are() {
    assert_eq!(rows("[[1,[2]],[],[\"\\u00e4\"]]"), Ok(json("[[1,\"[2]\"],[],[\"ä\"]]")));
    assert_eq!(rows("[]"), Ok(Vec::new()));
}

#[test]
fn no_digit_of_a_number_is_lost() {
    let read = rows("[[18446744073709551615, 123456789012345678901234567890, 0.1, 1e999]]");
    let expected = json(r#"[[18446744073709551615, "123456789012345678901234567890", 0.1, "1e999"]]"#);
    assert_eq!(read, Ok(expected));
}

#[test]
fn what_is_no_table_is_told_from_what_is_too_large() {
    let many = format!("[{}[]]", "[],".repeat(5));
    let wide = format!("[[{}1]]", "1,".repeat(COLUMNS));
    let sparse: String = (0..5).map(|at| format!("{{\"{}\":1}},", "x".repeat(at))).collect();
    let deep = format!("[[{}{}]]", "[".repeat(100_000), "]".repeat(100_000));
    for (json, code) in [
        ("{\"a\":1}", Code::FileUnsupported),
        ("[1]", Code::FileUnsupported),
        ("[[1]", Code::FileBroken),
        ("[[1]] x", Code::FileBroken),
        ("[[1],{}]", Code::FileUnsupported),
        (&many, Code::TooManyEntries),
        (&wide, Code::TooManyEntries),
    ] {
        assert_eq!(rows(json).expect_err("no table").code, code, "{}", &json[..json.len().min(50)]);
    }
    assert!(rows(&format!("[{sparse}{{}}]")).is_err(), "a sixth row");
    assert_eq!(rows(&deep).expect("a deep value is a text").len(), 1);
}
