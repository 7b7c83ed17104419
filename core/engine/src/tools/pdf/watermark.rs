//! A watermark on the pages of a PDF document: a text or a picture.
use super::{
    PDF,
    assemble::save,
    drawn,
    in_place::whole,
    number_pages::one_line,
    open::{Pdf, open},
    pages::Pages,
    shown::{MILLIMETRE, View},
    stamp::{Drawing, Layer, Stamp},
};
use crate::{
    About, Category, Code, Convert, Engine, Failure, Limits, Work,
    tools::{
        apart::apart,
        image::{colour::Colour, embedded::embedded, position::Position},
    },
};
use garde::Validate;
use hayro::vello_cpu::kurbo::{Affine, Rect};
use lopdf::Document;
use schemars::JsonSchema;
use serde::Deserialize;

/// The size of the letters before the text is made as large as it is to be, in points.
const LETTERS: f32 = 72.0;
/// How far texts are turned unless it is said: so they rise.
const RISING: i16 = -45;

/// What the watermark is, and where it lies.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct PdfWatermark {
    /// The text; left out where the second file is a picture.
    #[garde(inner(length(chars, min = 1, max = 100)), inner(custom(one_line)))]
    #[schemars(length(min = 1, max = 100))]
    text: Option<String>,
    /// How much of it covers what is below, in percent.
    #[garde(range(min = 1, max = 100))]
    opacity: u8,
    /// How far it is turned to the right, in degrees; unless said a text rises (-45), and a picture is upright.
    #[garde(range(min = -180, max = 180))]
    angle: Option<i16>,
    /// How much of a page's width and height it takes at most, in percent.
    #[garde(range(min = 1, max = 100))]
    scale: u8,
    /// Where on the page it lies.
    position: Position,
    /// How far from the sides it lies, in millimetres.
    #[garde(range(min = 0.0, max = 100.0))]
    margin: f64,
    /// The colour of the text.
    colour: Colour,
    /// Whether it lies above what the page shows, or below it.
    layer: Layer,
    /// Which pages: numbers from 1 like `1-3,7,10-`; all unless said.
    pages: Pages,
}

impl Default for PdfWatermark {
    fn default() -> Self {
        Self {
            text: None,
            opacity: 30,
            angle: None,
            scale: 60,
            position: Position::Center,
            margin: 0.0,
            colour: Colour([128; 3]),
            layer: Layer::Above,
            pages: Pages::all(),
        }
    }
}

impl Convert for PdfWatermark {
    const ABOUT: About = About {
        id: "pdf-watermark",
        name: "Watermark a PDF document",
        description: "Draws a text, or a picture that comes as a second file, on the pages of a PDF document: above \
                      what they show or below it, as transparent and turned as is told. All that is there stays: \
                      forms, bookmarks, links; who can edit the document can take the watermark off. A signature \
                      is no longer valid. Latin, Greek and Cyrillic letters are known, and others where the server has \
                      fonts for them.",
        category: Category::Document,
        accepts: &[
            PDF,
            "image/png",
            "image/jpeg",
            "image/webp",
            "image/gif",
            "image/tiff",
            "image/bmp",
            "image/jxl",
            "image/vnd.adobe.photoshop",
        ],
        produces: &[PDF],
        files: (1, 2),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let limits = *work.limits();
        let files = work.files().to_vec();
        let (Some(file), picture) = (files.first(), files.get(1)) else { return Ok(()) };
        let mark = match (&self.text, picture) {
            (Some(text), None) => drawn::texts(std::slice::from_ref(text), LETTERS, self.colour)?,
            (None, Some(picture)) => {
                let bytes = work.read(picture)?;
                let image =
                    embedded(picture, &bytes, &limits).map_err(|failure| failure.about(picture.id))?;
                drawn::picture(image)?
            }
            (Some(_), Some(_)) => return Err(refused("a text and a picture do not go together")),
            (None, None) => return Err(refused("a text is needed, or a picture as the second file")),
        };
        let bytes = work.read(file)?;
        work.progress(1, 3);
        let marked = apart(|| self.marked(open(&bytes, &limits)?, &mark, &limits));
        let mut marked = marked.map_err(|failure| failure.about(file.id))?;
        work.progress(2, 3);
        save(&mut marked, &mut work.artifact(&file.name, PDF)?)
    }
}

fn refused(message: &str) -> Failure {
    Failure::new(Code::OptionsDoNotFit, message)
}

impl PdfWatermark {
    fn marked(&self, mut pdf: Pdf, mark: &[u8], limits: &Limits) -> Result<Document, Failure> {
        let places = self.pages.places(pdf.pages.len())?;
        pdf.part_pages();
        let stamps = pdf.stamps(mark, limits)?;
        let Some(stamp) = stamps.first() else { return Ok(whole(pdf)) };
        for place in places {
            let at = self.at(&pdf.view(place), stamp);
            let opacity = f32::from(self.opacity) / 100.0;
            pdf.draw(place, &[Drawing { opacity, ..Drawing::new(stamp.form, at) }], self.layer)?;
        }
        Ok(whole(pdf))
    }

