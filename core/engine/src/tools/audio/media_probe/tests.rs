use super::*;
use crate::{Code, stage};
use serde_json::{Value, json};

fn probe(name: &str, mime: &str, content: &[u8]) -> Result<Value, Failure> {
    let made = stage::convert("media-probe", json!({}), &[(name, mime, content)])?;
    assert_eq!(made[0].1, mime::JSON);
    Ok(serde_json::from_slice(&made[0].2).expect("JSON"))
}

#[test]
fn a_film_is_told_with_its_tracks() {
    let told = probe("film.mp4", mime::MP4, include_bytes!("../../../../tests/corpus/samples/film.mp4"))
        .expect("a report");
    assert_eq!((&told["fileName"], &told["container"]), (&json!("film.mp4"), &json!("isomp4")));
    assert_eq!((&told["width"], &told["height"]), (&json!(64), &json!(48)));
    let tracks = told["tracks"].as_array().expect("tracks");
    assert_eq!((&tracks[0]["kind"], &tracks[0]["codec"]), (&json!("video"), &json!("h264")));
    assert_eq!(
        (&tracks[1]["codec"], &tracks[1]["sampleRate"], &tracks[1]["channels"]),
        (&json!("aac"), &json!(22_050), &json!(1))
    );
    assert!((told["durationSeconds"].as_f64().expect("seconds") - 0.4).abs() < 0.1, "{told}");
    assert!(told["tags"].to_string().contains("Film"), "{told}");
}

#[test]
fn sounds_are_told_even_if_none_can_decode_them() {
    for (mime, content, codec) in [
        (mime::OGG, include_bytes!("../../../../tests/corpus/samples/opus.ogg").as_slice(), "opus"),
        (mime::OGG, include_bytes!("../../../../tests/corpus/samples/tone.ogg"), "vorbis"),
        (mime::MP3, include_bytes!("../../../../tests/corpus/samples/tone.mp3"), "mp3"),
        (mime::FLAC, include_bytes!("../../../../tests/corpus/samples/tone.flac"), "flac"),
    ] {
        let told = probe("a", mime, content).expect("a report");
        assert_eq!(told["tracks"][0]["codec"], json!(codec), "{told}");
        assert_eq!(told["tracks"][0]["channels"], json!(2), "{told}");
        assert!(told["tags"].to_string().contains("Tone"), "{told}");
        assert!((told["durationSeconds"].as_f64().expect("seconds") - 0.4).abs() < 0.1, "{told}");
    }
}

#[test]
fn an_image_is_told_without_being_unpacked() {
    let mut png = std::io::Cursor::new(Vec::new());
    image::GrayImage::new(3, 2).write_to(&mut png, image::ImageFormat::Png).expect("an image");
    let mut png = png.into_inner();
    let told = probe("a.png", mime::PNG, &png).expect("a report");
    let expected = json!({
        "fileName": "a.png", "mimeType": "image/png", "sizeBytes": png.len(), "container": "png",
        "durationSeconds": null, "width": 3, "height": 2, "bitsPerPixel": 8, "tracks": [], "tags": {},
    });
    assert_eq!(told, expected);
    png.truncate(20);
    assert_eq!(probe("a.png", mime::PNG, &png).expect_err("cut off").code, Code::FileBroken);
}
