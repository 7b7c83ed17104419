use super::*;
use crate::{Limits, TOOLS, work};
use std::{fs, io::Write, path::Path};
use uuid::Uuid;
use zip::{ZipWriter, write::SimpleFileOptions};

/// What is said of a file of this type that holds this.
fn say(mime: &str, content: &[u8]) -> Result<(), Failure> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join(work::IN)).expect("a folder");
    let path = Path::new(work::IN).join("0");
    fs::write(folder.path().join(&path), content).expect("a file");
    let file = Input { id: Uuid::from_u128(7), name: "it".to_owned(), mime: mime.to_owned(), path };
    check(&Work::new(folder.path().to_owned(), vec![file], Limits::default(), |_| ()))
}

fn archive(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in entries {
        writer.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        writer.write_all(content.as_bytes()).expect("its content");
    }
    writer.finish().expect("an archive").into_inner()
}

fn old(stream: &str) -> Vec<u8> {
    let mut file = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    file.resize(512, 0);
    file.extend(stream.encode_utf16().flat_map(u16::to_le_bytes));
    file.resize(1024, 0);
    file
}

/// One file of each look.
fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let utf16: Vec<u8> = "\u{feff}a;b".encode_utf16().flat_map(u16::to_be_bytes).collect();
    vec![
        (mime::PNG, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()),
        (mime::JPEG, b"\xff\xd8\xff\xe0\0\x10JFIF\0".to_vec()),
        (mime::GIF, b"GIF89a\x01\0\x01\0\0\0\0".to_vec()),
        (mime::WEBP, b"RIFF\x10\0\0\0WEBPVP8L".to_vec()),
        (mime::AVIF, b"\0\0\0\x18ftypmif1\0\0\0\0mif1avif".to_vec()),
        (mime::JXL, b"\xff\x0a\xfa\x1f\x41\x91".to_vec()),
        (mime::JXL, b"\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl ".to_vec()),
        (mime::HEIC, b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()),
        (mime::TIFF, b"II*\0\x08\0\0\0\x43\x52".to_vec()),
        (mime::BMP, b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0".to_vec()),
        (mime::ICO, b"\0\0\x01\0\x01\0\x10\x10".to_vec()),
        (mime::PSD, b"8BPS\0\x01\0\0\0\0\0\0\0\x03".to_vec()),
        (mime::PSD, b"8BPS\0\x02\0\0\0\0\0\0\0\x03".to_vec()),
        (mime::SVG, b"<?xml version='1.0'?><!-- <x> --><!DOCTYPE svg [<!ENTITY a '>'>]>\n<svg/>".to_vec()),
        (mime::PDF, b"%PDF-1.7\n%\xe2\xe3\xcf\xd3".to_vec()),
        (mime::RTF, b"{\\rtf1 a}".to_vec()),
        (mime::ZIP, b"PK\x05\x06\0\0".to_vec()),
        (mime::TAR, [&[b'a'; 257][..], b"ustar\x0000"].concat()),
        (mime::GZIP, b"\x1f\x8b\x08\0".to_vec()),
        (mime::SEVEN, b"7z\xbc\xaf\x27\x1c\0\x04".to_vec()),
        (mime::DOCX, archive(&[("[Content_Types].xml", ""), ("word/document.xml", "")])),
        (mime::XLSX, archive(&[("[Content_Types].xml", ""), ("xl/workbook.xml", "")])),
        (mime::PPTX, archive(&[("ppt/presentation.xml", ""), ("[Content_Types].xml", "")])),
        (mime::ODS, archive(&[("mimetype", mime::ODS)])),
        (mime::EPUB, archive(&[("mimetype", "application/epub+zip\n")])),
        (mime::DOC, old("WordDocument")),
        (mime::XLS, old("Book")),
        (mime::PPT, old("PowerPoint Document")),
        (mime::MP3, b"\xff\xfb\x90\x64\0\0".to_vec()),
        (mime::AAC, b"\xff\xf1\x50\x80\x02\x1f".to_vec()),
        (mime::M4A, b"\0\0\0\x14ftypM4A \0\0\0\0M4A ".to_vec()),
        (mime::MOV, b"\0\0\0\x14ftypqt  \0\0\0\0qt  ".to_vec()),
        (mime::FLAC, b"fLaC\0\0\0\x22".to_vec()),
        (mime::OGG, b"OggS\0\x02".to_vec()),
        (mime::WAV, b"RIFF\x10\0\0\0WAVEfmt ".to_vec()),
        (mime::AIFF, b"FORM\0\0\0\x10AIFCFVER".to_vec()),
        (mime::AVI, b"RIFF\x10\0\0\0AVI LIST".to_vec()),
        (mime::MKV, b"\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska".to_vec()),
        (mime::WEBM, b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm".to_vec()),
        (mime::CSV, utf16),
    ]
}

#[test]
fn a_file_is_what_it_begins_as_and_nothing_else() {
    for (mime, content) in samples() {
        assert_eq!(say(mime, &content), Ok(()), "{mime}");
        for (other, _) in samples() {
            // What Office packs into an archive is an archive too.
            let both =
                [(mime::ZIP, other), (other, mime)].contains(&(other, mime)) && content.starts_with(b"PK");
            if other != mime && !both {
                let failure = say(other, &content).expect_err(&format!("{mime} as {other}"));
                assert_eq!((failure.code, failure.file), (Code::FileTypeMismatch, Some(Uuid::from_u128(7))));
            }
        }
    }
}

#[test]
fn text_is_text_throughout() {
    let cases: [(&str, &[u8], bool); 29] = [
        (mime::TEXT, b"", true),
        (mime::TEXT, "\u{feff}gr\u{fc}n".as_bytes(), true),
        (mime::TEXT, b"gr\xfcn", true),
        (mime::TEXT, b"a\0b", false),
        (mime::TEXT, b"a\x07\xfcb", false),
        (mime::TEXT, b"  %PDF-1.4 all in letters", false),
        (mime::CSV, b"BMW,Audi\r\n1,2\r\n", true),
        (mime::CSV, b"gr\xfcn;1\n", true),
        (mime::CSV, b"<!DOCTYPE HTML><p>a,b", false),
        (mime::CSV, b"\xff\xfea\0,\0b\0", true),
        (mime::CSV, b"\xff\xfea\0,\0\0\0", false),
        (mime::MARKDOWN, "# \u{c4}".as_bytes(), true),
        (mime::MARKDOWN, b"# \xc4", false),
        (mime::MARKDOWN, b"<div>HTML is part of it</div>", true),
        (mime::YAML, b"a: 1", true),
        (mime::TOML, b"<!DOCTYPE html>", false),
        (mime::JSON, b" [1]", true),
        (mime::JSON, b"", false),
        (mime::JSON, b"a,b", false),
        (mime::HTML, b"<p>a", true),
        (mime::HTML, b"a < b", false),
        (mime::HTML, b"<svg xmlns='http://www.w3.org/2000/svg'/>", false),
        (mime::SVG, b"<s:svg xmlns:s='http://www.w3.org/2000/svg'/>", true),
        (mime::SVG, b"<html><svg/></html>", false),
        (mime::SVG, b"<!-- <svg/>", false),
        (mime::SVG, b"\x1f\x8b\x08", false),
        (mime::XML, b"<a/>", true),
        (mime::BYTES, b"\0anything", true),
        ("made/up", b"anything", false),
    ];
    for (mime, content, fits) in cases {
        assert_eq!(say(mime, content).is_ok(), fits, "{mime}: {}", String::from_utf8_lossy(content));
    }
}

#[test]
fn the_customer_reads_what_it_looks_like() {
    let message = |mime, content: &[u8]| say(mime, content).expect_err("another type").message;
    assert_eq!(
        message("Image/PNG; a=b", b"%PDF-1.7\n"),
        "it is not image/png: it looks like application/pdf"
    );
    let mut program = b"\x7fELF\x02\x01\x01".to_vec();
    program.resize(100, 0);
    assert_eq!(message(mime::PNG, &program), "it is not image/png: it looks like application/x-executable");
    assert_eq!(message(mime::PNG, b"words"), "it is not image/png: it looks like text");
    assert_eq!(message(mime::PNG, b""), "it is not image/png: it looks like an empty file");
    assert_eq!(
        message(mime::DOCX, &archive(&[("a", "")])),
        format!("it is not {}: it looks like application/zip", mime::DOCX)
    );
}

#[test]
fn an_encrypted_package_and_a_broken_one_are_told_apart() {
    assert_eq!(say(mime::XLSX, &old("EncryptedPackage")).expect_err("a password").code, Code::FileEncrypted);
    assert_eq!(say(mime::XLSX, &old("Workbook")).expect_err("another type").code, Code::FileTypeMismatch);
    let manifest = "<manifest:encryption-data/>";
    let secret = archive(&[("mimetype", mime::ODT), ("META-INF/manifest.xml", manifest)]);
    assert_eq!(say(mime::ODT, &secret).expect_err("a password").code, Code::FileEncrypted);
    assert_eq!(say(mime::XLSX, b"PK\x03\x04cut off").expect_err("cut off").code, Code::FileBroken);
}

#[test]
fn every_type_that_a_tool_takes_is_known_here() {
    let unknown =
        TOOLS.iter().flat_map(|tool| tool.about.accepts).filter(|mime| look(&mime::meant(mime)).is_none());
    assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&&str>::new());
    assert!(mime::ALL.iter().all(|mime| look(mime).is_some()));
}
