//! Sound as waves.
use super::{mix::Mix, sound};
use crate::{About, Category, Code, Convert, Engine, Failure, Input, Work, bounded::Bounded, mime, work};
use garde::Validate;
use hound::{SampleFormat, WavSpec, WavWriter};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{fs::File, io::BufWriter};
use symphonia::core::{
    audio::GenericAudioBufferRef,
    codecs::audio::AudioDecoder,
    errors::Error,
    formats::{FormatReader, Track},
    packet::Packet,
    units::Duration,
};

/// How sound becomes waves.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct AudioToWav {
    /// How many channels there are then.
    channels: Count,
    /// The bits of a sample: 16, 24 or 32.
    #[garde(custom(known))]
    #[schemars(extend("enum" = [16, 24, 32]))]
    bits: u16,
}

impl Default for AudioToWav {
    fn default() -> Self {
        Self { channels: Count::Keep, bits: 16 }
    }
}

/// How many channels a sound has.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Count {
    /// As many as before.
    Keep,
    /// One.
    Mono,
    /// Two.
    Stereo,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the check of options calls it so")]
fn known(bits: &u16, _: &()) -> garde::Result {
    match bits {
        16 | 24 | 32 => Ok(()),
        _ => Err(garde::Error::new("is none of 16, 24 and 32")),
    }
}

impl Convert for AudioToWav {
    const ABOUT: About = About {
        id: "audio-to-wav",
        name: "Audio to WAV",
        description: "Decodes sound (MP3, AAC, ALAC, FLAC, Vorbis, PCM, ADPCM) to WAV. \
                      Of files with several tracks the first is taken.",
        category: Category::Audio,
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
        ],
        produces: &[mime::WAV],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        let mut left = work.limits().output;
        for (number, file) in (0u64..).zip(&files) {
            let share = (number, files.len() as u64);
            self.convert(work, file, share, &mut left).map_err(|failure| failure.about(file.id))?;
            work.progress(number + 1, files.len() as u64);
        }
        Ok(())
    }
}

impl AudioToWav {
    fn convert(
        &self,
        work: &mut Work,
        file: &Input,
        share: (u64, u64),
        left: &mut u64,
    ) -> Result<(), Failure> {
        let mut reader = sound::open(work, file)?;
        let (track, mut decoder) = sound::decoder(reader.as_ref())?;
        let out = work.artifact(&work::renamed(&file.name, "wav"), mime::WAV)?;
        let mut waves =
            Waves { out: Some(Bounded::new(out, left)), writer: None, wanted: (self.channels, self.bits) };
        while let Some(packet) = next(reader.as_mut())? {
            if packet.track_id == track.id {
                waves.decode(decoder.as_mut(), &packet)?;
                progress(work, &track, &packet, share);
            }
        }
        waves.finish()
    }
}

fn next(reader: &mut dyn FormatReader) -> Result<Option<Packet>, Failure> {
    reader.next_packet().map_err(sound::failed)
}

/// Says how much of the track was heard: this file is one of several.
fn progress(work: &mut Work, track: &Track, packet: &Packet, (number, files): (u64, u64)) {
    let heard = packet.pts.get().saturating_sub(track.start_ts.get()).unsigned_abs();
    let all = track.duration.map_or(0, Duration::get);
    if let Some(share) = (heard.min(all) * 1000).checked_div(all) {
        work.progress(number * 1000 + share, files * 1000);
    }
}

/// Waves that are being written.
struct Waves<'a> {
    /// Where they go: taken when the first sound says what it is.
    out: Option<Bounded<'a, BufWriter<File>>>,
    writer: Option<Writer<'a>>,
    wanted: (Count, u16),
}

struct Writer<'a> {
    waves: WavWriter<Bounded<'a, BufWriter<File>>>,
    mix: Mix,
    /// The samples a second and the channels that it was begun with.
    spec: (u32, usize),
    samples: Vec<i32>,
}

