//! Telling what is in sound, moving pictures and images.
use super::{codec, sound};
use crate::{
    About, Category, Convert, Engine, Failure, Input, Work, mime,
    tools::image::{jxl, psd},
    work,
};
use garde::Validate;
use image::{ImageDecoder, ImageReader, error::ImageError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{fs::File, io::BufReader};
use symphonia::core::{
    audio::Channels,
    codecs::CodecParameters,
    formats::{FormatReader, Track},
    meta::{MetadataContainer, RawValue},
    units::{Duration, TimeBase},
};

/// How files are told about.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct MediaProbe {}

/// What is in a file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    file_name: String,
    mime_type: String,
    size_bytes: u64,
    container: String,
    duration_seconds: Option<f64>,
    width: Option<u32>,
    height: Option<u32>,
    bits_per_pixel: Option<u16>,
    tracks: Vec<TrackReport>,
    tags: serde_json::Map<String, serde_json::Value>,
}

/// What is in a track.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct TrackReport {
    kind: &'static str,
    codec: String,
    language: Option<String>,
    duration_seconds: Option<f64>,
    sample_rate: Option<u32>,
    channels: Option<usize>,
    bits_per_sample: Option<u32>,
    width: Option<u16>,
    height: Option<u16>,
}

/// More tags are not told.
const TAGS: usize = 200;
/// A tag's value that is longer is cut.
const TAG: usize = 1000;

impl Convert for MediaProbe {
    const ABOUT: About = About {
        id: "media-probe",
        name: "What is in it",
        description: "Tells what is in sound, videos and images, as JSON: \
                      the container, how long it lasts, tracks with their codecs, dimensions and tags.",
        category: Category::Data,
        accepts: &[
            mime::MP3,
            mime::M4A,
            mime::AAC,
            mime::FLAC,
            mime::OGG,
            mime::WAV,
            mime::AIFF,
            mime::MKA,
            mime::WEBA,
            mime::MP4,
            mime::MOV,
            mime::MKV,
            mime::WEBM,
            mime::PNG,
            mime::JPEG,
            mime::GIF,
            mime::WEBP,
            mime::TIFF,
            mime::BMP,
            mime::JXL,
            mime::PSD,
        ],
        produces: &[mime::JSON],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        for (number, file) in (1u64..).zip(&files) {
            let report = report(work, file).map_err(|failure| failure.about(file.id))?;
            let out = work.artifact(&work::renamed(&file.name, "json"), mime::JSON)?;
            serde_json::to_writer_pretty(out, &report).map_err(std::io::Error::from)?;
            work.progress(number, files.len() as u64);
        }
        Ok(())
    }
}

fn report(work: &Work, file: &Input) -> Result<Report, Failure> {
    let empty = Report {
        file_name: file.name.clone(),
        mime_type: mime::meant(&file.mime),
        size_bytes: work.path(file).metadata()?.len(),
        container: String::new(),
        duration_seconds: None,
        width: None,
        height: None,
        bits_per_pixel: None,
        tracks: Vec::new(),
        tags: serde_json::Map::new(),
    };
    match empty.mime_type.starts_with("image/") {
        true => of_image(work, file, empty),
        false => of_sound(work, file, empty),
    }
}

fn of_image(work: &Work, file: &Input, empty: Report) -> Result<Report, Failure> {
    let open = BufReader::new(File::open(work.path(file))?);
    if empty.mime_type == mime::JXL {
        let head = jxl::head(open)?;
        let (width, height, bits_per_pixel) =
            (Some(head.width), Some(head.height), Some(head.bits_per_pixel));
        return Ok(Report { container: "jxl".to_owned(), width, height, bits_per_pixel, ..empty });
    }
    if empty.mime_type == mime::PSD {
        let (width, height, bits) = psd::head(open)?;
        let (width, height, bits_per_pixel) = (Some(width), Some(height), Some(bits));
        return Ok(Report { container: "psd".to_owned(), width, height, bits_per_pixel, ..empty });
    }
    let reader = ImageReader::new(open).with_guessed_format()?;
    let container = reader.format().map_or("unknown", |format| format.extensions_str()[0]).to_owned();
    // Only the beginning is read: not a pixel is unpacked.
    let image = reader.into_decoder().map_err(|cause| failed(&cause))?;
    let (width, height) = image.dimensions();
    let bits_per_pixel = Some(image.original_color_type().bits_per_pixel());
    Ok(Report { container, width: Some(width), height: Some(height), bits_per_pixel, ..empty })
}

fn failed(cause: &ImageError) -> Failure {
    match cause {
        ImageError::Unsupported(_) => Failure::new(crate::Code::FileUnsupported, cause.to_string()),
        _ => Failure::broken(cause),
    }
}

fn of_sound(work: &Work, file: &Input, empty: Report) -> Result<Report, Failure> {
    let mut reader = sound::open(work, file)?;
    let tracks: Vec<_> = reader.tracks().iter().map(of_track).collect();
    let media = *reader.media_info();
    let longest = tracks.iter().filter_map(|track| track.duration_seconds).reduce(f64::max);
    Ok(Report {
        container: reader.format_info().short_name.to_owned(),
        duration_seconds: seconds(media.time_base, media.duration).or(longest),
        width: tracks.iter().find_map(|track| track.width.map(Into::into)),
        height: tracks.iter().find_map(|track| track.height.map(Into::into)),
        tracks,
        tags: tags(reader.as_mut()),
        ..empty
    })
}

fn of_track(track: &Track) -> TrackReport {
    let report = TrackReport {
        kind: "unknown",
        codec: track.codec_params.as_ref().map_or_else(|| "unknown".to_owned(), codec::name),
        language: track.language.clone().filter(|language| language != "und"),
        duration_seconds: seconds(track.time_base, track.duration),
        ..TrackReport::default()
    };
    match &track.codec_params {
        Some(CodecParameters::Audio(codec)) => TrackReport {
            kind: "audio",
            sample_rate: codec.sample_rate,
            channels: codec.channels.as_ref().map(Channels::count),
            bits_per_sample: codec.bits_per_sample,
            ..report
        },
        Some(CodecParameters::Video(codec)) => {
            TrackReport { kind: "video", width: codec.width, height: codec.height, ..report }
        }
        Some(CodecParameters::Subtitle(_)) => TrackReport { kind: "subtitle", ..report },
        _ => report,
    }
}

fn seconds(base: Option<TimeBase>, duration: Option<Duration>) -> Option<f64> {
    let seconds = base?.calc_duration(duration?)?.as_secs_f64();
    // Thousandths are enough.
    Some((seconds * 1000.0).round() / 1000.0)
}

/// All tags, in the order in which the file has them; a later one is told instead of an earlier one.
fn tags(reader: &mut dyn FormatReader) -> serde_json::Map<String, serde_json::Value> {
    let mut metadata = reader.metadata();
    let mut told = serde_json::Map::new();
    while let Some(revision) = metadata.current() {
        told.extend(readable(&revision.media));
        if metadata.pop().is_none() {
            break;
        }
    }
    told
}

fn readable(tags: &MetadataContainer) -> impl Iterator<Item = (String, serde_json::Value)> {
    let readable = tags.tags.iter().filter(|tag| !matches!(tag.raw.value, RawValue::Binary(_)));
    let text = |value: &RawValue| value.to_string().chars().take(TAG).collect::<String>().into();
    readable.take(TAGS).map(move |tag| (tag.raw.key.clone(), text(&tag.raw.value)))
}

#[cfg(test)]
mod tests;
