//! Sound: decoded to waves, and told about.
pub mod audio_to_wav;
pub mod media_probe;

mod codec;
mod mix;
mod sound;
