//! PDF documents that are broken, put together again as far as they can be read.
use super::{
    PDF,
    assemble::save,
    in_place::whole,
    open::{self, Pdf},
    packing::{deflate, inflate},
    tree::{self, Page},
};
use crate::{
    About, Category, Code, Convert, Engine, Failure, Limits, Work, tools::apart::apart, work::renamed,
};
use garde::Validate;
use lopdf::{Document, Object, ObjectId, dictionary, xref::XrefRecovery};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{collections::HashSet, io::Write as _};

/// So many of what is missing are named.
const NAMED: usize = 100;

/// The catalog of a document that has none: numbers beyond this are looked for by nobody.
const CATALOG: ObjectId = (1_000_000, 0);
/// What stands at the end of an object.
const END: &[u8] = b"endobj";

/// Nothing is to be chosen.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfRepair {}

impl Convert for PdfRepair {
    const ABOUT: About = About {
        id: "pdf-repair",
        name: "Repair PDF documents",
        description: "Reads a broken PDF document as far as that can be done and writes it anew: its table of objects is \
                      built from what is found, pages that nothing leads to are put in the order in which they \
                      stand, and of contents that are cut off the beginning stays. What could not be read is told, \
                      as JSON, beside the new document; nothing is made up.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF, "application/json"],
        files: (1, 5),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let (files, limits) = (work.files().to_vec(), *work.limits());
        for (done, file) in (1..).zip(&files) {
            let bytes = work.read(file)?;
            let repaired = apart(|| repaired(&bytes, &limits)).map_err(|failure| failure.about(file.id));
            let (mut document, report) = repaired?;
            save(&mut document, &mut work.artifact(&file.name, PDF)?)?;
            let text = serde_json::to_vec_pretty(&report).map_err(std::io::Error::from)?;
            work.artifact(&renamed(&file.name, "json"), "application/json")?.write_all(&text)?;
            work.progress(done, files.len() as u64);
        }
        Ok(())
    }
}

/// What was found wrong, and what could not be read.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    /// How the table of objects was read.
    table: Table,
    /// Whether the pages had to be looked for.
    pages_looked_for: bool,
    /// How many pages there are now.
    pages: usize,
    /// How many objects are missing that something refers to.
    objects_missing: usize,
    /// The first of their numbers.
    missing: Vec<u32>,
    /// How many streams are cut off or broken: what could be read of them stays.
    streams_cut_off: usize,
    /// The numbers of pages whose content is among these, or missing.
    pages_with_losses: Vec<usize>,
}

/// How the table of objects was read.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
enum Table {
    AsWritten,
    FoundElsewhere,
    Rebuilt,
}

fn repaired(bytes: &[u8], limits: &Limits) -> Result<(Document, Report), Failure> {
    let mut document = read(bytes, limits)?;
    if open::is_encrypted(&document) {
        return Err(open::encrypted());
    }
    let unpacked = open::unpacked(bytes, limits);
    let (pages, pages_looked_for) = match tree::pages(&document, limits) {
        Err(failure) if failure.code == Code::FileBroken => {
            (looked_for(&mut document, limits, failure)?, true)
        }
        pages => (pages?, false),
    };
    let cut_off = filled(&mut document, unpacked)?;
    let referred = document.traverse_objects(|_| ());
    let missing: Vec<u32> =
        referred.into_iter().filter(|id| !document.objects.contains_key(id)).map(|id| id.0).collect();
    let lost = |page: &Page| {
        let contents = document.get_page_contents(page.id);
        contents
            .iter()
            .any(|id| cut_off.contains(id) || document.get_object(*id).and_then(Object::as_stream).is_err())
    };
    let report = Report {
        table: match document.xref_recovery {
            None => Table::AsWritten,
            Some(XrefRecovery::Reconstructed) => Table::Rebuilt,
            Some(_) => Table::FoundElsewhere,
        },
        pages_looked_for,
        pages: pages.len(),
        objects_missing: missing.len(),
        missing: missing.into_iter().take(NAMED).collect(),
        streams_cut_off: cut_off.len(),
        pages_with_losses: (1..)
            .zip(&pages)
            .filter(|(_, page)| lost(page))
            .map(|(number, _)| number)
            .collect(),
    };
    Ok((whole(Pdf { document, pages, unpacked }), report))
}

