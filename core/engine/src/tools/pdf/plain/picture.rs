//! Pictures of a page as elements of an SVG image.
use super::write_to;
use crate::tools::image::{
    rare::is_rare,
    segments::{SCAN, Segment, segments},
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use hayro::{
    hayro_interpret::{Image, ImageData, LumaData, Paint, RasterImage, StencilImage},
    hayro_syntax::object::{Array, Dict, Name},
};
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};

/// A picture that is not drawn by us.
#[derive(Debug)]
pub struct NotPlain;

/// A picture as a file.
#[derive(Debug)]
pub struct Picture {
    mime: &'static str,
    content: Vec<u8>,
    /// How large the document says that it is, in its pixels.
    size: (f64, f64),
    /// Whether its pixels are not to be seen, however large they are.
    smooth: bool,
}

impl Picture {
    /// The file of a picture; `None` where the document has none that can be read.
    pub fn of(image: &Image<'_, '_>) -> Option<Result<Self, NotPlain>> {
        match image {
            Image::Raster(picture) => jpeg(picture).map(Ok).or_else(|| pixels(picture)),
            Image::Stencil(stencil) => stencilled(stencil),
        }
    }

    /// Writes the element `name`. Where a pixel is `large`, its edges are to be seen, as readers of PDF show it.
    pub fn write(&self, out: &mut String, name: usize, large: bool) {
        let Self { mime, content, size: (width, height), smooth } = self;
        let edges = if large && !smooth { " style=\"image-rendering:pixelated\"" } else { "" };
        write_to(
            out,
            format_args!(
                "<image id=\"d{name}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\"{edges} \
                 xlink:href=\"data:{mime};base64,"
            ),
        );
        BASE64_STANDARD.encode_string(content, out);
        out.push_str("\"/>");
    }
}

/// A JPEG of plain colours, as the document has it.
fn jpeg(picture: &RasterImage<'_>) -> Option<Picture> {
    let stream = picture.stream();
    let dict = stream.dict();
    let changed = ["Decode", "DecodeParms", "Mask", "SMask", "SMaskInData"];
    if !is_jpeg(dict) || changed.iter().any(|key| dict.contains_key(key)) {
        return None;
    }
    let file = stream.raw_data();
    if colours(dict)? != colours_of(&file)? || is_rare(&file) {
        return None;
    }
    let side = |key: &str| dict.get::<u32>(key).map(f64::from);
    Some(Picture {
        mime: "image/jpeg",
        content: bare(&file)?,
        size: (side("Width")?, side("Height")?),
        smooth: dict.get::<bool>("Interpolate").unwrap_or(false),
    })
}

/// Whether a stream is a JPEG, and packed no further.
fn is_jpeg(picture: &Dict<'_>) -> bool {
    let names =
        picture.get::<Array<'_>>("Filter").map(|filters| filters.iter::<Name<'_>>().collect::<Vec<_>>());
    let names = names.unwrap_or_else(|| picture.get::<Name<'_>>("Filter").into_iter().collect());
    matches!(&names[..], [name] if &**name == b"DCTDecode")
}

/// How many colours a pixel of a picture has whose colours are those of screens.
fn colours(picture: &Dict<'_>) -> Option<u8> {
    match &*picture.get::<Name<'_>>("ColorSpace")? {
        b"DeviceGray" => Some(1),
        b"DeviceRGB" => Some(3),
        _ => None,
    }
}

/// How many colours a pixel of a JPEG has (ITU-T T.81 B.2.2), of 8 bits each.
fn colours_of(file: &[u8]) -> Option<u8> {
    segments(file).find_map(|segment| match (segment.marker, segment.content) {
        (0xc0..=0xc2, [8, _, _, _, _, count, ..]) => Some(*count),
        _ => None,
    })
}

/// A JPEG without what it says of itself: profiles and turns, which readers of PDF don't heed and those of SVG do.
/// Adobe's segment stays, which says how its colours were mixed.
fn bare(file: &[u8]) -> Option<Vec<u8>> {
    let mut bare = vec![0xff, 0xd8];
    for Segment { marker, content, at } in segments(file) {
        if matches!(marker, 0xe1..=0xed | 0xef | 0xfe) {
            continue;
        }
        bare.extend([0xff, marker]);
        bare.extend(&file[at - 2..at]);
        bare.extend(content);
        if marker == SCAN {
            bare.extend(&file[at + content.len()..]);
            return Some(bare);
        }
    }
    None
}

/// A picture by its pixels.
fn pixels(picture: &RasterImage<'_>) -> Option<Result<Picture, NotPlain>> {
    let mut made = None;
    picture.with_rgba(|image, alpha| made = Some(with_alpha(&image, alpha)), None);
    made
}

fn with_alpha(image: &ImageData, alpha: Option<LumaData>) -> Result<Picture, NotPlain> {
    let (data, count) = match image {
        ImageData::Luma(grey) => (&grey.data, 1),
        ImageData::Rgb(colours) => (&colours.data, 3),
    };
    let (width, height) = (image.width(), image.height());
    let (content, count) = match alpha {
        None => (data.clone(), count),
        Some(alpha) if (alpha.width, alpha.height) == (width, height) => {
            let both = data.chunks_exact(count).zip(&alpha.data);
            (both.flat_map(|(pixel, alpha)| pixel.iter().chain([alpha])).copied().collect(), count + 1)
        }
        Some(_) => return Err(NotPlain),
    };
    png(&content, (width, height), count, (image.scale_factors(), image.interpolate()))
}

/// A shape of pixels that is painted with a colour.
fn stencilled(stencil: &StencilImage<'_, '_>) -> Option<Result<Picture, NotPlain>> {
    let mut made = None;
    let paint = |shape: LumaData, paint: &Paint<'_>| {
        let Paint::Color(colour) = paint else {
            made = Some(Err(NotPlain));
            return;
        };
        let [red, green, blue, opacity] = colour.to_rgba().to_rgba8();
        let painted = |here: u8| if here == u8::MAX { opacity } else { 0 };
        let (content, count) = if red == green && green == blue {
            (shape.data.iter().flat_map(|here| [red, painted(*here)]).collect::<Vec<_>>(), 2)
        } else {
            (shape.data.iter().flat_map(|here| [red, green, blue, painted(*here)]).collect(), 4)
        };
        made =
            Some(png(&content, (shape.width, shape.height), count, (shape.scale_factors, shape.interpolate)));
    };
    stencil.with_stencil(paint, None);
    made
}

/// Pixels of so many bytes as a PNG.
fn png(
    pixels: &[u8],
    (width, height): (u32, u32),
    count: usize,
    ((wide, high), smooth): ((f32, f32), bool),
) -> Result<Picture, NotPlain> {
    let kind = match count {
        1 => ExtendedColorType::L8,
        2 => ExtendedColorType::La8,
        3 => ExtendedColorType::Rgb8,
        _ => ExtendedColorType::Rgba8,
    };
    let mut content = Vec::new();
    PngEncoder::new(&mut content).write_image(pixels, width, height, kind).map_err(|_| NotPlain)?;
    let size = (f64::from(width) * f64::from(wide), f64::from(height) * f64::from(high));
    Ok(Picture { mime: "image/png", content, size, smooth })
}
