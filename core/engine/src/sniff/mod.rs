//! Is a file what its type says? Nothing is opened by a tool before this was asked.
//!
//! Only what stands at a file's very beginning counts: a file that begins as one thing and holds another
//! further on is the first one, whatever its name is.
pub(crate) mod bytes;
mod others;
mod packed;
mod text;

use crate::{
    Code, Failure, Input, Work, mime,
    tools::image::{jxl::is_jxl, psd::is_psd},
};
use std::{
    fs::File,
    io::{Read, Seek},
};

/// How much of a file is read to know what it is.
const HEAD: u64 = 8 << 10;

/// What files of a type look like.
enum Look {
    /// They begin with these bytes.
    Bytes(fn(&[u8]) -> bool),
    /// They are packages of Office: zip archives with a part whose name begins so.
    Office(&'static str),
    /// They are zip archives that say their type.
    Open,
    /// They are Office's files of before 2007, with a stream of one of these names.
    Old(&'static [&'static str]),
    /// They are text throughout, in Unicode.
    Text(fn(&str) -> bool),
    /// They are text throughout, in whatever letters.
    Letters,
    /// They may be anything.
    Any,
}

/// Refuses files that are not what their type says.
pub fn check(work: &Work) -> Result<(), Failure> {
    work.files().iter().try_for_each(|file| checked(work, file).map_err(|failure| failure.about(file.id)))
}

fn checked(work: &Work, file: &Input) -> Result<(), Failure> {
    let declared = mime::meant(&file.mime);
    let mut open = File::open(work.path(file))?;
    let mut head = Vec::new();
    open.by_ref().take(HEAD).read_to_end(&mut head)?;
    open.rewind()?;
    let fits = match look(&declared) {
        None => false,
        Some(Look::Any) => true,
        Some(Look::Bytes(begins)) => begins(&head),
        Some(Look::Office(part)) => packed::is_office(open, &head, part)?,
        Some(Look::Open) => packed::says(open, &head, &declared)?,
        Some(Look::Old(streams)) => packed::is_old(&work.read(file)?, streams),
        Some(Look::Text(fits)) => text::read(&work.read(file)?).is_some_and(|text| fits(&text)),
        Some(Look::Letters) => text::has_only_letters(&work.read(file)?),
    };
    if fits { Ok(()) } else { Err(mismatch(&file.name, &declared, &head)) }
}

fn mismatch(name: &str, declared: &str, head: &[u8]) -> Failure {
    let message = match seen(head) {
        seen if seen == declared => format!("{name} begins like {declared}, but is none"),
        seen => format!("{name} is not {declared}: it looks like {seen}"),
    };
    Failure::new(Code::FileTypeMismatch, message)
}

/// What a file looks like that begins so.
fn seen(head: &[u8]) -> &'static str {
    let fits = |mime: &&&str| match look(mime) {
        Some(Look::Bytes(begins)) => begins(head),
        Some(Look::Old(streams)) => packed::is_old(head, streams),
        _ => false,
    };
    let ours = mime::ALL.iter().find(fits);
    match (ours, others::seen(head)) {
        (None, _) if head.is_empty() => "an empty file",
        // A few letters begin many texts, and some types besides.
        (None, _) if text::has_only_letters(head) => "text",
        (None, Some(other)) => other,
        (None, None) => "nothing that is known",
        (Some(ours), _) => ours,
    }
}

fn look(mime: &str) -> Option<Look> {
    let look = match mime {
        mime::PNG => Look::Bytes(bytes::is_png),
        mime::JPEG => Look::Bytes(bytes::is_jpeg),
        mime::GIF => Look::Bytes(bytes::is_gif),
        mime::WEBP => Look::Bytes(bytes::is_webp),
        mime::AVIF => Look::Bytes(bytes::is_avif),
        mime::JXL => Look::Bytes(is_jxl),
        mime::HEIC | mime::HEIF => Look::Bytes(bytes::is_heif),
        mime::TIFF => Look::Bytes(bytes::is_tiff),
        mime::BMP => Look::Bytes(bytes::is_bmp),
        mime::ICO => Look::Bytes(bytes::is_ico),
        mime::PSD => Look::Bytes(is_psd),
        mime::PDF => Look::Bytes(bytes::is_pdf),
        mime::RTF => Look::Bytes(bytes::is_rtf),
        mime::ZIP => Look::Bytes(bytes::is_zip),
        mime::TAR => Look::Bytes(bytes::is_tar),
        mime::GZIP => Look::Bytes(bytes::is_gzip),
        mime::SEVEN => Look::Bytes(bytes::is_seven),
        mime::MP3 => Look::Bytes(bytes::is_mp3),
        mime::AAC => Look::Bytes(bytes::is_aac),
        mime::FLAC => Look::Bytes(bytes::is_flac),
        mime::WAV => Look::Bytes(bytes::is_wav),
        mime::AIFF => Look::Bytes(bytes::is_aiff),
        mime::AVI => Look::Bytes(bytes::is_avi),
        mime::OGG | mime::OGV => Look::Bytes(bytes::is_ogg),
        mime::MP4 | mime::M4A => Look::Bytes(bytes::is_mp4),
        mime::MOV => Look::Bytes(bytes::is_mov),
        mime::MKV | mime::MKA => Look::Bytes(bytes::is_matroska),
        mime::WEBM | mime::WEBA => Look::Bytes(bytes::is_webm),
        mime::DOCX => Look::Office("word/"),
        mime::XLSX => Look::Office("xl/"),
        mime::PPTX => Look::Office("ppt/"),
        mime::ODT | mime::ODS | mime::ODP | mime::EPUB => Look::Open,
        mime::DOC => Look::Old(&["WordDocument"]),
        mime::XLS => Look::Old(&["Workbook", "Book"]),
        mime::PPT => Look::Old(&["PowerPoint Document"]),
        mime::SVG => Look::Text(text::is_svg),
        mime::HTML => Look::Text(text::is_html),
        mime::XML => Look::Text(text::is_xml),
        mime::JSON => Look::Text(text::is_json),
        mime::MARKDOWN | mime::YAML | mime::TOML => Look::Text(text::is_plain),
        mime::TEXT | mime::CSV | mime::TSV => Look::Letters,
        mime::BYTES => Look::Any,
        _ => return None,
    };
    Some(look)
}

#[cfg(test)]
mod tests;
