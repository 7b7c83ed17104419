//! Handing pages over to the crate that draws and reads them.
use super::{
    assemble::Assembly,
    open::{Pdf, failure, too_large},
};
use crate::{Code, Failure, Limits};
use hayro::hayro_syntax::Pdf as Shown;
use lopdf::{DecompressError, Document, Error, Object, Stream};

/// The pages at these places, from 0, as a document of their own.
///
/// That crate follows a tree of pages wherever it leads and unpacks without a limit: it gets a document
/// that was made here, and whose streams were unpacked once before.
pub fn shown(pdf: &Pdf, places: &[usize], limits: &Limits) -> Result<Shown, Failure> {
    let mut made = Assembly::new();
    made.take(pdf, places);
    let mut made = made.finish();
    bounded(&made, pdf.unpacked, limits)?;
    let mut bytes = Vec::new();
    made.save_to(&mut bytes).map_err(|cause| failure(cause.into()))?;
    let unreadable = || Failure::broken("its pages are not as they should be");
    let shown = Shown::new(bytes).map_err(|_| unreadable())?;
    match shown.pages().len() == places.len() {
        true => Ok(shown),
        false => Err(unreadable()),
    }
}

/// Refuses streams that grow too much and images with too many pixels.
fn bounded(document: &Document, unpacked: usize, limits: &Limits) -> Result<(), Failure> {
    for stream in document.objects.values().filter_map(|object| object.as_stream().ok()) {
        let side = |key| stream.dict.get_deref(key, document).and_then(Object::as_i64).unwrap_or(0);
        let pixels = side(b"Width").unsigned_abs().saturating_mul(side(b"Height").unsigned_abs());
        if pixels > limits.pixels {
            let message = format!("an image of the document has more than {} pixels", limits.pixels);
            return Err(Failure::new(Code::TooManyPixels, message));
        }
        if is_bomb(stream, unpacked) {
            return Err(too_large());
        }
    }
    Ok(())
}

fn is_bomb(stream: &Stream, unpacked: usize) -> bool {
    let content = stream.decompressed_content_with_limit(unpacked);
    matches!(content, Err(Error::Decompress(DecompressError::MemoryLimitExceeded { .. })))
}
