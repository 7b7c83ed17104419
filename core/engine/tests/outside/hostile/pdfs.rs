//! PDF documents that do something when they are opened, or are not all there.
use super::Bait;
use crate::support::{checks::Check, stage::Stage};
use lopdf::{Document, Object, Stream, dictionary};
use serde_json::json;

pub const ALL: &[Check] = &[Check::new("a PDF starts nothing and fetches nothing", nothing)];

/// A page whose content and picture are elsewhere, and everything that can happen at once.
fn document(bait: &Bait) -> Vec<u8> {
    let mut document = Document::with_version("1.7");
    let (path, server) = (bait.path().display().to_string(), bait.server());
    let named = |place: &str| Object::string_literal(place.to_owned());
    let file = dictionary! { "Type" => "Filespec", "F" => named(&path), "UF" => named(&path) };
    let page = dictionary! { "Type" => "Filespec", "FS" => "URL", "F" => named(&server) };
    let outside = |more: lopdf::Dictionary, place: &lopdf::Dictionary| {
        let mut entries = more;
        entries.set("F", place.clone());
        Stream::new(entries, Vec::new())
    };
    let own = Stream::new(dictionary! {}, b"BT /F1 12 Tf 9 50 Td (before) Tj ET /X Do /Y Do".to_vec());
    let contents = [own, outside(dictionary! {}, &file), outside(dictionary! {}, &page)];
    let contents: Vec<_> = contents.map(|one| document.add_object(one).into()).into();
    let picture = || dictionary! { "Type" => "XObject", "Subtype" => "Image", "Width" => 9, "Height" => 9, "BitsPerComponent" => 8, "ColorSpace" => "DeviceGray" };
    let (x, y) =
        (document.add_object(outside(picture(), &file)), document.add_object(outside(picture(), &page)));
    let font = document
        .add_object(dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" });
    let actions: Vec<Object> = vec![
        dictionary! { "S" => "Launch", "F" => file.clone() }.into(),
        dictionary! { "S" => "GoToR", "F" => file.clone(), "D" => vec![0.into(), "Fit".into()] }.into(),
        dictionary! { "S" => "SubmitForm", "F" => page.clone() }.into(),
        dictionary! { "S" => "ImportData", "F" => file.clone() }.into(),
        dictionary! { "S" => "URI", "URI" => named(&server) }.into(),
        dictionary! { "S" => "JavaScript", "JS" => named(&format!("app.launchURL('{server}'); this.submitForm('{server}')")) }.into(),
    ];
    let first = dictionary! { "S" => "Named", "N" => "Print", "Next" => actions };
    let tree = document.new_object_id();
    let leaf = document.add_object(dictionary! {
        "Type" => "Page", "Parent" => tree, "MediaBox" => vec![0.into(), 0.into(), 99.into(), Object::from(99)],
        "Contents" => contents, "AA" => dictionary! { "O" => first.clone() },
        "Resources" => dictionary! { "Font" => dictionary! { "F1" => font }, "XObject" => dictionary! { "X" => x, "Y" => y } },
    });
    document
        .objects
        .insert(tree, dictionary! { "Type" => "Pages", "Kids" => vec![leaf.into()], "Count" => 1 }.into());
    let catalog = document.add_object(dictionary! {
        "Type" => "Catalog", "Pages" => tree, "OpenAction" => first,
        "Names" => dictionary! { "EmbeddedFiles" => dictionary! { "Names" => vec![named("a"), file.into()] } },
    });
    document.trailer.set("Root", catalog);
    let mut made = Vec::new();
    document.save_to(&mut made).expect("a document");
    made
}

fn nothing(stage: &Stage) {
    let bait = Bait::laid();
    let pdf = document(&bait);
    for (tool, options) in [
        ("pdf-to-jpeg", json!({"dpi": 72})),
        ("pdf-to-svg", json!({})),
        ("pdf-linearize", json!({})),
        ("pdf-protect", json!({"userPassword": "open"})),
        ("pdf-to-pdfa", json!({})),
        ("pdf-ocr", json!({})),
    ] {
        for name in ["-sOutputFile=x.pdf", "@x.pdf", "--x.pdf", "%pipe%id.pdf"] {
            let made = bait.offer(stage, tool, options.clone(), (name, "application/pdf", &pdf));
            assert!(made.is_some(), "{tool} of {name}");
        }
    }
}
