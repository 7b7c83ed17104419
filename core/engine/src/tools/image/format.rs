//! The formats that pictures are made in.
use super::{jxl::is_jxl, psd::is_psd};
use image::ImageFormat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// PNG: exact, with transparency.
    Png,
    /// JPEG: small photos, without transparency.
    Jpeg,
    /// WebP: small photos and drawings, with transparency.
    Webp,
    /// GIF: 256 colours, with frames.
    Gif,
    /// TIFF: exact, for print.
    Tiff,
    /// BMP: exact and large.
    Bmp,
    /// AVIF: the smallest photos, with transparency.
    Avif,
    /// JPEG XL: exact and smaller than PNG, with transparency.
    Jxl,
    /// ICO: icons of programs and web sites, of at most 256 pixels, in several sizes.
    Ico,
    /// PSD: with layers, for Photoshop. It is read, and never written: no option can say it.
    #[serde(skip)]
    Psd,
}

impl Format {
    /// The format that a changed picture of this one is written in, where none is asked for.
    pub fn written(self) -> Self {
        if self == Self::Psd { Self::Png } else { self }
    }

    /// The format that a file begins like; AVIF is made but not read.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if is_jxl(bytes) {
            return Some(Self::Jxl);
        }
        if is_psd(bytes) {
            return Some(Self::Psd);
        }
        match image::guess_format(bytes).ok()? {
            ImageFormat::Png => Some(Self::Png),
            ImageFormat::Jpeg => Some(Self::Jpeg),
            ImageFormat::WebP => Some(Self::Webp),
            ImageFormat::Gif => Some(Self::Gif),
            ImageFormat::Tiff => Some(Self::Tiff),
            ImageFormat::Bmp => Some(Self::Bmp),
            ImageFormat::Ico => Some(Self::Ico),
            _ => None,
        }
    }

    /// What the crate that reads it calls it, if it knows it.
    pub const fn reader(self) -> Option<ImageFormat> {
        Some(match self {
            Self::Png => ImageFormat::Png,
            Self::Jpeg => ImageFormat::Jpeg,
            Self::Webp => ImageFormat::WebP,
            Self::Gif => ImageFormat::Gif,
            Self::Tiff => ImageFormat::Tiff,
            Self::Bmp => ImageFormat::Bmp,
            Self::Avif => ImageFormat::Avif,
            Self::Ico => ImageFormat::Ico,
            Self::Jxl | Self::Psd => return None,
        })
    }

    /// Its type (RFC 6838).
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
            Self::Tiff => "image/tiff",
            Self::Bmp => "image/bmp",
            Self::Avif => "image/avif",
            Self::Jxl => "image/jxl",
            Self::Ico => "image/vnd.microsoft.icon",
            Self::Psd => "image/vnd.adobe.photoshop",
        }
    }

    /// How its files' names end.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Webp => "webp",
            Self::Gif => "gif",
            Self::Tiff => "tiff",
            Self::Bmp => "bmp",
            Self::Avif => "avif",
            Self::Jxl => "jxl",
            Self::Ico => "ico",
            Self::Psd => "psd",
        }
    }

    /// The widest and highest that it can say; what is to be an icon is made smaller.
    pub const fn longest_side(self) -> u32 {
        match self {
            Self::Webp => 16_383,
            Self::Jpeg | Self::Gif | Self::Avif => 65_535,
            Self::Png | Self::Tiff | Self::Bmp | Self::Jxl | Self::Ico | Self::Psd => i32::MAX as u32,
        }
    }
}
