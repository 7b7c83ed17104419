//! Sound and moving pictures.
use crate::{
    checks::Check,
    folder::{Folder, made},
    stage::Stage,
};
use serde_json::{Value, json};

const PROGRAMS: &[&str] = &["ffmpeg", "ffprobe"];

pub const ALL: &[Check] = &[
    Check::new("sound by ffmpeg becomes WAV", PROGRAMS, waves),
    Check::new("recordings are told about as ffprobe does", PROGRAMS, told),
];

/// How ffmpeg makes each kind of recording of two seconds in stereo: its name, its type, what it is coded with.
pub const KINDS: &[(&str, &str, &str)] = &[
    ("a.mp3", "audio/mpeg", "-c:a libmp3lame"),
    ("a.m4a", "audio/mp4", "-c:a aac"),
    ("b.m4a", "audio/mp4", "-c:a alac"),
    ("a.aac", "audio/aac", "-c:a aac"),
    ("a.flac", "audio/flac", "-c:a flac"),
    ("a.ogg", "audio/ogg", "-c:a libvorbis"),
    ("a.wav", "audio/wav", "-c:a pcm_s24le"),
    ("b.wav", "audio/wav", "-c:a adpcm_ms"),
    ("a.aiff", "audio/aiff", "-c:a pcm_s16be"),
    ("a.mka", "audio/x-matroska", "-c:a flac"),
    ("a.webm", "audio/webm", "-c:a libvorbis"),
];

/// A recording of two seconds.
pub fn recorded(name: &str, codec: &str) -> Vec<u8> {
    let tone = "ffmpeg -v error -f lavfi -i 'sine=440:d=2:r=44100,aformat=channel_layouts=stereo'";
    made(&format!("{tone} {codec} {name}"), name)
}

/// A film of two seconds.
pub fn filmed(name: &str, codec: &str) -> Vec<u8> {
    let film = "ffmpeg -v error -f lavfi -i testsrc=d=2:s=64x48:r=10 -f lavfi -i sine=440:d=2:r=44100";
    made(&format!("{film} {codec} {name}"), name)
}

fn probed(content: &[u8]) -> Value {
    let ask = "ffprobe -v error -of json -show_format -show_streams a";
    serde_json::from_str(&Folder::with(&[("a", content)]).sh(ask)).expect("JSON")
}

fn seconds(probed: &Value) -> f64 {
    probed["format"]["duration"].as_str().and_then(|text| text.parse().ok()).expect("a length")
}

fn waves(stage: &Stage) {
    for (name, mime, codec) in KINDS {
        let source = recorded(name, codec);
        for (channels, count) in [("keep", 2), ("mono", 1)] {
            let wav = stage.one("audio-to-wav", json!({"channels": channels}), (mime, &source));
            let found = probed(&wav);
            let stream = &found["streams"][0];
            assert_eq!(
                (&stream["codec_name"], &stream["channels"]),
                (&json!("pcm_s16le"), &json!(count)),
                "{name}"
            );
            assert_eq!(stream["sample_rate"], "44100", "{name}");
            assert!((seconds(&found) - 2.0).abs() < 0.1, "{name}: {found}");
            assert!((loudness(&wav) - loudness(&source)).abs() < 1.0, "{name}, {channels}");
        }
    }
}

/// How loud it is on average, in decibels, as ffmpeg hears it.
fn loudness(content: &[u8]) -> f64 {
    let ask = "ffmpeg -hide_banner -i a -af volumedetect -f null - 2>&1 | sed -n 's/.*mean_volume: \\(.*\\) dB/\\1/p'";
    let said = Folder::with(&[("a", content)]).sh(ask);
    said.trim().parse().unwrap_or_else(|_| panic!("no loudness: {said}"))
}

fn told(stage: &Stage) {
    let films = [
        ("a.mp4", "video/mp4", "-c:v libx264 -c:a aac"),
        ("a.mkv", "video/x-matroska", "-c:v libx264 -c:a libvorbis"),
        ("a.webm", "video/webm", "-c:v libvpx -c:a libvorbis"),
        ("a.mov", "video/quicktime", "-c:v libx264 -c:a aac"),
    ];
    let sounds = KINDS.iter().map(|(name, mime, codec)| (*mime, recorded(name, codec)));
    let films = films.iter().map(|(name, mime, codec)| (*mime, filmed(name, codec)));
    for (mime, source) in sounds.chain(films) {
        let known = probed(&source);
        let report = stage.one("media-probe", json!({}), (mime, &source));
        let report: Value = serde_json::from_slice(&report).expect("JSON");
        same(mime, &report, &known);
    }
}

fn same(mime: &str, report: &Value, known: &Value) {
    // ADTS does not say how long it is, and ffprobe guesses.
    if mime != "audio/aac" {
        let length = report["durationSeconds"].as_f64().expect("a length");
        assert!((length - seconds(known)).abs() < 0.15, "{mime}: {length}, {}", seconds(known));
    }
    let streams = known["streams"].as_array().expect("streams");
    let tracks = report["tracks"].as_array().expect("tracks");
    assert_eq!(tracks.len(), streams.len(), "{mime}: {report}");
    let sound =
        |list: &[Value]| list.iter().find(|one| one["channels"].is_number() && one["channels"] != 0).cloned();
    let (ours, theirs) = (sound(tracks).expect("sound"), sound(streams).expect("sound"));
    assert_eq!(ours["channels"], theirs["channels"], "{mime}");
    assert_eq!(ours["sampleRate"].to_string(), theirs["sample_rate"].as_str().unwrap_or_default(), "{mime}");
    if mime.starts_with("video/") {
        assert_eq!((&report["width"], &report["height"]), (&json!(64), &json!(48)), "{mime}");
    }
}
