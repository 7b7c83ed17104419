//! One document after the other.
use super::{
    PDF,
    assemble::save,
    open::{Pdf, open},
};
use crate::{Failure, Limits, Work, tools::apart::apart};
use lopdf::Document;

/// Makes a document of each, under the same name, and says which one a failure is about.
pub fn each(
    work: &mut Work,
    change: impl Fn(Pdf) -> Result<Document, Failure> + Sync,
) -> Result<(), Failure> {
    each_opened(work, open, change)
}

/// The same, of documents that are opened in a way of their own.
pub fn each_opened(
    work: &mut Work,
    open: impl Fn(&[u8], &Limits) -> Result<Pdf, Failure> + Sync,
    change: impl Fn(Pdf) -> Result<Document, Failure> + Sync,
) -> Result<(), Failure> {
    let (files, limits) = (work.files().to_vec(), *work.limits());
    let all = files.len() as u64;
    for (done, file) in (0..).zip(&files) {
        let bytes = work.read(file)?;
        work.progress(2 * done + 1, 2 * all);
        let changed = apart(|| change(open(&bytes, &limits)?));
        let mut changed = changed.map_err(|failure| failure.about(file.id))?;
        save(&mut changed, &mut work.artifact(&file.name, PDF)?)?;
        work.progress(2 * done + 2, 2 * all);
    }
    Ok(())
}
