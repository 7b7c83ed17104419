//! What the tools have in common that read a text and write it in another form.
use super::{
    markdown, markdown_to_html,
    reading::{Read, read},
    writing::epub::{self, Book},
};
use crate::{Code, Failure, Input, Work, bounded::Bounded, mime, work};
use comrak::Arena;
use std::{
    fs::File,
    io::{BufWriter, Write},
};

/// A file that is made.
pub type Out<'a> = Bounded<'a, BufWriter<File>>;

/// Writes each file, as a file of the type `mime`, in the form that `write` knows.
pub fn each(
    work: &mut Work,
    mime: &str,
    write: impl Fn(&Read<'_>, &Input, &mut Out<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let files = work.files().to_vec();
    let mut left = work.limits().output;
    for (number, file) in (1u64..).zip(&files) {
        one(work, file, mime, &mut left, &write).map_err(|failure| failure.about(file.id))?;
        work.progress(number, files.len() as u64);
    }
    Ok(())
}

fn one(
    work: &mut Work,
    file: &Input,
    mime: &str,
    left: &mut u64,
    write: &impl Fn(&Read<'_>, &Input, &mut Out<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let arena = Arena::new();
    let text = read(&arena, work, file)?;
    let made = work.artifact(&work::renamed(&file.name, mime::extension(mime)), mime)?;
    let mut out = Bounded::new(made, left);
    write(&text, file, &mut out)?;
    Ok(out.flush()?)
}

/// Writes a text as Markdown.
pub fn to_markdown(text: &Read<'_>, _: &Input, out: &mut Out<'_>) -> Result<(), Failure> {
    let mut made = String::new();
    let mut options = markdown::options();
    options.render.prefer_fenced = true;
    comrak::format_commonmark(text.root, &options, &mut made).map_err(|_| unwritten())?;
    Ok(out.write_all(made.as_bytes())?)
}

/// Writes a text as a page of the web.
pub fn to_html(text: &Read<'_>, file: &Input, out: &mut Out<'_>) -> Result<(), Failure> {
    let mut page = String::new();
    let body = |page: &mut String| comrak::format_html(text.root, &markdown::options(), page);
    markdown_to_html::write_page(&mut page, &title(text, file), body).map_err(|_| unwritten())?;
    Ok(out.write_all(page.as_bytes())?)
}

/// Writes a text as a book in `language`.
pub fn to_epub(text: &Read<'_>, file: &Input, language: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    epub::write(&Book { title: &title(text, file), language, id: file.id }, text.root, out)
}

/// What a text is called: as it says, or as its first heading or its file says.
pub fn title(text: &Read<'_>, file: &Input) -> String {
    text.title.clone().unwrap_or_else(|| markdown::title(text.root, file))
}

fn unwritten() -> Failure {
    Failure::new(Code::ConversionFailed, "the text cannot be written")
}
