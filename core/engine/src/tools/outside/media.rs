//! Sound and moving pictures, as ffmpeg sees them.
use crate::{Code, Failure, Input, Work, mime, program::Program};
use serde::Deserialize;
use std::{ffi::OsString, path::Path};

/// A type: its name, what ffmpeg reads it as, and what it writes it as.
pub(super) type Kind = (&'static str, &'static str, &'static str);

/// The types of sound.
pub(super) const SOUND: [Kind; 9] = [
    (mime::AAC, "aac", "adts"),
    (mime::AIFF, "aiff", "aiff"),
    (mime::FLAC, "flac", "flac"),
    (mime::M4A, "mov", "ipod"),
    (mime::MKA, "matroska", "matroska"),
    (mime::MP3, "mp3", "mp3"),
    (mime::OGG, "ogg", "ogg"),
    (mime::WAV, "wav", "wav"),
    (mime::WEBA, "matroska", "webm"),
];
/// The types of video.
pub(super) const VIDEO: [Kind; 6] = [
    (mime::MP4, "mov", "mp4"),
    (mime::OGV, "ogg", "ogg"),
    (mime::MOV, "mov", "mov"),
    (mime::WEBM, "matroska", "webm"),
    (mime::MKV, "matroska", "matroska"),
    (mime::AVI, "avi", "avi"),
];
/// The names of the types of sound.
pub(super) const SOUND_TYPES: [&str; 9] = names(&SOUND);
/// The names of the types of video.
pub(super) const VIDEO_TYPES: [&str; 6] = names(&VIDEO);

const fn names<const N: usize>(kinds: &[Kind; N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = kinds[at].0;
        at += 1;
    }
    names
}

/// What kind of recording `file` is.
pub(super) fn kind(file: &Input) -> Result<Kind, Failure> {
    let meant = mime::meant(&file.mime);
    let known = SOUND.iter().chain(&VIDEO).find(|(mime, ..)| *mime == meant);
    known.copied().ok_or_else(|| Failure::new(Code::FileUnsupported, "this type cannot be read"))
}

/// What a file holds.
#[derive(Debug)]
pub(super) struct Media {
    /// Its length in seconds, where it says one.
    pub seconds: Option<f64>,
    /// Whether it has sound.
    pub sound: bool,
    /// Whether it has moving pictures.
    pub pictures: bool,
}

#[derive(Deserialize)]
struct Probed {
    #[serde(default)]
    streams: Vec<Stream>,
    #[serde(default)]
    format: Format,
}

#[derive(Deserialize)]
struct Stream {
    codec_type: Option<String>,
    #[serde(default)]
    width: u64,
    #[serde(default)]
    height: u64,
}

#[derive(Default, Deserialize)]
struct Format {
    duration: Option<String>,
}

/// Looks into `file`.
pub(super) fn look(work: &Work, file: &Input) -> Result<Media, Failure> {
    let mut program = work.program("ffprobe")?;
    program.args([
        "-v",
        "error",
        "-of",
        "json",
        "-show_entries",
        "format=duration:stream=codec_type,width,height",
    ]);
    let (ended, text) = open(&mut program, work, file)?.run_for_text()?;
    ended.good(reading)?;
    let probed: Probed =
        serde_json::from_str(&text).map_err(|_| Failure::broken("it holds no sound and no pictures"))?;
    let largest = probed.streams.iter().map(|stream| stream.width.saturating_mul(stream.height)).max();
    if largest.is_some_and(|largest| largest > work.limits().pixels) {
        return Err(Failure::new(Code::TooManyPixels, "the pictures are too large"));
    }
    let has = |kind| probed.streams.iter().any(|stream| stream.codec_type.as_deref() == Some(kind));
    let seconds = probed.format.duration.and_then(|text| text.parse().ok());
    Ok(Media { seconds, sound: has("audio"), pictures: has("video") })
}

/// Has `program` read `file` as what its type says: a list of other files is none of that.
pub(super) fn open<'a>(
    program: &'a mut Program,
    work: &Work,
    file: &Input,
) -> Result<&'a mut Program, Failure> {
    let (_, format, _) = kind(file)?;
    Ok(program.args(["-protocol_whitelist", "file,pipe", "-f", format, "-i"]).arg(address(&work.path(file))))
}

/// Runs ffmpeg on `file` until `artifact` is there; `seconds` is how long what is made will be.
pub(super) fn make(
    work: &mut Work,
    file: &Input,
    (before, after): (&[String], &[String]),
    artifact: &Path,
    seconds: Option<f64>,
) -> Result<(), Failure> {
    let mut program = work.program("ffmpeg")?;
    program
        .args(["-nostdin", "-v", "error", "-nostats", "-progress", "pipe:1", "-y", "-threads", "4"])
        .args(before);
    open(&mut program, work, file)?;
    // Subtitles and data are not wanted: not all forms have room for them.
    program.args(["-sn", "-dn", "-threads", "4", "-filter_threads", "2"]).args(after).arg(address(artifact));
    let ended = program.run_by_line(|line| {
        if let (Some(done), Some(all)) = (micros(line), seconds.filter(|all| *all > 0.0)) {
            work.progress(done, whole_micros(all));
        }
    })?;
    ended.good(reading)
}

/// A path as ffmpeg takes it: no other protocol than files.
fn address(path: &Path) -> OsString {
    let mut address = OsString::from("file:");
    address.push(path);
    address
}

/// From a line as `out_time_us=1234`.
fn micros(line: &str) -> Option<u64> {
    line.strip_prefix("out_time_us=")?.parse().ok()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number too large stays the largest"
)]
const fn whole_micros(seconds: f64) -> u64 {
    (seconds * 1e6) as u64
}

/// What ffmpeg's words mean.
fn reading(errors: &str) -> Option<Code> {
    // It ends by itself when the kernel warns that its time is over.
    if errors.contains("received signal 24") {
        return Some(Code::TimeExceeded);
    }
    let unknown = ["Decoder not found", "not currently supported", "Unknown decoder", "could not find codec"];
    unknown.iter().any(|words| errors.contains(words)).then_some(Code::FileUnsupported)
}
