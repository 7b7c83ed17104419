//! Sound and video.
use super::{fails, one, told};
use crate::{
    folder::{Folder, probed, seconds},
    support::{checks::Check, stage::Stage},
};
use hosting_engine::{Code, Limits};
use image::AnimationDecoder as _;
use serde_json::json;
use std::io::Cursor;

pub const ALL: &[Check] = &[
    Check::new("the sound of a video is taken out", |stage| extracted(stage, &video())),
    Check::new("sound is converted", transcoded),
    Check::new("a recording is cut", |stage| cut(stage, &video())),
    Check::new("video is converted, and tells how far it is", |stage| converted(stage, &video())),
    Check::new("a piece of a video becomes a GIF", |stage| gif(stage, &video())),
    Check::new("pictures are taken out of a video", |stage| pictures(stage, &video())),
    Check::new("recordings that are none", |stage| broken(stage, &video())),
    Check::new("lists of other files are not followed", lists),
];

/// Three seconds of a test picture with a tone.
fn video() -> Vec<u8> {
    let folder = Folder::with(&[]);
    folder.sh("ffmpeg -v error -f lavfi -i testsrc=d=3:s=320x240:r=25 -f lavfi -i sine=d=3 a.mp4");
    folder.read("a.mp4")
}

fn extracted(stage: &Stage, video: &[u8]) {
    for (format, name, codec) in [
        ("mp3", "a.mp3", "mp3"),
        ("m4a", "a.m4a", "aac"),
        ("wav", "a.wav", "pcm_s16le"),
        ("ogg", "a.ogg", "vorbis"),
        ("flac", "a.flac", "flac"),
    ] {
        let made = one(stage, "audio-extract", json!({"format": format}), ("a.mp4", "video/mp4", video));
        let found = probed(&made.2);
        assert_eq!((made.0.as_str(), found["streams"][0]["codec_name"].as_str()), (name, Some(codec)));
        assert!((seconds(&found) - 3.0).abs() < 0.2, "{found}");
    }
}

fn transcoded(stage: &Stage) {
    let mut wav = std::io::Cursor::new(Vec::new());
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: 8000,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut writer = hound::WavWriter::new(&mut wav, spec).expect("a WAV");
    (0..16_000_i16).for_each(|at| writer.write_sample(at % 100 * 100).expect("a sample"));
    writer.finalize().expect("a WAV");
    let wav = wav.into_inner();
    let flac = one(stage, "audio-transcode", json!({"format": "flac"}), ("a.wav", "audio/wav", &wav));
    let back = one(stage, "audio-transcode", json!({"format": "wav"}), ("a.flac", "audio/flac", &flac.2));
    let samples = hound::WavReader::new(back.2.as_slice()).expect("a WAV").into_samples::<i16>();
    assert!(samples.map(|sample| sample.expect("a sample")).eq((0..16_000_i16).map(|at| at % 100 * 100)));
}

fn cut(stage: &Stage, video: &[u8]) {
    let made = one(stage, "media-trim", json!({"start": 0, "end": 1.5}), ("a.mp4", "video/mp4", video));
    assert_eq!((made.0.as_str(), made.1.as_str()), ("a.mp4", "video/mp4"));
    // Pictures are kept whole, in groups.
    assert!((seconds(&probed(&made.2)) - 1.5).abs() < 0.3);
    let sound = one(stage, "audio-extract", json!({"format": "wav"}), ("a.mp4", "video/mp4", video)).2;
    let made = one(stage, "media-trim", json!({"start": 0.5, "end": 2.25}), ("a.wav", "audio/wav", &sound));
    assert!((seconds(&probed(&made.2)) - 1.75).abs() < 0.05);
    let late = json!({"start": 5});
    assert_eq!(fails(stage, "media-trim", late, ("a.mp4", "video/mp4", video)), Code::OptionsDoNotFit);
    let tool = hosting_engine::tool("media-trim").expect("a tool");
    assert_eq!(tool.check(&json!({"start": 2, "end": 2})).expect_err("nothing is left")[0].pointer, "/end");
}

