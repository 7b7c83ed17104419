//! Animations: GIF that stays GIF.
use super::{
    encode::{GIF_SPEED, Style, fits, suited},
    open::{bounds, failure, fits as fits_limits},
};
use crate::{Code, Failure, Limits};
use image::{
    AnimationDecoder, DynamicImage, Frame, ImageDecoder,
    codecs::gif::{GifDecoder, GifEncoder, Repeat},
    metadata::LoopCount,
};
use std::io::Cursor;

/// The frames of `bytes`, each changed, as an animation again.
pub fn animate(
    bytes: &[u8],
    limits: &Limits,
    style: Style,
    change: impl Fn(DynamicImage) -> Result<DynamicImage, Failure>,
) -> Result<Vec<u8>, Failure> {
    let mut decoder = GifDecoder::new(Cursor::new(bytes)).map_err(failure)?;
    let (width, height) = decoder.dimensions();
    fits_limits(width, height, limits)?;
    decoder.set_limits(bounds(limits)).map_err(failure)?;
    let mut made = Vec::new();
    let mut encoder = GifEncoder::new_with_speed(&mut made, GIF_SPEED);
    encoder.set_repeat(repeat(decoder.loop_count())).map_err(failure)?;
    for (number, frame) in (1..).zip(decoder.into_frames()) {
        if number > limits.layers {
            let message = format!("the image has more than {} frames", limits.layers);
            return Err(Failure::new(Code::TooManyLayers, message));
        }
        let frame = frame.map_err(failure)?;
        let delay = frame.delay();
        let pixels = suited(change(frame.into_buffer().into())?, style);
        fits(&pixels, style.format)?;
        encoder.encode_frame(Frame::from_parts(pixels.into_rgba8(), 0, 0, delay)).map_err(failure)?;
    }
    drop(encoder);
    match made.is_empty() {
        true => Err(Failure::broken("it has no frame")),
        false => Ok(made),
    }
}

fn repeat(count: LoopCount) -> Repeat {
    match count {
        LoopCount::Infinite => Repeat::Infinite,
        LoopCount::Finite(times) => Repeat::Finite(u16::try_from(times.get()).unwrap_or(u16::MAX)),
    }
}
