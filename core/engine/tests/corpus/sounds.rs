//! Sound and moving pictures.
use crate::support::{
    checks::Check,
    samples::{FILMS, TONES, sample},
    stage::Stage,
};
use serde_json::{Value, json};

pub const ALL: &[Check] = &[
    Check::new("sound by ffmpeg becomes WAV", waves),
    Check::new("recordings by ffmpeg are told about", told),
];

fn waves(stage: &Stage) {
    for (name, mime) in TONES {
        for (channels, count) in [("keep", 2), ("mono", 1)] {
            let wav = stage.one("audio-to-wav", json!({"channels": channels}), (mime, &sample(name)));
            let wav = hound::WavReader::new(wav.as_slice()).expect("a WAV");
            let (spec, length) = (wav.spec(), f64::from(wav.duration()) / 22_050.0);
            assert_eq!(
                (spec.channels, spec.sample_rate, spec.bits_per_sample),
                (count, 22_050, 16),
                "{name}"
            );
            // Codecs add silence at both ends.
            assert!((0.35..0.6).contains(&length), "{name}: {length} s");
            let loudest = wav.into_samples::<i16>().map(|sample| sample.expect("a sample").abs()).max();
            assert!(loudest.is_some_and(|loudest| (2000..8000).contains(&loudest)), "{name}: {loudest:?}");
        }
    }
}

fn told(stage: &Stage) {
    for (name, mime) in TONES.into_iter().chain(FILMS) {
        let report = stage.one("media-probe", json!({}), (mime, &sample(name)));
        let report: Value = serde_json::from_slice(&report).expect("JSON");
        let film = mime.starts_with("video/");
        let tracks = report["tracks"].as_array().expect("tracks");
        assert_eq!(tracks.len(), if film { 2 } else { 1 }, "{name}: {report}");
        let sound = tracks.iter().find(|track| track["kind"] == "audio").expect("sound");
        let channels = if film { 1 } else { 2 };
        assert_eq!((&sound["sampleRate"], &sound["channels"]), (&json!(22_050), &json!(channels)), "{name}");
        if film {
            assert_eq!((&report["width"], &report["height"]), (&json!(64), &json!(48)), "{name}");
        }
        // ADTS does not say how long it is.
        if mime != "audio/aac" {
            let length = report["durationSeconds"].as_f64().expect("a length");
            assert!((length - 0.4).abs() < 0.15, "{name}: {length}");
        }
    }
}
