//! Pictures for tests.
use image::{
    DynamicImage, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage,
    codecs::{
        gif::{GifEncoder, Repeat},
        jpeg::JpegEncoder,
    },
};
use std::io::Cursor;

/// Something with edges and shades; the upper left corner is red.
pub fn photo(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        if x < width / 4 && y < height / 4 {
            return Rgb([220, 20, 20]);
        }
        let shade = |part: u32, of: u32| u8::try_from(part * 255 / of.max(1)).expect("a part");
        Rgb([shade(x, width) / 2, shade(y, height), if (x / 8 + y / 8) % 2 == 0 { 90 } else { 140 }])
    })
}

/// The same with its right half transparent.
pub fn half(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| {
        let Rgb([red, green, blue]) = *photo(width, height).get_pixel(x, y);
        if x < width / 2 { Rgba([red, green, blue, 255]) } else { Rgba([0, 0, 0, 0]) }
    })
}

/// A picture in a format.
pub fn written(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    picture.into().write_to(&mut out, format).expect("a picture");
    out.into_inner()
}

/// A photo that is to be turned (CIPA DC-008 section 4.6.4, Orientation).
pub fn turned_photo(width: u32, height: u32, orientation: u8) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut out, 95);
    let exif =
        [b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".as_slice(), &[orientation, 0, 0, 0], &[0; 4]];
    encoder.set_exif_metadata(exif.concat()).expect("JPEG has it");
    encoder.encode_image(&photo(width, height)).expect("a photo");
    out
}

/// An animation of so many frames, each of one colour.
pub fn animation(frames: u8) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = GifEncoder::new(&mut out);
    encoder.set_repeat(Repeat::Infinite).expect("GIF has it");
    for frame in 0..frames {
        let pixels = RgbaImage::from_pixel(24, 16, Rgba([frame.wrapping_mul(40), 100, 200, 255]));
        encoder.encode_frame(image::Frame::new(pixels)).expect("a frame");
    }
    drop(encoder);
    out
}

/// A WebP that says to be an animation, of one frame (RFC 9649 section 2.7.1).
pub fn moving_webp(picture: &RgbImage) -> Vec<u8> {
    let still = written(picture.clone(), ImageFormat::WebP);
    let bytes = |length: u32| (length - 1).to_le_bytes()[..3].to_vec();
    let size = [bytes(picture.width()), bytes(picture.height())].concat();
    let frame = [&[0; 6], size.as_slice(), &[40, 0, 0, 0], &still[12..]].concat();
    let chunk = |name: &[u8; 4], content: &[u8]| {
        [name.as_slice(), &u32::try_from(content.len()).expect("small").to_le_bytes(), content].concat()
    };
    let head = chunk(b"VP8X", &[&[0x02, 0, 0, 0], size.as_slice()].concat());
    let chunks = [b"WEBP".to_vec(), head, chunk(b"ANIM", &[0; 6]), chunk(b"ANMF", &frame)].concat();
    chunk(b"RIFF", &chunks)
}

/// The head of a PNG that says to be so large, with nothing after it.
pub fn empty_png(width: u32, height: u32) -> Vec<u8> {
    let mut png = written(photo(1, 1), ImageFormat::Png);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let checksum = png[12..29].iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    });
    png[29..33].copy_from_slice(&(!checksum).to_be_bytes());
    png
}

/// The mean square error between two pictures of the same size.
pub fn error(one: &DynamicImage, other: &DynamicImage) -> u64 {
    let (one, other) = (one.to_rgba8(), other.to_rgba8());
    assert_eq!(one.dimensions(), other.dimensions());
    let sum: u64 = one.iter().zip(other.iter()).map(|(a, b)| u64::from(a.abs_diff(*b)).pow(2)).sum();
    sum / one.len() as u64
}
