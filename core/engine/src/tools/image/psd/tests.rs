//! Documents of Photoshop, written by hand.
use super::{
    super::samples::{half, photo},
    *,
};
use crate::{stage::convert, tool};
use serde_json::json;

/// A document, part by part.
struct Written {
    version: u16,
    channels: u16,
    size: (u32, u32),
    depth: u16,
    mode: u16,
    palette: Vec<u8>,
    resources: Vec<u8>,
    layers: Vec<u8>,
}

impl Written {
    fn new(mode: u16, channels: u16, depth: u16, size: (u32, u32)) -> Self {
        let (version, palette, resources, layers) = (1, Vec::new(), Vec::new(), Vec::new());
        Self { version, channels, size, depth, mode, palette, resources, layers }
    }

    fn length(&self, length: usize) -> Vec<u8> {
        match self.version {
            1 => u32::try_from(length).expect("short").to_be_bytes().to_vec(),
            _ => (length as u64).to_be_bytes().to_vec(),
        }
    }

    /// With these channels as they are.
    fn raw(&self, channels: &[u8]) -> Vec<u8> {
        [&self.before()[..], &[0, 0], channels].concat()
    }

    /// With each row packed, as far as it can be said so.
    fn packed(&self, channels: &[u8]) -> Vec<u8> {
        let row = (self.size.0 as usize * usize::from(self.depth)).div_ceil(8);
        let rows: Vec<_> = channels.chunks(row).map(packed).collect();
        let lengths = rows.iter().flat_map(|row| match self.version {
            1 => u16::try_from(row.len()).expect("short").to_be_bytes().to_vec(),
            _ => u32::try_from(row.len()).expect("short").to_be_bytes().to_vec(),
        });
        [&self.before()[..], &[0, 1], &lengths.collect::<Vec<_>>(), &rows.concat()].concat()
    }

    fn before(&self) -> Vec<u8> {
        let parts: [&[u8]; 7] = [
            b"8BPS",
            &self.version.to_be_bytes(),
            &[0; 6],
            &self.channels.to_be_bytes(),
            &[self.size.1.to_be_bytes(), self.size.0.to_be_bytes()].concat(),
            &self.depth.to_be_bytes(),
            &self.mode.to_be_bytes(),
        ];
        let short =
            |part: &[u8]| [&u32::try_from(part.len()).expect("short").to_be_bytes()[..], part].concat();
        let layers = [&self.length(self.layers.len())[..], &self.layers].concat();
        [&parts.concat()[..], &short(&self.palette), &short(&self.resources), &layers].concat()
    }

    /// Layers that are counted so; nobody reads them.
    fn counted(mut self, count: i16) -> Self {
        self.layers = [&self.length(4)[..], &count.to_be_bytes(), &[0; 2], &[0; 4]].concat();
        self
    }

    fn resource(mut self, id: u16, name: &str, content: &[u8]) -> Self {
        self.resources.extend(b"8BIM");
        self.resources.extend(id.to_be_bytes());
        self.resources.push(u8::try_from(name.len()).expect("short"));
        self.resources.extend(name.bytes());
        self.resources.resize(self.resources.len().next_multiple_of(2), 0);
        self.resources.extend(u32::try_from(content.len()).expect("short").to_be_bytes());
        self.resources.extend(content);
        self.resources.resize(self.resources.len().next_multiple_of(2), 0);
        self
    }
}

/// Runs of one byte as such, a filler, and all else as it is.
fn packed(row: &[u8]) -> Vec<u8> {
    let mut out = vec![128];
    for run in row.chunk_by(|one, other| one == other) {
        for part in run.chunks(128) {
            match part.len() {
                1 => out.extend([0, part[0]]),
                count => out.extend([u8::try_from(257 - count).expect("a byte"), part[0]]),
            }
        }
    }
    out
}

/// The samples of each channel, one channel after the other.
fn planes(pixels: &[u8], channels: usize) -> Vec<u8> {
    (0..channels).flat_map(|channel| pixels.iter().skip(channel).step_by(channels).copied()).collect()
}

fn opened(file: &[u8]) -> Result<DynamicImage, (Code, String)> {
    let picture = open(file, &Limits::default()).map_err(|failure| (failure.code, failure.message))?;
    Ok(picture.pixels)
}

