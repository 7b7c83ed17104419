//! Handing pages over to the crate that draws and reads them.
use super::{
    assemble::Assembly,
    nested,
    open::{Pdf, failure, too_large},
};
use crate::{Code, Failure, Limits, tools::apart::STACK};
use hayro::{
    hayro_interpret::{
        Context, Device, InterpreterCache, InterpreterSettings, interpret_page, util::TransformExt,
    },
    hayro_syntax::{Pdf as Shown, page::Page},
    vello_cpu::kurbo::Rect,
};
use lopdf::{DecompressError, Document, Error, Object, Stream};
use std::{ops::ControlFlow, sync::mpsc, thread};

/// The pages at these places, from 0, as a document of their own.
///
/// That crate follows a tree of pages wherever it leads and unpacks without a limit: it gets a document
/// that was made here, and whose streams were unpacked once before.
pub fn shown(pdf: &Pdf, places: &[usize], limits: &Limits) -> Result<Shown, Failure> {
    let mut made = Assembly::new();
    made.take(pdf, places);
    let mut made = made.finish();
    streams(&made, pdf.unpacked, limits)?;
    nested::bounded(&made, pdf.unpacked, limits)?;
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
fn streams(document: &Document, unpacked: usize, limits: &Limits) -> Result<(), Failure> {
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

/// Where a page is shown, in points: its upper left corner is the origin.
pub fn area(page: &Page<'_>) -> Rect {
    let (width, height) = page.render_dimensions();
    Rect::new(0.0, 0.0, width.into(), height.into())
}

/// Tells `device` all that a page draws.
pub fn tell<'a>(page: &'a Page<'a>, cache: &InterpreterCache<'a>, device: &mut impl Device<'a>) {
    let upright = page.initial_transform(true).to_kurbo();
    let mut context = Context::new(upright, area(page), cache, page.xref(), InterpreterSettings::default());
    interpret_page(page, &mut context, device);
}

/// Takes what was made of a page, and says whether there shall be more.
pub type Give<'a, T> = dyn FnMut(Result<T, Failure>) -> ControlFlow<()> + 'a;

/// Makes something of one page after the other, on a stack that is deep enough, and takes it; where that
/// crate breaks off, the document is to blame.
pub fn one_by_one<T: Send>(
    make: impl FnOnce(&mut Give<'_, T>) -> ControlFlow<()> + Send,
    mut take: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(0);
        let give = move |made| match sender.send(made) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let making = || {
            let mut give = give;
            make(&mut give)
        };
        let maker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, making)?;
        for made in receiver {
            take(made?)?;
        }
        let broken = |_| Failure::broken("one of its pages is not as it should be");
        maker.join().map(|_| ()).map_err(broken)
    })
}

#[cfg(test)]
mod tests {
    use super::{Give, one_by_one};
    use crate::{Code, Failure};
    use std::ops::ControlFlow;

    #[test]
    fn what_breaks_off_is_a_broken_document() {
        let mut taken = Vec::new();
        let made = |give: &mut Give<'_, u8>| {
            assert_eq!(give(Ok(1)), ControlFlow::Continue(()));
            panic!("as a crate does that meets what it did not expect")
        };
        let take = |one| {
            taken.push(one);
            Ok(())
        };
        let failure = one_by_one(made, take).expect_err("it broke off");
        assert_eq!((failure.code, taken), (Code::FileBroken, vec![1]));
    }

    #[test]
    fn nothing_more_is_made_than_is_taken() {
        let made = |give: &mut Give<'_, u8>| (0..=u8::MAX).try_for_each(|one| give(Ok(one)));
        let mut taken = 0;
        let full = Failure::new(Code::OutputTooLarge, "full");
        let failure = one_by_one(made, |one| {
            taken = one;
            if one == 3 { Err(full.clone()) } else { Ok(()) }
        });
        assert_eq!((failure, taken), (Err(full), 3));
    }
}
