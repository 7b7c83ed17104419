//! Sound and moving pictures.
use crate::{
    folder::{Folder, probed, seconds},
    support::{
        checks::Check,
        samples::{FILMS, TONES, sample},
        stage::Stage,
    },
};
use serde_json::{Value, json};

pub const ALL: &[Check] = &[
    Check::new("WAV of other sound is as ffmpeg hears it", waves),
    Check::new("recordings are told about as ffprobe does", told),
];

fn waves(stage: &Stage) {
    for (name, mime) in TONES {
        let source = sample(name);
        for (channels, count) in [("keep", 2), ("mono", 1)] {
            let wav = stage.one("audio-to-wav", json!({"channels": channels}), (mime, &source));
            let found = probed(&wav);
            let stream = &found["streams"][0];
            assert_eq!(
                (&stream["codec_name"], &stream["channels"]),
                (&json!("pcm_s16le"), &json!(count)),
                "{name}"
            );
            assert_eq!(stream["sample_rate"], "22050", "{name}");
            assert!((seconds(&found) - seconds(&probed(&source))).abs() < 0.1, "{name}: {found}");
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
    for (name, mime) in TONES.into_iter().chain(FILMS) {
        let source = sample(name);
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