    /// Leads from the mark to a page: what it is turned to fits into its part of the page.
    fn at(&self, view: &View, stamp: &Stamp) -> Affine {
        let angle = f64::from(self.angle.unwrap_or(if self.text.is_some() { RISING } else { 0 }));
        let turned = |(wide, high): (f64, f64)| {
            let bounds =
                Affine::rotate(angle.to_radians()).transform_rect_bbox(Rect::new(0.0, 0.0, wide, high));
            (bounds.width(), bounds.height())
        };
        let (size, bounds) = (view.size(), turned(stamp.size));
        let share = f64::from(self.scale) / 100.0;
        let room = |side: f64| (side - 2.0 * self.margin * MILLIMETRE).max(1.0).min(side * share);
        let scale = (room(size.0) / bounds.0).min(room(size.1) / bounds.1);
        let (wide, high) = (stamp.size.0 * scale, stamp.size.1 * scale);
        let bounds = (bounds.0 * scale, bounds.1 * scale);
        let (left, top) = self.position.place(size, bounds, self.margin * MILLIMETRE);
        let at = (left + (bounds.0 - wide) / 2.0, top + (bounds.1 - high) / 2.0);
        view.put((wide, high), at, angle) * Affine::scale(scale)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawn, four_pages};
    use crate::{Code, stage::convert, tool};
    use image::{ImageFormat, Rgb, RgbImage};
    use serde_json::{Value, json};
    use std::io::Cursor;

    fn png() -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        RgbImage::from_pixel(20, 10, Rgb([250, 0, 0]))
            .write_to(&mut out, ImageFormat::Png)
            .expect("a picture");
        out.into_inner()
    }

    fn marked(options: Value, second: Option<&[u8]>) -> Result<Vec<u8>, Code> {
        let pdf = four_pages();
        let mut files = vec![("a.pdf", "application/pdf", pdf.as_slice())];
        files.extend(second.map(|content| ("b.png", "image/png", content)));
        let made = convert("pdf-watermark", options, &files);
        made.map(|mut made| made.remove(0).2).map_err(|failure| failure.code)
    }

    fn reds(options: Value, second: Option<&[u8]>) -> Vec<u8> {
        drawn(&marked(options, second).expect("a document")).into_iter().map(|page| page.2).collect()
    }

    #[test]
    fn a_picture_lies_on_pages() {
        let options = json!({ "scale": 80, "position": "top-left", "opacity": 100, "pages": "1,3" });
        assert_eq!(reds(options, Some(&png())), [250, 100, 250, 200]);
        let options = json!({ "scale": 80, "position": "top-left", "opacity": 50, "pages": "1" });
        let half = reds(options, Some(&png()))[0];
        assert!((148..=152).contains(&half), "{half}");
        let options = json!({ "scale": 50, "position": "bottom-right", "opacity": 100 });
        assert_eq!(reds(options, Some(&png())), [50, 100, 150, 200]);
        // The pages are painted all over.
        let options = json!({ "scale": 100, "layer": "below", "opacity": 100 });
        assert_eq!(reds(options, Some(&png())), [50, 100, 150, 200]);
    }

    #[test]
    fn a_text_lies_on_pages() {
        let options = json!({ "text": "Draft", "colour": "#0000ff" });
        let made = marked(options, None).expect("a document");
        let text = convert("pdf-to-text", json!({}), &[("a.pdf", "application/pdf", &made)]).expect("a text");
        assert_eq!(String::from_utf8_lossy(&text[0].2).matches("Draft").count(), 4);
        let options = json!({ "text": "█████", "colour": "#ff0000", "opacity": 100, "scale": 100, "angle": 0, "position": "top" });
        assert_eq!(reds(options, None)[..2], [255, 255]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(marked(json!({}), None), Err(Code::OptionsDoNotFit));
        assert_eq!(marked(json!({ "text": "a" }), Some(&png())), Err(Code::OptionsDoNotFit));
        assert_eq!(marked(json!({}), Some(b"no picture")), Err(Code::FileTypeMismatch));
        assert_eq!(marked(json!({ "text": "a", "pages": "9" }), None), Err(Code::OptionsDoNotFit));
        let tool = tool("pdf-watermark").expect("a tool");
        for refused in [
            json!({ "text": "" }),
            json!({ "text": "a\tb" }),
            json!({ "opacity": 0 }),
            json!({ "opacity": 101 }),
            json!({ "angle": 181 }),
            json!({ "scale": 0 }),
            json!({ "margin": 101 }),
            json!({ "layer": "between" }),
        ] {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
    }
}
