//! What a sealed process says that it made, looked at before it is believed.
use super::watching::{plain_file, too_large};
use crate::{Artifact, Code, Failure, Limits, Tool, work};
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

/// Refuses what is not a plain file of its own in `out`, or of no type that `tool` makes.
pub(super) async fn check(
    made: Vec<Artifact>,
    tool: &'static Tool,
    limits: &Limits,
    folder: &Path,
) -> Result<Vec<Artifact>, Failure> {
    let (limits, folder) = (*limits, folder.to_owned());
    let checked = tokio::task::spawn_blocking(move || all(made, tool, &limits, &folder)).await;
    checked.unwrap_or_else(|_| Err(not_so()))
}

fn all(made: Vec<Artifact>, tool: &Tool, limits: &Limits, folder: &Path) -> Result<Vec<Artifact>, Failure> {
    let paths: HashSet<_> = made.iter().map(|one| &one.path).collect();
    if made.is_empty() || made.len() as u64 > limits.files || paths.len() != made.len() {
        return Err(not_so());
    }
    let mut bytes = 0_u64;
    for one in &made {
        bytes = bytes.saturating_add(size(one, tool, folder).ok_or_else(not_so)?);
    }
    if bytes > limits.output {
        return Err(too_large());
    }
    Ok(made.into_iter().map(|one| Artifact { name: work::plain(&one.name), ..one }).collect())
}

/// How many bytes it has, if it is what it should be.
fn size(made: &Artifact, tool: &Tool, folder: &Path) -> Option<u64> {
    let number: u64 = made.path.file_name()?.to_str()?.parse().ok()?;
    let path: PathBuf = [work::OUT, &number.to_string()].iter().collect();
    let known = tool.makes(&made.mime);
    // Written the same way, not only leading to the same place.
    (known && path.as_os_str() == made.path.as_os_str()).then_some(())?;
    plain_file(&folder.join(path)).ok()?
}

fn not_so() -> Failure {
    Failure::new(Code::ConversionFailed, "the work broke off")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{TOOLS, mime};
    use std::fs;

    #[test]
    fn only_plain_files_of_its_own_are_believed() {
        let folder = tempfile::tempdir().expect("a folder");
        let tool = TOOLS.iter().find(|tool| tool.about.produces.contains(&mime::PDF)).expect("a tool");
        fs::create_dir_all(folder.path().join("out/1")).expect("a folder");
        fs::write(folder.path().join("out/0"), "12345").expect("a file");
        std::os::unix::fs::symlink("0", folder.path().join("out/2")).expect("a link");
        fs::write(folder.path().join("out/name"), "12345").expect("a file");
        let one = |path: &str| Artifact { name: "a".into(), mime: mime::PDF.into(), path: path.into() };
        let limits = Limits { output: 5, ..Limits::default() };
        let code = |made| all(made, tool, &limits, folder.path()).map(|_| ()).map_err(|failure| failure.code);
        assert_eq!(code(vec![one("out/0")]), Ok(()));
        for path in ["out/1", "out/2", "out/3", "out/name", "out/+0", "out/0/", "out/./0", "in/0", "0"] {
            assert_eq!(code(vec![one(path)]), Err(Code::ConversionFailed), "{path}");
        }
        assert_eq!(code(vec![one("out/0"), one("out/0")]), Err(Code::ConversionFailed));
        fs::write(folder.path().join("out/0"), "123456").expect("a file");
        assert_eq!(code(vec![one("out/0")]), Err(Code::OutputTooLarge));
    }
}
