//! Archives.
use crate::{
    folder::Folder,
    support::{checks::Check, stage::Stage},
};
use serde_json::json;

pub const ALL: &[Check] = &[Check::new("files are packed as Python reads them", packed)];

fn packed(stage: &Stage) {
    let large = b"0123456789".repeat(10_000);
    let files = [("Grüße 日本.txt", "text/plain", b"eins".as_slice()), ("b.csv", "text/csv", &large)];
    for level in [0, 1, 9] {
        let zip = stage.all("files-to-zip", json!({"level": level}), &files).remove(0).content;
        let said = Folder::with(&[("a", &zip)]).python(
            "import zipfile\nz = zipfile.ZipFile('a')\nassert z.testzip() is None\n\
             print([(e.filename, e.file_size) for e in z.infolist()], z.read('b.csv') == b'0123456789' * 10000)",
        );
        assert_eq!(said.trim(), "[('Grüße 日本.txt', 4), ('b.csv', 100000)] True", "{level}");
    }
}
