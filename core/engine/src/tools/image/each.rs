//! One file after the other.
use crate::{Failure, Input, Work};

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
