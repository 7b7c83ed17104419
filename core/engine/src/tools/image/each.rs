//! One file after the other, or several at once.
use crate::{Code, Failure, Input, Limits, Work};
use rayon::prelude::*;
use std::io::Write as _;

/// Does `convert` to each file, and says which one a failure is about.
pub fn each(
    work: &mut Work,
    convert: impl Fn(&mut Work, &Input, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let files = work.files().to_vec();
    let all = files.len() as u64;
    for (done, file) in (0..).zip(&files) {
        let bytes = work.read(file)?;
        work.progress(10 * done + 1, 10 * all);
        convert(work, file, &bytes).map_err(|failure| failure.about(file.id))?;
        work.progress(10 * (done + 1), 10 * all);
    }
    Ok(())
}

/// A file that was made, before it is written.
pub struct Made {
    /// What it is to be called.
    pub name: String,
    /// Its type.
    pub mime: &'static str,
    /// All that it holds.
    pub content: Vec<u8>,
}

/// Does `convert` to as many files at once as there are processors, and says which one a failure is about.
///
/// They share the memory; what needs more than its share is converted alone.
pub fn together(
    work: &mut Work,
    convert: impl Fn(&Input, &[u8], &Limits) -> Result<Made, Failure> + Sync,
) -> Result<(), Failure> {
    let (files, limits) = (work.files().to_vec(), *work.limits());
    let all = files.len() as u64;
    let mut done = 0;
    for group in files.chunks(rayon::current_num_threads()) {
        let contents = group.iter().map(|file| work.read(file)).collect::<Result<Vec<_>, _>>()?;
        work.progress(10 * done + 1, 10 * all);
        let share = Limits { memory: limits.memory / group.len() as u64, ..limits };
        let made: Vec<_> =
            group.par_iter().zip(&contents).map(|(file, bytes)| convert(file, bytes, &share)).collect();
        for ((file, bytes), made) in group.iter().zip(&contents).zip(made) {
            let made = match made {
                Err(refused) if refused.code == Code::MemoryExceeded => convert(file, bytes, &limits),
                made => made,
            };
            let write = |made: Made| Ok(work.artifact(&made.name, made.mime)?.write_all(&made.content)?);
            made.and_then(write).map_err(|failure: Failure| failure.about(file.id))?;
            done += 1;
            work.progress(10 * done, 10 * all);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::samples::{photo, written};
    use crate::{
        Code, Limits,
        stage::{Held, convert_within},
    };
    use image::{ImageFormat, load_from_memory};
    use serde_json::json;

    fn all(limits: Limits, contents: &[&[u8]]) -> Result<Vec<Held>, (Code, Option<u128>)> {
        let files: Vec<_> = contents.iter().map(|content| ("a.bmp", "image/bmp", *content)).collect();
        let made = convert_within(limits, "image-convert", json!({ "format": "png" }), &files);
        made.map_err(|failure| (failure.code, failure.file.map(|file| file.as_u128())))
    }

    #[test]
    fn what_is_made_comes_in_the_order_of_the_files() {
        let contents: Vec<_> = (1..=7).map(|wide| written(photo(wide * 9, 20), ImageFormat::Bmp)).collect();
        let contents: Vec<_> = contents.iter().map(Vec::as_slice).collect();
        let made = all(Limits::default(), &contents).expect("images");
        for (place, (name, _, content)) in (1..).zip(&made) {
            let expected = if place == 1 { "a.png".to_owned() } else { format!("a ({place}).png") };
            assert_eq!(*name, expected);
            assert_eq!(load_from_memory(content).expect("an image").width(), place * 9);
        }
        assert_eq!(made.len(), 7);
    }

    #[test]
    fn a_failure_is_about_its_file() {
        let good = written(photo(20, 20), ImageFormat::Bmp);
        assert_eq!(all(Limits::default(), &[&good, &good, b"BM", &good]), Err((Code::FileBroken, Some(3))));
    }

    #[test]
    fn what_needs_more_than_its_share_is_converted_alone() {
        let contents: Vec<_> = (0..3).map(|_| written(photo(640, 640), ImageFormat::Bmp)).collect();
        let contents: Vec<_> = contents.iter().map(Vec::as_slice).collect();
        let limits = |memory| Limits { memory, ..Limits::default() };
        assert_eq!(all(limits(3 << 20), &contents).map(|made| made.len()), Ok(3));
        assert_eq!(all(limits(1 << 20), &contents), Err((Code::MemoryExceeded, Some(1))));
    }
}
