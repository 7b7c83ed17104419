use super::*;
use crate::{Code, Limits, TOOLS, mime, stage, tool};
use std::io::{Cursor, Read};
use zip::ZipArchive;

const FILES: [(&str, &str, &[u8]); 2] = [("a.csv", mime::CSV, b"x\n1\n"), ("A.csv", mime::CSV, b"y\n2\n")];

#[test]
fn all_that_is_made_comes_as_one_archive() {
    for (files, name) in [(&FILES[..], "files.zip"), (&FILES[..1], "a.zip")] {
        let made = stage::convert("csv-to-json", json!({"zip": true}), files).expect("an archive");
        let [(called, kind, archive)] = &made[..] else { panic!("one file: {}", made.len()) };
        assert_eq!((called.as_str(), kind.as_str()), (name, mime::ZIP));
        let mut archive = ZipArchive::new(Cursor::new(archive)).expect("an archive");
        assert_eq!(archive.len(), files.len());
        let mut content = String::new();
        archive.by_name("a.json").expect("a file").read_to_string(&mut content).expect("its content");
        assert_eq!(serde_json::from_str::<Value>(&content).expect("JSON"), json!([{"x": 1}]));
    }
    assert_eq!(stage::convert("csv-to-json", json!({"zip": false}), &FILES).expect("files").len(), 2);
}

#[test]
fn an_archive_is_within_the_bounds_too() {
    let mixed = |number: u64| {
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    let content: Vec<u8> = (0..5000).flat_map(|number| mixed(number).to_le_bytes()).collect();
    let stored = stage::convert("files-to-zip", json!({"level": 0}), &[("a", mime::BYTES, &content)]);
    // There is room for the file, and not for the archive that it would be in.
    let limits = Limits { output: content.len() as u64 + 50, ..Limits::default() };
    let files: [(&str, &str, &[u8]); 1] = [("a.zip", mime::ZIP, &stored.expect("an archive")[0].2)];
    stage::convert_within(limits, "zip-to-files", json!({}), &files).expect("the file");
    let failure =
        stage::convert_within(limits, "zip-to-files", json!({"zip": true}), &files).expect_err("too large");
    assert_eq!(failure.code, Code::OutputTooLarge);
}

#[test]
fn every_tool_says_whether_it_can_be_asked_for_an_archive() {
    for tool in TOOLS {
        let schema = tool.options_schema();
        let offered = schema["properties"]["zip"]["type"] == "boolean";
        assert_eq!((offered, tool.makes("made/up")), (!tool.one, false), "{}", tool.about.id);
        if tool.about.files == (2, 10) {
            assert!(tool.one, "{} makes one of many", tool.about.id);
        }
    }
}

#[test]
fn what_is_no_answer_to_it_is_refused() {
    let problems = |id: &str, options| {
        tool(id)
            .expect("a tool")
            .check(&options)
            .expect_err("refused")
            .into_iter()
            .map(|problem| problem.pointer)
    };
    for zip in [json!(1), json!("true"), json!(null)] {
        assert_eq!(problems("csv-to-json", json!({"zip": zip})).collect::<Vec<_>>(), ["/zip"]);
    }
    for id in ["pdf-merge", "files-to-zip", "images-to-pdf", "files-to-tar-gz"] {
        assert_eq!(problems(id, json!({"zip": true})).count(), 1, "{id}");
    }
    assert_eq!(problems("image-convert", json!({"zip": true})).collect::<Vec<_>>(), [""]);
}
