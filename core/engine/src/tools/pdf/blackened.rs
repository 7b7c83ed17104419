//! Pages as pictures of themselves, without parts of them.
use super::{
    open::Pdf,
    show::{Give, one_by_one, shown},
};
use crate::{
    Code, Failure, Limits,
    tools::image::{colour::Colour, jpeg},
};
use hayro::{
    RenderCache, RenderSettings,
    hayro_interpret::InterpreterSettings,
    hayro_syntax::page::Page,
    render,
    vello_cpu::{Pixmap, color::palette::css::WHITE, kurbo::Rect},
};
use image::{DynamicImage, Rgb, RgbImage};
use lopdf::{Object, Stream, dictionary};
use std::collections::BTreeMap;

/// How good the pictures are, of 100.
const QUALITY: u8 = 90;

/// How pages become pictures.
pub struct Blackener<'a> {
    /// How many pixels an inch of them gets.
    pub dpi: f64,
    /// The colour of what is left where something was.
    pub colour: Colour,
    /// How much that may take.
    pub limits: &'a Limits,
}

impl Blackener<'_> {
    /// Pictures of the pages at these places as JPEG, without these parts of them: in points, from the upper left corner.
    pub fn pages(
        &self,
        pdf: &Pdf,
        areas: &BTreeMap<usize, Vec<Rect>>,
    ) -> Result<Vec<(usize, Picture)>, Failure> {
        let places: Vec<usize> = areas.keys().copied().collect();
        let shown = shown(pdf, &places, self.limits)?;
        let (mut made, mut next) = (Vec::new(), areas.iter());
        let draw = |give: &mut Give<'_, Pixmap>| {
            let cache = RenderCache::new();
            shown.pages().iter().try_for_each(|page| give(self.draw(page, &cache)))
        };
        one_by_one(draw, |pixels| {
            if let Some((place, areas)) = next.next() {
                made.push((*place, self.blackened(&pixels, pdf.view(*place).size(), areas)?));
            }
            Ok(())
        })?;
        Ok(made)
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded just before")]
    fn draw<'a>(&self, page: &'a Page<'a>, cache: &RenderCache<'a>) -> Result<Pixmap, Failure> {
        let (wide, high) = page.render_dimensions();
        let scale = self.dpi / 72.0;
        let side = |length: f32| (f64::from(length) * scale).round().max(1.0);
        let (width, height) = (side(wide), side(high));
        #[expect(clippy::cast_precision_loss, reason = "a limit is no more exact")]
        let most = self.limits.pixels as f64;
        if width.max(height) > f64::from(u16::MAX) || width * height > most {
            return Err(Failure::new(
                Code::TooManyPixels,
                "a page would have too many pixels: choose a lower dpi",
            ));
        }
        let settings = RenderSettings {
            x_scale: scale as f32,
            y_scale: scale as f32,
            width: Some(width as u16),
            height: Some(height as u16),
            bg_color: WHITE,
        };
        Ok(render(page, cache, &InterpreterSettings::default(), &settings))
    }

    fn blackened(&self, pixels: &Pixmap, size: (f64, f64), areas: &[Rect]) -> Result<Picture, Failure> {
        let (width, height) = (u32::from(pixels.width()), u32::from(pixels.height()));
        let plain = pixels.data().iter().flat_map(|pixel| [pixel.r, pixel.g, pixel.b]).collect();
        let broken = || Failure::new(Code::ConversionFailed, "a page could not be drawn");
        let mut plain = RgbImage::from_raw(width, height, plain).ok_or_else(broken)?;
        let scale = (f64::from(width) / size.0, f64::from(height) / size.1);
        for area in areas {
            // A pixel that is touched is taken out.
            let (left, right) = span(area.x0 * scale.0, area.x1 * scale.0, width);
            let (top, bottom) = span(area.y0 * scale.1, area.y1 * scale.1, height);
            for y in top..bottom {
                for x in left..right {
                    plain.put_pixel(x, y, Rgb(self.colour.0));
                }
            }
        }
        let grey = plain.pixels().all(|Rgb([red, green, blue])| red == green && green == blue);
        let plain = DynamicImage::from(plain);
        let plain = if grey { plain.into_luma8().into() } else { plain };
        Ok(Picture { jpeg: jpeg::encode(&plain, None, QUALITY)?, width, height, grey, size })
    }
}

/// The pixels that are touched between two places.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to what there are")]
fn span(from: f64, to: f64, most: u32) -> (u32, u32) {
    (from.floor().clamp(0.0, f64::from(most)) as u32, to.ceil().clamp(0.0, f64::from(most)) as u32)
}

/// A picture of a page.
pub struct Picture {
    jpeg: Vec<u8>,
    width: u32,
    height: u32,
    grey: bool,
    /// How large the page is, in points.
    size: (f64, f64),
}

/// Makes the page at this place one that shows a picture and nothing else.
pub fn as_page(pdf: &mut Pdf, place: usize, picture: Picture) {
    let Some(id) = pdf.pages.get(place).map(|page| page.id) else { return };
    let Picture { jpeg, width, height, grey, size: (wide, high) } = picture;
    let entries = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Image",
        "Width" => i64::from(width),
        "Height" => i64::from(height),
        "BitsPerComponent" => 8,
        "ColorSpace" => if grey { "DeviceGray" } else { "DeviceRGB" },
        "Filter" => "DCTDecode",
    };
    let image = pdf.document.add_object(Stream::new(entries, jpeg));
    let content = format!("{wide:.3} 0 0 {high:.3} 0 0 cm /Page Do");
    let content = pdf.document.add_object(Stream::new(lopdf::Dictionary::new(), content.into_bytes()));
    #[expect(clippy::cast_possible_truncation, reason = "what PDF says is no more exact")]
    let area = [0.0, 0.0, wide, high].map(|corner| Object::Real(corner as f32)).to_vec();
    let page = dictionary! {
        "Type" => "Page",
        "MediaBox" => area.clone(),
        // What pages have from above is said again: this one has none of it.
        "CropBox" => area,
        "Rotate" => 0,
        "Resources" => dictionary! { "XObject" => dictionary! { "Page" => image } },
        "Contents" => content,
    };
    pdf.document.objects.insert(id, page.into());
}