#[test]
fn the_whole_is_shown() {
    let colours = photo(21, 13);
    let grey = DynamicImage::from(colours.clone()).to_luma8();
    let wide = DynamicImage::from(colours.clone()).to_rgb16();
    let planes_of = planes(&colours, 3);
    let bytes: Vec<u8> = planes_of.iter().flat_map(|byte| [*byte, *byte]).collect();
    for version in [1, 2] {
        let of = |mode, channels, depth| Written { version, ..Written::new(mode, channels, depth, (21, 13)) };
        for file in [of(3, 3, 8).raw(&planes_of), of(3, 3, 8).packed(&planes_of)] {
            assert_eq!(opened(&file), Ok(colours.clone().into()));
        }
        for file in [of(3, 3, 16).raw(&bytes), of(3, 3, 16).packed(&bytes)] {
            assert_eq!(opened(&file), Ok(wide.clone().into()));
        }
        for mode in [1, 8] {
            assert_eq!(opened(&of(mode, 1, 8).packed(&grey)), Ok(grey.clone().into()));
        }
    }
}

#[test]
fn a_palette_and_bits_are_colours() {
    let palette: Vec<u8> = (0..=u8::MAX).cycle().step_by(7).take(768).collect();
    let colour = |place: usize| [0, 256, 512].map(|part| palette[part + place]);
    let expected = [colour(0), colour(9)].concat();
    let of = Written { palette, ..Written::new(2, 1, 8, (2, 1)) };
    let shown = opened(&of.raw(&[0, 9])).expect("a picture").into_rgb8();
    assert_eq!(shown.as_raw()[..], expected);
    let bits = Written::new(0, 1, 1, (10, 2)).packed(&[0b1010_0000, 0b0100_0000, 0, 0b1100_0000]);
    let shown = opened(&bits).expect("a picture").into_luma8();
    assert_eq!(shown.as_raw()[..10], [0, 255, 0, 255, 255, 255, 255, 255, 255, 0]);
    assert_eq!(shown.as_raw()[10..], [255, 255, 255, 255, 255, 255, 255, 255, 0, 0]);
}

#[test]
fn ink_takes_light() {
    // Nothing, cyan, black, and half of both.
    let light = [[255; 4], [0, 255, 255, 255], [255, 255, 255, 0], [127, 255, 255, 127]].concat();
    let file = Written::new(4, 4, 8, (4, 1)).raw(&planes(&light, 4));
    let shown = opened(&file).expect("a picture");
    assert_eq!(shown.into_rgb8().as_raw()[..], [255, 255, 255, 0, 255, 255, 0, 0, 0, 63, 127, 127]);
}

#[test]
fn what_is_clear_stays_clear() {
    // Red, half of it on white, and nothing.
    let laid = [[255, 0, 0, 255], [255, 127, 127, 128], [255, 255, 255, 0]].concat();
    let of = || Written::new(3, 4, 8, (3, 1));
    let shown = opened(&of().counted(-2).raw(&planes(&laid, 4))).expect("a picture");
    let expected = [[255, 0, 0, 255], [255, 0, 0, 128], [255, 255, 255, 0]].concat();
    assert_eq!(shown.as_rgba8().expect("four samples").as_raw()[..], expected);
    // Another channel is something that was selected once.
    let opaque = opened(&of().counted(2).raw(&planes(&laid, 4))).expect("a picture");
    assert_eq!(opaque.as_rgb8().map(|pixels| pixels.as_raw().len()), Some(9));
    // With 16 bits it is said further behind.
    let tagged = |key: &[u8], content: &[u8]| {
        let length = u32::try_from(content.len()).expect("short").to_be_bytes();
        let mut tagged = [b"8BIM", key, &length, content].concat();
        tagged.resize(tagged.len().next_multiple_of(4), 0);
        tagged
    };
    for tag in [tagged(b"Mt16", &[]), tagged(b"Lr16", &[0xff, 0xff])] {
        let mut of = Written { depth: 16, ..of() };
        of.layers = [&[0; 8][..], &tagged(b"Patt", &[1]), &tag].concat();
        let wide: Vec<u8> = planes(&laid, 4).iter().flat_map(|byte| [*byte, *byte]).collect();
        let shown = opened(&of.raw(&wide)).expect("a picture");
        assert!(matches!(shown, DynamicImage::ImageRgba16(_)), "{shown:?}");
        assert_eq!(shown.to_rgba8().as_raw()[..4], [255, 0, 0, 255]);
    }
    let grey = Written::new(1, 2, 8, (1, 1)).counted(-1).raw(&[227, 128]);
    assert_eq!(
        opened(&grey).expect("a picture").as_luma_alpha8().map(|one| one.as_raw().clone()),
        Some(vec![199, 128])
    );
    let inks = Written::new(4, 5, 8, (1, 1)).counted(-1).raw(&[0, 255, 255, 255, 255]);
    assert_eq!(opened(&inks).expect("a picture").to_rgba8().as_raw()[..], [0, 255, 255, 255]);
}

