//! Sealed processes that were taken over, and lie.
use crate::stage::{Stage, tight};
use hosting_engine::{Code, Failed};
use serde_json::{Value, json};

pub async fn run(stage: &Stage, only: &str) {
    stage.test(only, "the truth is believed", truth(stage)).await;
    stage.test(only, "lies are not believed", lies(stage)).await;
    stage.test(only, "messages are held short", messages(stage)).await;
}

fn done(name: &str, mime: &str, path: &str) -> Value {
    json!({"done": [{"name": name, "mime": mime, "path": path}]})
}

fn said(words: &str, times: u32) -> Value {
    json!({"words": words, "times": times})
}

async fn truth(stage: &Stage) {
    let words = format!("{}\n", done("../../a\u{7}.json", "application/json", "out/0"));
    let (_folder, made) = stage.convert("lie", said(&words, 1), tight()).await;
    assert_eq!(made.expect("the truth")[0].name, "a.json");
}

async fn lies(stage: &Stage) {
    let json = "application/json";
    let word = |word: Value| said(&format!("{word}\n"), 1);
    for lie in [
        word(done("a", json, "out/1")),
        word(done("a", json, "out/7")),
        word(done("a", json, "in/0")),
        word(done("a", json, "out/../in/0")),
        word(done("a", json, "./out/0")),
        word(done("a", json, "out/00")),
        word(done("a", json, "out//0")),
        word(done("a", json, "/etc/passwd")),
        word(done("a", json, "")),
        word(done("a", "text/html", "out/0")),
        word(json!({"done": []})),
        word(json!({"unsealed": "so that it is tried again and again"})),
        word(json!({"other": 1})),
        word(json!({"progress": 300})),
        said("", 1),
        said("no word\n", 1),
        said(&done("a", json, "out/0").to_string(), 1),
        said(&format!("{}\n", done("a", json, "out/0")), 2),
        said("{\"progress\":1}\n", 5000),
        said(&" ".repeat(1 << 10), 3000),
    ] {
        assert_eq!(stage.fails("lie", lie.clone(), tight()).await, Code::ConversionFailed, "{lie}");
    }
}

async fn messages(stage: &Stage) {
    let message = "a\u{1b}".repeat(5000);
    let file = "00000000-0000-0000-0000-000000000007";
    let words = json!({"failed": {"code": "file_broken", "message": message, "file": file}});
    match stage.convert("lie", said(&format!("{words}\n"), 1), tight()).await.1 {
        Err(Failed::Failure(failure)) => {
            assert_eq!((failure.code, failure.file), (Code::FileBroken, None));
            assert_eq!(failure.message, "a".repeat(500));
        }
        other => panic!("{other:?}"),
    }
}
