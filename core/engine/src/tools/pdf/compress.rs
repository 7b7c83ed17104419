//! PDF documents that are smaller.
use super::{
    PDF,
    assemble::save,
    in_place::whole,
    open::{Pdf, open},
    packing::{merged, tighter},
    pictures::{Wanted, smaller},
    placed::placed,
};
use crate::{About, Category, Convert, Engine, Failure, Limits, Work, tools::apart::apart};
use garde::Validate;
use lopdf::{Document, Object, ObjectId, Stream};
use schemars::JsonSchema;
use serde::Deserialize;
use std::{collections::HashMap, io::Write as _};

/// How much may be lost.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct PdfCompress {
    /// How good pictures shall be, of 100; nothing of them is lost at 100.
    #[garde(range(min = 1, max = 100))]
    quality: u8,
    /// How many pixels of an inch pictures keep at most, as large as they are shown.
    #[garde(range(min = 36, max = 1200))]
    dpi: u16,
}

impl Default for PdfCompress {
    fn default() -> Self {
        Self { quality: 75, dpi: 150 }
    }
}

impl Convert for PdfCompress {
    const ABOUT: About = About {
        id: "pdf-compress",
        name: "Compress PDF documents",
        description: "Makes PDF documents smaller: photos become JPEG with fewer pixels where that is smaller, all else \
                      is packed again without a loss, and what nothing refers to is left out. Texts, forms, \
                      bookmarks and links stay; a signature is no longer valid. A document that would not get \
                      smaller is given back as it was.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let (files, limits) = (work.files().to_vec(), *work.limits());
        let all = files.len() as u64;
        for (done, file) in (0..).zip(&files) {
            let bytes = work.read(file)?;
            work.progress(2 * done + 1, 2 * all);
            let made = apart(|| self.compressed(open(&bytes, &limits)?, &limits));
            let made = made.map_err(|failure| failure.about(file.id))?;
            let kept = if made.len() < bytes.len() { &made } else { &bytes };
            work.artifact(&file.name, PDF)?.write_all(kept)?;
            work.progress(2 * done + 2, 2 * all);
        }
        Ok(())
    }
}

impl PdfCompress {
    fn compressed(&self, mut pdf: Pdf, limits: &Limits) -> Result<Vec<u8>, Failure> {
        let sizes = placed(&pdf).unwrap_or_default();
        pdf.document.prune_objects();
        let ids: Vec<_> = pdf.document.objects.keys().copied().collect();
        for id in ids {
            let Ok(stream) = pdf.document.get_object(id).and_then(Object::as_stream) else { continue };
            if let Some(made) = self.made(&pdf.document, id, stream, &sizes, (pdf.unpacked, limits))? {
                pdf.document.objects.insert(id, made.into());
            }
        }
        merged(&mut pdf.document);
        let mut made = Vec::new();
        save(&mut whole(pdf), &mut made)?;
        Ok(made)
    }

    /// The smallest of what can be made of a stream, if any of it is smaller than the stream is.
    fn made(
        &self,
        document: &Document,
        id: ObjectId,
        stream: &Stream,
        sizes: &HashMap<ObjectId, (f64, f64)>,
        (unpacked, limits): (usize, &Limits),
    ) -> Result<Option<Stream>, Failure> {
        let packed = tighter(stream, unpacked)?;
        if self.quality == 100 {
            return Ok(packed);
        }
        let wanted = Wanted { quality: self.quality, dpi: f64::from(self.dpi) };
        let least = packed.as_ref().unwrap_or(stream);
        let picture = smaller(document, stream, sizes.get(&id).copied(), wanted, limits);
        Ok(picture.filter(|picture| picture.content.len() < least.content.len()).or(packed))
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawn, four_pages, one_page};
    use crate::{Code, stage::convert, tool};
    use image::{Rgb, RgbImage};
    use lopdf::{Document, Object, Stream, dictionary};
    use serde_json::{Value, json};

    fn compressed(options: Value, content: &[u8]) -> Result<Vec<u8>, Code> {
        let made = convert("pdf-compress", options, &[("a.pdf", "application/pdf", content)]);
        made.map(|mut made| made.remove(0).2).map_err(|failure| failure.code)
    }

