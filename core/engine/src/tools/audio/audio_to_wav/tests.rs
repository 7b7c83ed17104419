use super::*;
use crate::{Limits, stage};
use serde_json::{Value, json};

/// A second of two channels, of samples that are all unlike.
fn wave() -> Vec<u8> {
    let samples: Vec<i16> = (0..8000i16).flat_map(|at| [at.wrapping_mul(7), -at]).collect();
    let data: Vec<u8> = samples.into_iter().flat_map(i16::to_le_bytes).collect();
    let length = u32::try_from(data.len()).expect("few");
    let mut file = b"RIFF".to_vec();
    file.extend((length + 36).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0\x02\0");
    file.extend(8000u32.to_le_bytes());
    file.extend(32_000u32.to_le_bytes());
    file.extend(b"\x04\0\x10\0data");
    file.extend(length.to_le_bytes());
    file.extend(data);
    file
}

/// A file's channels, samples a second, bits, and what follows: read by hand.
fn read(file: &[u8]) -> (u16, u32, u16, &[u8]) {
    assert_eq!((&file[..4], &file[8..12]), (b"RIFF".as_slice(), b"WAVE".as_slice()));
    let two = |at: usize| u16::from_le_bytes([file[at], file[at + 1]]);
    let four = |at: usize| u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]);
    let data = file.windows(4).position(|window| window == b"data").expect("samples");
    assert_eq!(four(data + 4) as usize, file.len() - data - 8, "as long as it says");
    (two(22), four(24), two(34), &file[data + 8..])
}

fn convert(options: Value, mime: &str, content: &[u8]) -> Result<Vec<u8>, Failure> {
    let made = stage::convert("audio-to-wav", options, &[("a.x", mime, content)])?;
    assert_eq!((made[0].0.as_str(), made[0].1.as_str()), ("a.wav", mime::WAV));
    Ok(made[0].2.clone())
}

#[test]
fn waves_stay_what_they_are() {
    let wave = wave();
    let made = convert(json!({}), mime::WAV, &wave).expect("waves");
    assert_eq!(read(&made), (2, 8000, 16, &wave[44..]));
}

#[test]
fn more_bits_and_fewer_channels_are_made_of_the_same_waves() {
    let wave = wave();
    let sample = |at: usize| i32::from(i16::from_le_bytes([wave[44 + at * 2], wave[45 + at * 2]]));
    let mono = convert(json!({"channels": "mono", "bits": 24}), mime::WAV, &wave).expect("waves");
    let (channels, _, bits, data) = read(&mono);
    assert_eq!((channels, bits, data.len()), (1, 24, 8000 * 3));
    let third = i32::from_le_bytes([0, data[6], data[7], data[8]]) >> 8;
    assert_eq!(third, i32::midpoint(sample(4), sample(5)) << 8);
    let wide = convert(json!({"bits": 32, "channels": "stereo"}), mime::WAV, &wave).expect("waves");
    assert_eq!(read(&wide).3[..4], (sample(0) << 16).to_le_bytes());
}

#[test]
fn each_known_kind_is_a_tone_of_440_waves_a_second() {
    let samples: [(&str, &[u8]); 8] = [
        (mime::MP3, include_bytes!("../../../../tests/corpus/samples/tone.mp3")),
        (mime::M4A, include_bytes!("../../../../tests/corpus/samples/tone.m4a")),
        (mime::AAC, include_bytes!("../../../../tests/corpus/samples/tone.aac")),
        (mime::FLAC, include_bytes!("../../../../tests/corpus/samples/tone.flac")),
        (mime::OGG, include_bytes!("../../../../tests/corpus/samples/tone.ogg")),
        (mime::MKA, include_bytes!("../../../../tests/corpus/samples/tone.mka")),
        (mime::AIFF, include_bytes!("../../../../tests/corpus/samples/tone.aiff")),
        (mime::MP4, include_bytes!("../../../../tests/corpus/samples/film.mp4")),
    ];
    for (mime, content) in samples {
        let made = convert(json!({"channels": "mono"}), mime, content).expect("waves");
        let (channels, rate, bits, data) = read(&made);
        assert_eq!((channels, rate, bits), (1, 22_050, 16), "{mime}");
        let samples: Vec<i16> = data.as_chunks::<2>().0.iter().copied().map(i16::from_le_bytes).collect();
        // The middle is sure to be the tone: codecs add silence at both ends.
        let middle = &samples[samples.len() / 3..samples.len() * 2 / 3];
        let rises = middle.windows(2).filter(|pair| pair[0] < 0 && pair[1] >= 0).count();
        let expected = middle.len() * 440 / 22_050;
        assert!(rises.abs_diff(expected) <= 2, "{mime}: {rises} waves, {expected} expected");
        assert!(middle.iter().any(|sample| *sample > 2000), "{mime} is heard");
    }
}

#[test]
fn what_cannot_be_decoded_says_why() {
    let cut = &include_bytes!("../../../../tests/corpus/samples/tone.m4a")[..200];
    let opus: &[u8] = include_bytes!("../../../../tests/corpus/samples/opus.ogg");
    for (mime, content, code) in [
        (mime::OGG, opus, Code::FileUnsupported),
        (mime::M4A, cut, Code::FileBroken),
        (mime::MP3, b"\xff\xfb\x90\x64".as_slice(), Code::FileBroken),
        (mime::WAV, &wave()[..44], Code::FileBroken),
    ] {
        let failure = convert(json!({}), mime, content).expect_err("no waves");
        assert_eq!((failure.code, failure.file.is_some()), (code, true), "{mime}: {}", failure.message);
    }
}

#[test]
fn a_sound_longer_than_may_be_made_is_refused_while_it_is_decoded() {
    let limits = Limits { output: 5000, ..Limits::default() };
    let files: [(&str, &str, &[u8]); 1] = [("a", mime::WAV, &wave())];
    let failure = stage::convert_within(limits, "audio-to-wav", json!({}), &files).expect_err("too long");
    assert_eq!(failure.code, Code::OutputTooLarge);
}

#[test]
fn only_bits_that_samples_have_are_taken() {
    let tool = crate::tool("audio-to-wav").expect("a tool");
    assert_eq!(tool.options_schema()["properties"]["bits"]["enum"], json!([16, 24, 32]));
    for (bits, fits) in [(16, true), (32, true), (8, false), (17, false)] {
        assert_eq!(tool.check(&json!({"bits": bits})).is_ok(), fits, "{bits}");
    }
}

/// What the head of Apple's sound says stands at its end (`alac` in `stsd`): the last is how many samples a second.
#[test]
fn a_sound_without_samples_in_a_second_is_broken() {
    let sound = include_bytes!("../../../../tests/corpus/samples/lossless.m4a");
    let rate = 22_050u32.to_be_bytes();
    let heads: Vec<_> = (0..sound.len() - 4).filter(|at| sound[*at..].starts_with(b"alac")).collect();
    // The second is within the first: its content is version, lengths, and the samples a second at last.
    let at = heads.last().expect("a head") + 4 + 4 + 20;
    assert_eq!(sound[at..at + 4], rate);
    for wrong in [0, u32::MAX] {
        let mut sound = sound.to_vec();
        sound[at..at + 4].copy_from_slice(&u32::to_be_bytes(wrong));
        for options in [json!({}), json!({"bits": 32, "channels": "mono"})] {
            let failure = convert(options, mime::M4A, &sound).expect_err("no sound");
            assert_eq!(failure.code, Code::FileBroken, "{wrong}");
        }
        assert!(stage::convert("media-probe", json!({}), &[("a.m4a", mime::M4A, &sound)]).is_ok());
    }
}
