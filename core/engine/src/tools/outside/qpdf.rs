//! What qpdf does to a PDF.
use crate::{Code, Failure, Input, Work, mime, work::TMP};
use serde_json::{Value, json};
use std::{fs, path::Path};

/// The exit code that says that the file was mended on the way: it is well.
const MENDED: i32 = 3;

/// Does `job` to `file`; what comes of it is called `name`.
///
/// The job is written to a file: command lines can be read by others on the machine, and passwords are in it.
pub(super) fn run(work: &mut Work, file: &Input, name: &str, mut job: Value) -> Result<(), Failure> {
    work.progress(0, 1);
    let artifact = work.artifact_path(name, mime::PDF)?;
    job["inputFile"] = json!(work.path(file));
    job["outputFile"] = json!(artifact);
    let path = Path::new(TMP).join("job.json");
    fs::write(&path, job.to_string())?;
    let mut ended = work.program("qpdf")?.arg(format!("--job-json-file={}", path.display())).run()?;
    fs::remove_file(&path)?;
    if ended.code == MENDED {
        ended.code = 0;
    }
    ended.good(|errors| errors.contains("invalid password").then_some(Code::FileEncrypted))?;
    work.progress(1, 1);
    Ok(())
}
