//! Files that would have programs of others read what is beside them, or call somebody.
mod documents;
mod pages;
mod pdfs;
mod recordings;

use crate::{
    folder::asked,
    support::{
        checks::Check,
        stage::{Given, Made, Stage},
    },
};
use serde_json::Value;
use std::{
    fs,
    io::Write as _,
    net::{TcpListener, TcpStream},
    path::Path,
};
use tempfile::NamedTempFile;

pub fn all() -> impl Iterator<Item = &'static Check> {
    [documents::ALL, pages::ALL, pdfs::ALL, recordings::ALL].into_iter().flatten()
}

/// What is never to be in a file that is made.
const SECRET: &str = "Sesame4711";

/// What files are to lead to: a file beside the folders in which conversions are done, and a server.
struct Bait {
    file: NamedTempFile,
    server: TcpListener,
}

impl Bait {
    fn laid() -> Self {
        let mut file = NamedTempFile::new().expect("a file");
        // It can be shown by a page too.
        writeln!(file, "BT /F1 12 Tf 9 9 Td ({SECRET}) Tj ET").expect("a secret");
        let server = TcpListener::bind("127.0.0.1:0").expect("a port");
        server.set_nonblocking(true).expect("no waiting");
        let bait = Self { file, server };
        TcpStream::connect(bait.server.local_addr().expect("its address")).expect("a call");
        assert!(bait.was_called(), "who calls is noticed");
        assert!(fs::read_to_string(bait.path()).expect("the file").contains(SECRET));
        bait
    }

    /// The file's path.
    fn path(&self) -> &Path {
        self.file.path()
    }

    /// The file's address.
    fn file(&self) -> String {
        format!("file://{}", self.path().display())
    }

    /// The server's address.
    fn server(&self) -> String {
        format!("http://{}/a.png", self.server.local_addr().expect("its address"))
    }

    fn was_called(&self) -> bool {
        self.server.accept().is_ok()
    }

    /// Converts a file that leads there, and makes sure that nobody followed.
    fn offer(&self, stage: &Stage, tool: &str, options: Value, file: Given<'_>) -> Option<Vec<Made>> {
        let made = stage.convert(tool, options, &[file]);
        assert!(!self.was_called(), "{tool} of {}: somebody called", file.1);
        for one in made.iter().flatten() {
            assert!(!tells(one), "{tool} of {}: the secret is told by {}", file.1, one.name);
        }
        made.ok()
    }
}

/// Whether a file holds the secret, as it is or as programs read it.
fn tells(made: &Made) -> bool {
    let holds = |content: &[u8]| content.windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
    holds(&made.content)
        || match made.mime.as_str() {
            "application/pdf" => {
                let text = "pdftotext a -; mkdir d; pdfdetach -saveall -o d a >&2; find d -type f -exec cat {} +";
                holds(asked(&made.content, &format!("({text}) | strings")).as_bytes())
            }
            mime if mime.contains("officedocument") || mime.contains("opendocument") => {
                holds(asked(&made.content, "python3 -c 'import zipfile; z = zipfile.ZipFile(\"a\"); print([z.read(n) for n in z.namelist()])'").as_bytes())
            }
            _ => false,
        }
}