#[test]
fn what_its_colours_mean_is_kept() {
    let of = Written::new(3, 3, 8, (1, 1)).resource(1000, "odd", &[1]).resource(1039, "", b"a profile");
    let picture = open(&of.raw(&[1, 2, 3]), &Limits::default()).expect("a picture");
    assert_eq!(picture.profile.as_deref(), Some(&b"a profile"[..]));
    let inks = Written::new(4, 4, 8, (1, 1)).resource(1039, "", b"a profile");
    assert_eq!(open(&inks.raw(&[1; 4]), &Limits::default()).expect("a picture").profile, None);
}

#[test]
fn what_cannot_be_shown_says_why() {
    let limits = Limits { pixels: 99, ..Limits::default() };
    let refused = |file: &[u8]| open(file, &limits).err().map(|failure| failure.code);
    for (mode, channels, depth) in [(9, 3, 8), (7, 4, 8), (3, 3, 32), (1, 1, 32)] {
        let file = Written::new(mode, channels, depth, (1, 1)).raw(&[0; 16]);
        assert_eq!(refused(&file), Some(Code::FileUnsupported), "{mode}");
    }
    let without = Written::new(3, 3, 8, (1, 1)).resource(1057, "", &[0, 0, 0, 1, 0]).raw(&[1; 3]);
    assert_eq!(refused(&without), Some(Code::FileUnsupported));
    let with = Written::new(3, 3, 8, (1, 1)).resource(1057, "", &[0, 0, 0, 1, 1]).raw(&[1; 3]);
    assert_eq!(refused(&with), None);
    for file in [
        Written::new(3, 2, 8, (1, 1)).raw(&[0; 9]),
        Written::new(3, 3, 1, (1, 1)).raw(&[0; 9]),
        Written::new(3, 3, 8, (0, 1)).raw(&[]),
        Written::new(2, 1, 8, (1, 1)).raw(&[0]),
        Written::new(1, 1, 8, (4, 1)).before(),
    ] {
        assert_eq!(refused(&file), Some(Code::FileBroken), "{file:?}");
    }
    let zipped = [&Written::new(1, 1, 8, (1, 1)).before()[..], &[0, 2, 1]].concat();
    assert_eq!(refused(&zipped), Some(Code::FileUnsupported));
    assert_eq!(refused(&Written::new(1, 1, 8, (10, 10)).raw(&[0; 100])), Some(Code::TooManyPixels));
    let small = Limits { memory: 3 << 20, ..Limits::default() };
    let large = Written::new(3, 3, 16, (500, 500)).raw(&[]);
    assert_eq!(open(&large, &small).err().map(|failure| failure.code), Some(Code::MemoryExceeded));
}

#[test]
fn wherever_it_is_cut_off_it_is_broken() {
    let of = Written::new(3, 3, 8, (21, 13)).counted(1).resource(1039, "", b"profile");
    for whole in [of.raw(&planes(&photo(21, 13), 3)), of.packed(&planes(&photo(21, 13), 3))] {
        assert!(opened(&whole).is_ok());
        for length in 0..whole.len() {
            assert_eq!(
                opened(&whole[..length]).err().map(|refused| refused.0),
                Some(Code::FileBroken),
                "{length}"
            );
        }
    }
}

#[test]
fn it_is_taken_like_other_pictures_and_made_into_png() {
    let shown = half(40, 30);
    let of = Written::new(3, 4, 8, (40, 30)).counted(-1);
    let white = |pixel: &[u8]| {
        let white = 255 - u32::from(pixel[3]);
        let laid =
            |part: u8| u8::try_from(u32::from(part) * u32::from(pixel[3]) / 255 + white).expect("a byte");
        [laid(pixel[0]), laid(pixel[1]), laid(pixel[2]), pixel[3]]
    };
    let file = of.packed(&planes(&shown.as_raw().chunks_exact(4).flat_map(white).collect::<Vec<_>>(), 4));
    let psd = "image/vnd.adobe.photoshop";
    for (tool, options, name) in [
        ("image-convert", json!({"format": "jpeg"}), "a.jpg"),
        ("image-resize", json!({"width": 20}), "a.png"),
        ("image-rotate", json!({"angle": 90}), "a.png"),
        ("image-crop", json!({"ratio": "1:1"}), "a.png"),
        ("images-to-pdf", json!({}), "a.pdf"),
    ] {
        for mime in [psd, "image/x-photoshop"] {
            let made = convert(tool, options.clone(), &[("a.psd", mime, &file)]).expect(tool);
            assert_eq!(made[0].0, name, "{tool}");
        }
    }
    let tool = tool("image-convert").expect("a tool");
    assert!(tool.check(&json!({"format": "psd"})).is_err());
    assert_eq!(head(&file[..]).ok(), Some((40, 30, 32)));
    assert_eq!(head(&file[..25]).map_err(|failure| failure.code).err(), Some(Code::FileBroken));
}
