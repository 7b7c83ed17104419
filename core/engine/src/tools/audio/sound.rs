//! Opening files that hold sound.
use crate::{Code, Failure, Input, Work};
use std::{fs::File, io::ErrorKind};
use symphonia::{
    core::{
        codecs::audio::{AudioDecoder, AudioDecoderOptions},
        common::Limit,
        errors::Error,
        formats::{FormatOptions, FormatReader, Track, TrackType, probe::Hint},
        io::{MediaSourceStream, MediaSourceStreamOptions},
        meta::MetadataOptions,
    },
    default,
};

/// More tags and pictures within a sound than these are left out.
const TAGS: usize = 1 << 20;

/// A container whose tracks are known.
pub fn open(work: &Work, file: &Input) -> Result<Box<dyn FormatReader>, Failure> {
    let source = Box::new(File::open(work.path(file))?);
    let stream = MediaSourceStream::new(source, MediaSourceStreamOptions::default());
    let limit = Limit::Maximum(TAGS);
    let tags = MetadataOptions::default().limit_tag_bytes(limit).limit_visual_bytes(limit);
    let reader = default::get_probe().probe(&Hint::new(), stream, FormatOptions::default(), tags);
    reader.map_err(failed)
}

/// The track that is heard first, and what decodes it.
pub fn decoder(reader: &dyn FormatReader) -> Result<(Track, Box<dyn AudioDecoder>), Failure> {
    let track = reader.default_track(TrackType::Audio);
    let track = track.ok_or_else(|| Failure::new(Code::FileUnsupported, "the file has no sound"))?;
    let sound = track.codec_params.as_ref().and_then(|codec| codec.audio());
    let sound = sound.ok_or_else(|| Failure::new(Code::FileUnsupported, "the file's sound is not known"))?;
    let decoder = default::get_codecs().make_audio_decoder(sound, &AudioDecoderOptions::default());
    Ok((track.clone(), decoder.map_err(failed)?))
}

/// What the reader's and the decoder's failures mean to customers.
pub fn failed(cause: Error) -> Failure {
    match cause {
        Error::IoError(cause) if cause.kind() == ErrorKind::UnexpectedEof => {
            Failure::broken("it is cut off, or no sound")
        }
        // That is what the readers call a file of which a part is not there.
        Error::Unsupported(cause)
            if ["missing", "no suitable format"].iter().any(|word| cause.contains(word)) =>
        {
            Failure::broken(cause)
        }
        Error::Unsupported(cause) => {
            Failure::new(Code::FileUnsupported, format!("the file's sound is of an unknown kind: {cause}"))
        }
        other => Failure::broken(other),
    }
}