/// The document, as written or as its objects are found.
fn read(bytes: &[u8], limits: &Limits) -> Result<Document, Failure> {
    match open::load(bytes, limits) {
        Err(failure) if failure.code == Code::FileBroken => {
            let found = open::load_by_objects(bytes, limits);
            found.or_else(|_| without_an_end(bytes, limits)).map_err(|_| failure)
        }
        document => document,
    }
}

/// The document of the objects that are found, where what leads to them is missing: a packed table stands at the end, and
/// the catalog is packed too.
fn without_an_end(bytes: &[u8], limits: &Limits) -> Result<Document, Failure> {
    let with_another = |bytes: &[u8]| {
        let (id, mut ended) = (CATALOG.0, bytes.to_vec());
        write!(
            ended,
            "\n{id} 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Size {id} /Root {id} 0 R >>\n"
        )?;
        open::load_by_objects(&ended, limits)
    };
    // What ends within an object would take the rest for a part of it.
    let last = bytes.windows(END.len()).rposition(|part| part == END).map_or(0, |at| at + END.len());
    let mut document = with_another(bytes).or_else(|_| with_another(&bytes[..last]))?;
    let is_catalog = |object: &Object| object.as_dict().is_ok_and(|catalog| catalog.has_type(b"Catalog"));
    let own = document.objects.iter().filter(|(id, object)| **id != CATALOG && is_catalog(object));
    if let Some(own) = own.map(|(id, _)| *id).max() {
        document.trailer.set("Root", own);
        document.objects.remove(&CATALOG);
    }
    document.max_id = document.objects.keys().map(|id| id.0).max().unwrap_or_default();
    Ok(document)
}

/// The pages that are there, whoever leads to them, in the order of their numbers.
fn looked_for(document: &mut Document, limits: &Limits, failure: Failure) -> Result<Vec<Page>, Failure> {
    let is_page = |object: &Object| object.as_dict().is_ok_and(|page| page.has_type(b"Page"));
    let pages = document.objects.iter().filter(|(_, object)| is_page(object)).map(|(id, _)| *id);
    let pages: Vec<ObjectId> = pages.collect();
    if pages.is_empty() {
        return Err(failure);
    }
    for id in &pages {
        let whole = tree::with_what_is_above(document, *id);
        document.objects.insert(*id, whole.into());
    }
    let kids: Vec<Object> = pages.into_iter().map(Object::Reference).collect();
    let tree = document.add_object(dictionary! { "Type" => "Pages", "Kids" => kids });
    match document.catalog_mut() {
        Ok(catalog) => catalog.set("Pages", tree),
        Err(_) => {
            let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
            document.trailer.set("Root", catalog);
        }
    }
    tree::pages(document, limits)
}

/// Makes streams that are cut off whole ones that hold what could be read; gives their numbers.
fn filled(document: &mut Document, unpacked: usize) -> Result<HashSet<ObjectId>, Failure> {
    let mut cut_off = HashSet::new();
    for (id, object) in &mut document.objects {
        let Ok(stream) = object.as_stream_mut() else { continue };
        if !stream.filters().is_ok_and(|filters| filters == [b"FlateDecode".as_slice()]) {
            continue;
        }
        if let Some(read) = inflate(&stream.content, unpacked).filter(|read| !read.whole) {
            // How its lines are coded stays, and so they are packed whatever that brings.
            stream.set_content(deflate(&read.bytes)?);
            cut_off.insert(*id);
        }
    }
    Ok(cut_off)
}

#[cfg(test)]
mod tests {
    use super::super::{
        assemble::save,
        samples::{drawn, encrypted, four_pages},
    };
    use crate::{Code, stage::convert};
    use serde_json::{Value, json};

    fn repaired(content: &[u8]) -> Result<(Vec<u8>, Value), Code> {
        let made = convert("pdf-repair", json!({}), &[("a.pdf", "application/pdf", content)]);
        let made = made.map_err(|failure| failure.code)?;
        let names: Vec<_> = made.iter().map(|(name, mime, _)| (name.as_str(), mime.as_str())).collect();
        assert_eq!(names, [("a.pdf", "application/pdf"), ("a.json", "application/json")]);
        Ok((made[0].2.clone(), serde_json::from_slice(&made[1].2).expect("JSON")))
    }

    fn reds(pdf: &[u8]) -> Vec<u8> {
        drawn(pdf).into_iter().map(|page| page.2).collect()
    }

    /// The document with another text in the place of each of these.
    fn changed(changes: &[(&str, &str)]) -> Vec<u8> {
        let text = String::from_utf8(four_pages()).expect("a text");
        changes.iter().fold(text, |text, (from, to)| text.replace(from, to)).into_bytes()
    }