fn converted(stage: &Stage, video: &[u8]) {
    for (format, codec) in [("mp4", "h264"), ("webm", "vp9")] {
        let options = json!({"format": format, "height": 121});
        let file = ("a.mp4", "video/mp4", video);
        let (made, steps) =
            told(stage, Limits::default(), ("video-transcode", options), file).expect("a video");
        let found = probed(&made[0].content);
        assert_eq!(
            (found["streams"][0]["codec_name"].as_str(), &found["streams"][0]["height"]),
            (Some(codec), &json!(120))
        );
        assert!((seconds(&found) - 3.0).abs() < 0.2 && !steps.is_empty(), "{steps:?}");
    }
}

fn gif(stage: &Stage, video: &[u8]) {
    let options = json!({"start": 1, "duration": 1, "width": 160, "framesPerSecond": 5});
    let made = one(stage, "video-to-gif", options, ("a.mp4", "video/mp4", video));
    assert_eq!((made.0.as_str(), made.1.as_str()), ("a.gif", "image/gif"));
    let decoder = image::codecs::gif::GifDecoder::new(Cursor::new(&made.2)).expect("a GIF");
    let frames = decoder.into_frames().collect_frames().expect("frames");
    assert_eq!((frames.len(), frames[0].buffer().dimensions()), (5, (160, 120)));
    let wide = one(stage, "video-to-gif", json!({"duration": 0.2}), ("a.mp4", "video/mp4", video));
    assert_eq!(image::load_from_memory(&wide.2).expect("a GIF").width(), 320, "nothing is enlarged");
    let late = json!({"start": 5});
    assert_eq!(fails(stage, "video-to-gif", late, ("a.mp4", "video/mp4", video)), Code::OptionsDoNotFit);
}

fn pictures(stage: &Stage, video: &[u8]) {
    for (options, count, ends, width) in [
        (json!({"count": 3, "width": 64}), 3, "jpg", 64),
        (json!({"every": 1, "format": "png"}), 3, "png", 320),
        (json!({}), 10, "jpg", 320),
    ] {
        let made = stage.all("video-thumbnails", options, &[("a.mp4", "video/mp4", video)]);
        assert_eq!(made.len(), count);
        for (number, one) in (1..).zip(&made) {
            assert_eq!(one.name, format!("a.{number}.{ends}"));
            let picture = image::load_from_memory(&one.content).expect("an image");
            assert_eq!(picture.width(), width);
        }
        assert_ne!(made[0].content, made[1].content);
    }
    let many = json!({"every": 0.1, "count": 4});
    assert_eq!(stage.all("video-thumbnails", many, &[("a.mp4", "video/mp4", video)]).len(), 4);
}

fn broken(stage: &Stage, video: &[u8]) {
    let half = &video[..video.len() / 2];
    for (tool, mime, content) in [
        ("audio-transcode", "audio/mpeg", b"ID3\x04\0\0\0\0\0\0".as_slice()),
        ("audio-extract", "video/webm", b"\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1f\x42\x82\x84webm"),
        ("video-transcode", "video/mp4", half),
    ] {
        assert_eq!(fails(stage, tool, json!({}), ("a", mime, content)), Code::FileBroken, "{tool}");
    }
}

/// Playlists name files and addresses; none is opened.
fn lists(stage: &Stage) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("no waiting");
    let address = listener.local_addr().expect("its address");
    let hls = format!(
        "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nhttp://{address}/a\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"
    );
    for text in [hls.as_str(), "ffconcat version 1.0\nfile '/etc/passwd'\n"] {
        for mime in ["video/mp4", "video/webm", "video/x-msvideo"] {
            let code = fails(stage, "video-transcode", json!({}), ("a", mime, text.as_bytes()));
            assert_eq!(code, Code::FileTypeMismatch, "{mime}");
        }
    }
    assert!(listener.accept().is_err());
}