    /// A page of 100 × 100 that shows a photo of 800 × 800 all over, and has another that nothing shows.
    fn photo(entries: &[(&str, Object)]) -> Vec<u8> {
        let shade = |x: u32, y: u32| u8::try_from((x * y / 7 + x) % 50 + x / 8).expect("a shade");
        let pixels = RgbImage::from_fn(800, 800, |x, y| Rgb([180, shade(x, y), shade(y, x)]));
        let mut document =
            Document::load_mem(&one_page("q 100 0 0 100 0 0 cm /X Do Q", &[])).expect("a document");
        let mut entries_of = dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "Width" => 800, "Height" => 800, "BitsPerComponent" => 8,
            "ColorSpace" => "DeviceRGB",
        };
        for (key, value) in entries {
            entries_of.set(*key, value.clone());
        }
        document.objects.insert((5, 0), Stream::new(entries_of.clone(), pixels.to_vec()).into());
        document.objects.insert((6, 0), Stream::new(entries_of, vec![0; 9000]).into());
        document.max_id = 6;
        let mut out = Vec::new();
        document.save_to(&mut out).expect("a document");
        out
    }

    fn picture(content: &[u8]) -> (i64, Vec<u8>) {
        let made = Document::load_mem(content).expect("a document");
        let mut streams = made.objects.values().filter_map(|object| object.as_stream().ok());
        let picture = streams.find(|stream| stream.dict.has(b"Width")).expect("a picture");
        let filter = picture.dict.get(b"Filter").and_then(Object::as_name).expect("a filter");
        (picture.dict.get(b"Width").and_then(Object::as_i64).expect("a number"), filter.to_vec())
    }

    #[test]
    fn photos_keep_what_is_seen() {
        let given = photo(&[]);
        let made = compressed(json!({ "dpi": 144 }), &given).expect("a document");
        assert_eq!(picture(&made), (200, b"DCTDecode".to_vec()));
        assert!(made.len() * 50 < given.len(), "{} of {}", made.len(), given.len());
        let (wide, high, red) = drawn(&made)[0];
        assert!((wide, high) == (100, 100) && red.abs_diff(180) < 6, "{red}");
        let fine = compressed(json!({ "dpi": 1200 }), &given).expect("a document");
        assert_eq!(picture(&fine), (800, b"DCTDecode".to_vec()));
        let exact = compressed(json!({ "quality": 100 }), &given).expect("a document");
        assert_eq!(picture(&exact), (800, b"FlateDecode".to_vec()));
        assert_eq!(drawn(&exact), [(100, 100, 180)]);
    }

    #[test]
    fn what_colours_mean_is_not_lost() {
        let by_colour: Vec<Object> = [180, 180, 0, 5, 0, 5].map(Object::Integer).to_vec();
        for entry in
            [("Mask", by_colour.into()), ("Decode", [1, 0, 1, 0, 1, 0].map(Object::Integer).to_vec().into())]
        {
            let made = compressed(json!({}), &photo(&[entry])).expect("a document");
            assert_eq!(picture(&made), (800, b"FlateDecode".to_vec()));
        }
    }

    #[test]
    fn nothing_gets_larger_and_nothing_is_lost() {
        let once = compressed(json!({}), &four_pages()).expect("a document");
        assert!(once.len() < four_pages().len());
        let seen = |pdf: &[u8]| drawn(pdf).into_iter().map(|page| page.2).collect::<Vec<_>>();
        assert_eq!(seen(&once), [50, 100, 150, 200]);
        let read = Document::load_mem(&once).expect("a document");
        assert!(read.catalog().expect("a catalog").has(b"Outlines"), "bookmarks stay");
        let twice = compressed(json!({}), &once).expect("a document");
        assert!(twice.len() <= once.len());
        assert_eq!(compressed(json!({}), &twice), Ok(twice));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let tool = tool("pdf-compress").expect("a tool");
        for refused in
            [json!({ "quality": 0 }), json!({ "quality": 101 }), json!({ "dpi": 35 }), json!({ "dpi": 1201 })]
        {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
    }
}
