//! Files that mean harm: each ends with what is asked for or with the code that says why not, and nothing leaves the seal.
mod archives;
mod bytes;
mod data;
mod documents;
mod drawings;
mod images;
mod tables;

use crate::support::{
    checks::Check,
    stage::{Stage, work_folder},
};
use hosting_engine::{Code, Limits};
use std::{net::TcpListener, time::Duration};

pub fn all() -> impl Iterator<Item = &'static Check> {
    [archives::ALL, data::ALL, documents::ALL, drawings::ALL, images::ALL, tables::ALL].into_iter().flatten()
}

/// A tool and its options as JSON.
type Asked = (&'static str, &'static str);

/// A file that means harm, what is asked for, and how that may end: nothing stands for a good end.
struct Case {
    name: &'static str,
    asked: &'static [Asked],
    mime: &'static str,
    content: Vec<u8>,
    ends: &'static [Option<Code>],
}

/// Tools that want two files.
const TWO: &[&str] = &["pdf-merge", "image-watermark"];

/// All that may come of a file in which much is wrong: everything but breaking off, or using all there is.
const CLEAR: &[Option<Code>] = &[
    None,
    Some(Code::FileBroken),
    Some(Code::FileUnsupported),
    Some(Code::FileTypeMismatch),
    Some(Code::OptionsDoNotFit),
    Some(Code::TooManyPixels),
    Some(Code::TooManyPages),
    Some(Code::TooManyEntries),
    Some(Code::ExpansionTooLarge),
    Some(Code::NestingTooDeep),
    Some(Code::OutputTooLarge),
];

/// Half the memory that there usually is.
const TIGHT: u64 = 1 << 30;
/// No file may keep a processor longer than this.
const LONG: Duration = Duration::from_secs(20);

/// Tries all, and says at once what ended otherwise.
fn tried(stage: &Stage, cases: &[Case]) {
    let wrong: Vec<_> = cases
        .iter()
        .flat_map(|case| case.asked.iter().filter_map(|asked| other(stage, case, asked)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// How a case ended, if not as it may.
fn other(stage: &Stage, case: &Case, (tool, options): &Asked) -> Option<String> {
    let limits = Limits { memory: TIGHT, processor: LONG, ..Limits::default() };
    let options = serde_json::from_str(options).expect("JSON");
    let files = [("a.x", case.mime, case.content.as_slice()); 2];
    let files = if TWO.contains(tool) { &files[..] } else { &files[..1] };
    let ended = stage.convert_in(&work_folder(), limits, (tool, options), files, |_| ());
    let leaks =
        ended.iter().flatten().any(|made| String::from_utf8_lossy(&made.content).contains("root:x:0"));
    let code = ended.as_ref().err().map(|failure| failure.code);
    let well = case.ends.contains(&code) && !leaks;
    let said = ended.err().map(|failure| failure.message);
    (!well).then(|| format!("{}, {tool}: {code:?} ({said:?}), leaks: {leaks}", case.name))
}

/// A server that nobody is to reach.
struct Forbidden(TcpListener);

impl Forbidden {
    fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("no waiting");
        Self(listener)
    }

    fn address(&self) -> String {
        format!("http://{}/a.png", self.0.local_addr().expect("its address"))
    }

    fn stayed_alone(&self) {
        assert!(self.0.accept().is_err(), "somebody came");
    }
}
