//! Typesetting: code of Typst becomes pages.
use crate::{Code, Failure};
use typst::{
    Library, LibraryExt, World,
    diag::{FileError, FileResult, SourceDiagnostic},
    ecow::EcoVec,
    foundations::{Bytes, Datetime, Duration},
    syntax::{FileId, Source},
    text::{Font, FontBook},
    utils::LazyHash,
};
use typst_pdf::PdfOptions;

/// A document's parts lie in each other, and so do the calls that set them.
const STACK: usize = 64 << 20;

/// The world of one document: there is nothing else in it, no file, no package and no time.
struct Press {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    main: Source,
}

impl Press {
    fn new(code: String) -> Self {
        let fonts: Vec<_> = typst_assets::fonts().flat_map(|font| Font::iter(Bytes::new(font))).collect();
        Self {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            main: Source::detached(code),
        }
    }
}

impl World for Press {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.main.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.main.id() { Ok(self.main.clone()) } else { Err(FileError::AccessDenied) }
    }

    fn file(&self, _: FileId) -> FileResult<Bytes> {
        Err(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}

/// The PDF that `code` makes, of at most `most` pages.
pub fn pdf(code: String, most: u64) -> Result<Vec<u8>, Failure> {
    std::thread::scope(|scope| {
        let thread =
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || print(code, most))?;
        thread.join().unwrap_or_else(|_| Err(failed("it broke off")))
    })
}

fn print(code: String, most: u64) -> Result<Vec<u8>, Failure> {
    let press = Press::new(code);
    let document = typst::compile(&press).output.map_err(|errors| wrong(&errors))?;
    let options = PdfOptions::default();
    // What it is written with says what kind of document it is.
    let write = || typst_pdf::pdf(&document, &options).map_err(|errors| wrong(&errors));
    match document.pages().len() as u64 {
        pages if pages > most => {
            let message = format!("the document would have {pages} pages; {most} are the most");
            Err(Failure::new(Code::TooManyPages, message))
        }
        _ => write(),
    }
}

fn wrong(errors: &EcoVec<SourceDiagnostic>) -> Failure {
    let message = errors.first().map_or("", |error| error.message.as_str());
    match message.contains("depth exceeded") {
        true => Failure::new(Code::NestingTooDeep, "the text holds too many parts within parts"),
        false => failed(message),
    }
}

fn failed(cause: &str) -> Failure {
    Failure::new(Code::ConversionFailed, format!("the text cannot be set: {cause}"))
}
