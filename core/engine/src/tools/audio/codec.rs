//! What codecs are called.
use symphonia::{
    core::codecs::{
        CodecParameters,
        audio::{AudioCodecId, well_known as audio},
        video::{VideoCodecId, well_known as video},
    },
    default,
};

/// The name of a track's codec.
pub fn name(codec: &CodecParameters) -> String {
    match codec {
        CodecParameters::Audio(codec) => of_sound(codec.codec),
        CodecParameters::Video(codec) => of_pictures(codec.codec).to_owned(),
        _ => "unknown".to_owned(),
    }
}

fn of_sound(codec: AudioCodecId) -> String {
    let known = default::get_codecs().get_audio_decoder(codec).map(|decoder| decoder.codec.info.short_name);
    let other = match codec {
        audio::CODEC_ID_OPUS => "opus",
        audio::CODEC_ID_AC3 => "ac3",
        audio::CODEC_ID_EAC3 => "eac3",
        audio::CODEC_ID_DCA => "dts",
        audio::CODEC_ID_MP1 => "mp1",
        audio::CODEC_ID_MP2 => "mp2",
        audio::CODEC_ID_SPEEX => "speex",
        audio::CODEC_ID_TRUEHD => "truehd",
        _ => "unknown",
    };
    known.unwrap_or(other).to_owned()
}

const fn of_pictures(codec: VideoCodecId) -> &'static str {
    match codec {
        video::CODEC_ID_H264 => "h264",
        video::CODEC_ID_HEVC => "hevc",
        video::CODEC_ID_VVC => "vvc",
        video::CODEC_ID_AV1 => "av1",
        video::CODEC_ID_VP8 => "vp8",
        video::CODEC_ID_VP9 => "vp9",
        video::CODEC_ID_THEORA => "theora",
        video::CODEC_ID_MJPEG => "mjpeg",
        video::CODEC_ID_MPEG1 => "mpeg1",
        video::CODEC_ID_MPEG2 => "mpeg2",
        video::CODEC_ID_MPEG4 => "mpeg4",
        video::CODEC_ID_H263 => "h263",
        _ => "unknown",
    }
}
