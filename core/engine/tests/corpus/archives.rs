//! Archives.
use crate::{
    checks::Check,
    folder::{Folder, scripted},
    stage::Stage,
};
use serde_json::json;

pub const MIME: &str = "application/zip";

pub const ALL: &[Check] = &[
    Check::new("an archive by Python is taken apart", &["python3"], apart),
    Check::new("files are packed as Python reads them", &["python3"], packed),
    Check::new("an archive by zip is taken apart", &["zip"], by_zip),
];

fn apart(stage: &Stage) {
    for packing in ["STORED", "DEFLATED"] {
        let zip = scripted(&format!(
            "import zipfile\nz = zipfile.ZipFile('a', 'w', zipfile.ZIP_{packing})\n\
             z.writestr('Grüße/日本.txt', 'eins')\nz.writestr('a b.txt', b'zwei' * 1000)\nz.writestr('empty/', '')\nz.close()"
        ));
        let made = stage.all("zip-to-files", json!({}), &[("a.zip", MIME, &zip)]);
        let names: Vec<_> = made.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["日本.txt", "a b.txt"]);
        assert_eq!((made[0].content.as_slice(), made[1].content.len()), (b"eins".as_slice(), 4000));
        assert_eq!(made[0].mime, "text/plain");
    }
}

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

fn by_zip(stage: &Stage) {
    let zip = crate::folder::made(
        "mkdir d && echo one >d/1.txt && echo two >2.txt && zip -q -r a.zip d 2.txt",
        "a.zip",
    );
    let made = stage.all("zip-to-files", json!({}), &[("a.zip", MIME, &zip)]);
    let made: Vec<_> = made.iter().map(|one| (one.name.as_str(), one.content.as_slice())).collect();
    assert_eq!(made, [("1.txt", b"one\n".as_slice()), ("2.txt", b"two\n")]);
}