impl Waves<'_> {
    fn decode(&mut self, decoder: &mut dyn AudioDecoder, packet: &Packet) -> Result<(), Failure> {
        match decoder.decode(packet) {
            Ok(sound) if sound.frames() == 0 => Ok(()),
            Ok(sound) => self.write(&sound),
            // A part that is broken is left out, as players do.
            Err(Error::DecodeError(_)) => Ok(()),
            Err(cause) => Err(sound::failed(cause)),
        }
    }

    fn write(&mut self, sound: &GenericAudioBufferRef) -> Result<(), Failure> {
        if let Some(out) = self.out.take() {
            self.writer = Some(Writer::new(out, sound, self.wanted)?);
        }
        let (_, bits) = self.wanted;
        match &mut self.writer {
            Some(writer) => writer.write(sound, bits),
            None => Ok(()),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self.writer {
            Some(writer) => writer.waves.finalize().map_err(failed),
            None => Err(Failure::broken("there is no sound in it")),
        }
    }
}

impl<'a> Writer<'a> {
    fn new(
        out: Bounded<'a, BufWriter<File>>,
        sound: &GenericAudioBufferRef,
        (wanted, bits): (Count, u16),
    ) -> Result<Self, Failure> {
        let channels = sound.spec().channels();
        let mix = match wanted {
            Count::Keep => Mix::Keep,
            Count::Mono => Mix::mono(channels.count()),
            Count::Stereo => Mix::stereo(channels),
        };
        let spec = WavSpec {
            channels: u16::try_from(mix.count(channels.count())).unwrap_or(u16::MAX),
            sample_rate: sound.spec().rate(),
            bits_per_sample: bits,
            sample_format: SampleFormat::Int,
        };
        // The head of the file says how many bytes a second has.
        let bytes = u32::from(spec.channels) * u32::from(bits / 8);
        if spec.sample_rate == 0 || spec.sample_rate.checked_mul(bytes).is_none() {
            return Err(Failure::broken(format!("it says that a second has {} samples", spec.sample_rate)));
        }
        let waves = WavWriter::new(out, spec).map_err(failed)?;
        Ok(Self { waves, mix, spec: (sound.spec().rate(), channels.count()), samples: Vec::new() })
    }

    fn write(&mut self, sound: &GenericAudioBufferRef, bits: u16) -> Result<(), Failure> {
        let spec = (sound.spec().rate(), sound.spec().channels().count());
        if spec != self.spec {
            let message = "the sound changes its channels or its sample rate on its way";
            return Err(Failure::new(Code::FileUnsupported, message));
        }
        sound.copy_to_vec_interleaved(&mut self.samples);
        let moments = self.samples.chunks_exact(spec.1.max(1));
        if bits == 16 {
            // The usual ones are put together first: one by one each would go through the whole writer.
            let count = u32::try_from(moments.len() * self.mix.count(spec.1)).unwrap_or(u32::MAX);
            let mut made = self.waves.get_i16_writer(count);
            for moment in moments {
                self.mix.moment(moment, |sample| made.write_sample(rounded(sample, bits)));
            }
            return made.flush().map_err(failed);
        }
        let mut written = Ok(());
        for moment in moments {
            self.mix.moment(moment, |sample| {
                if written.is_ok() {
                    written = self.waves.write_sample(rounded(sample, bits));
                }
            });
        }
        written.map_err(failed)
    }
}

/// A sample of 32 bits as one of fewer.
fn rounded(sample: i32, bits: u16) -> i32 {
    match bits {
        32 => sample,
        bits => sample.saturating_add(1 << (31 - bits)) >> (32 - bits),
    }
}

fn failed(cause: hound::Error) -> Failure {
    match cause {
        hound::Error::IoError(cause) => cause.into(),
        other => Failure::new(Code::ConversionFailed, format!("the waves cannot be written: {other}")),
    }
}

#[cfg(test)]
mod tests;