    #[test]
    fn what_is_well_stays() {
        let (made, told) = repaired(&four_pages()).expect("a document");
        assert_eq!(reds(&made), [50, 100, 150, 200]);
        let expected = json!({
            "table": "asWritten", "pagesLookedFor": false, "pages": 4, "objectsMissing": 0, "missing": [],
            "streamsCutOff": 0, "pagesWithLosses": [],
        });
        assert_eq!(told, expected);
    }

    #[test]
    fn a_table_is_built_anew() {
        let whole = four_pages();
        let end = whole.windows(5).rposition(|part| part == b"xref\n").expect("a table");
        for broken in
            [&whole[..end], &changed(&[("startxref\n", "startxref\n9")]), &changed(&[("00000 n", "00000 f")])]
        {
            let (made, told) = repaired(broken).expect("a document");
            assert_eq!(reds(&made), [50, 100, 150, 200]);
            assert_ne!(told["table"], "asWritten");
        }
    }

    #[test]
    fn a_packed_table_that_is_cut_off_is_built_anew() {
        let mut document = lopdf::Document::load_mem(&four_pages()).expect("a document");
        let mut packed = Vec::new();
        save(&mut document, &mut packed).expect("a document");
        let table = packed.windows(5).rposition(|part| part == b"/XRef").expect("a table");
        let begins = packed[..table].windows(6).rposition(|part| part == super::END).expect("an object") + 6;
        for end in (begins..packed.len() - 12).step_by(7) {
            let (made, told) = repaired(&packed[..end]).unwrap_or_else(|code| panic!("{end}: {code:?}"));
            assert_eq!(reds(&made), [50, 100, 150, 200], "{end}: {told}");
            assert_eq!((&told["objectsMissing"], &told["table"]), (&json!(0), &json!("rebuilt")), "{end}");
        }
    }

    #[test]
    fn pages_are_looked_for() {
        for changes in
            [&[("/Kids [3 0 R 4 0 R]", "/Kids [98 0 R]")][..], &[("/Pages 2 0 R", "/Pages 99 0 R")]]
        {
            let (made, told) = repaired(&changed(changes)).expect("a document");
            let expected = [(200, 100, 50), (200, 100, 100), (60, 60, 150), (60, 60, 200)];
            assert_eq!((drawn(&made).as_slice(), &told["pages"]), (&expected[..], &json!(4)), "{told}");
            assert_eq!(told["pagesLookedFor"], true);
        }
        let nothing = changed(&[("/Type /Page ", "/Type /Lost "), ("/Pages 2 0 R", "/Pages 99 0 R")]);
        assert_eq!(repaired(&nothing).map(|_| ()), Err(Code::FileBroken));
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let (made, told) =
            repaired(&changed(&[("/Contents 12 0 R", "/Contents 55 0 R")])).expect("a document");
        assert_eq!(reds(&made), [50, 100, 255, 200]);
        assert_eq!(told["missing"], json!([55]));
        assert_eq!(told["pagesWithLosses"], json!([3]));
        let mut document = lopdf::Document::load_mem(&four_pages()).expect("a document");
        let stream =
            document.get_object_mut((11, 0)).and_then(lopdf::Object::as_stream_mut).expect("a content");
        stream.set_plain_content(
            [b"0.4 0 0 rg 0 0 500 500 re f ".as_slice(), &b"0 0 m 1 1 l S ".repeat(999)].concat(),
        );
        stream.compress().expect("memory");
        let cut = stream.content[..stream.content.len() - 10].to_vec();
        stream.set_content(cut);
        let mut broken = Vec::new();
        document.save_to(&mut broken).expect("a document");
        let (made, told) = repaired(&broken).expect("a document");
        assert_eq!(reds(&made), [50, 102, 150, 200]);
        assert_eq!((&told["streamsCutOff"], &told["pagesWithLosses"]), (&json!(1), &json!([2])));
    }

    #[test]
    fn what_is_encrypted_or_nothing_is_refused() {
        assert_eq!(repaired(&encrypted(&four_pages(), "secret")).map(|_| ()), Err(Code::FileEncrypted));
        assert_eq!(repaired(b"hello").map(|_| ()), Err(Code::FileTypeMismatch));
        assert_eq!(repaired(b"%PDF-1.7\nhello").map(|_| ()), Err(Code::FileBroken));
    }
}
