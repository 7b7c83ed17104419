//! What LibreOffice does to a document.
use crate::{
    Code, Failure, Input, Work,
    program::{Program, take, told},
};
use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

/// What kind of document a type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// Text.
    Text,
    /// Tables.
    Table,
    /// Slides.
    Slides,
}

/// A type: its name, its family, and LibreOffice's name for what reads it.
type Kind = (&'static str, Family, &'static str);

/// The types that LibreOffice reads here.
const KINDS: [Kind; 13] = [
    ("application/msword", Family::Text, "MS Word 97"),
    ("application/rtf", Family::Text, "Rich Text Format"),
    ("application/vnd.ms-excel", Family::Table, "MS Excel 97"),
    ("application/vnd.ms-powerpoint", Family::Slides, "MS PowerPoint 97"),
    ("application/vnd.oasis.opendocument.presentation", Family::Slides, "impress8"),
    ("application/vnd.oasis.opendocument.spreadsheet", Family::Table, "calc8"),
    ("application/vnd.oasis.opendocument.text", Family::Text, "writer8"),
    (
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        Family::Slides,
        "Impress MS PowerPoint 2007 XML",
    ),
    (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        Family::Table,
        "Calc MS Excel 2007 XML",
    ),
    (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        Family::Text,
        "MS Word 2007 XML",
    ),
    ("text/csv", Family::Table, "Text - txt - csv (StarCalc):44,34,76,1"),
    ("text/plain", Family::Text, "Text (encoded):UTF8"),
    ("text/rtf", Family::Text, "Rich Text Format"),
];

/// The names of the types.
pub(super) const TYPES: [&str; KINDS.len()] = {
    let mut names = [""; KINDS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = KINDS[at].0;
        at += 1;
    }
    names
};

/// LibreOffice ends like this when it has made its settings, and wants to be started again.
const AGAIN: i32 = 81;

/// What LibreOffice may not do: run macros, follow links, fetch what is not in the file.
const SETTINGS: &str = include_str!("office.xcu");

/// The family of `file`.
pub(super) fn family(file: &Input) -> Result<Family, Failure> {
    kind(file).map(|(_, family, _)| family)
}

fn kind(file: &Input) -> Result<Kind, Failure> {
    let unknown = || Failure::new(Code::FileUnsupported, "documents of this type cannot be read");
    KINDS.into_iter().find(|(mime, ..)| *mime == file.mime).ok_or_else(unknown)
}

/// Makes of `file` what `filter` writes; it is called `name`, and ends in `extension`.
pub(super) fn make(
    work: &mut Work,
    file: &Input,
    (extension, filter): (&str, &str),
    (name, mime): (&str, &str),
) -> Result<(), Failure> {
    readable(&work.path(file), file)?;
    work.progress(0, 1);
    let profile = told(&work.scratch().join("office"));
    fs::create_dir_all(profile.join("user"))?;
    fs::write(profile.join("user/registrymodifications.xcu"), SETTINGS)?;
    let made = work.scratch().join("made");
    let (_, _, reader) = kind(file)?;
    let mut program = office(work)?;
    program.args(["--headless", "--norestore", "--nologo", "--nodefault"]);
    program.arg(format!("-env:UserInstallation=file://{}", profile.display()));
    program.arg(format!("--infilter={reader}")).args(["--convert-to", &format!("{extension}:{filter}")]);
    program.arg("--outdir").arg(&made).arg(work.path(file));
    let mut ended = program.run()?;
    if ended.code == AGAIN {
        ended = program.run()?;
    }
    ended.good(|_| None)?;
    let stem = file.path.file_stem().unwrap_or_default();
    let artifact = work.artifact_path(name, mime)?;
    take(&made.join(stem).with_extension(extension), &artifact)?;
    work.progress(1, 1);
    Ok(())
}

/// The program itself: what stands in `/usr/bin` is a script around it, which looks for things that are hidden here.
fn office(work: &Work) -> Result<Program, Failure> {
    let folder = fs::canonicalize("/usr/bin/soffice")?.parent().map(PathBuf::from).unwrap_or_default();
    let mut program = work.program_at(&folder.join("soffice.bin"))?;
    program.env("LD_LIBRARY_PATH", &folder).env("SAL_USE_VCLPLUGIN", "svp");
    Ok(program)
}

/// Refuses what LibreOffice would ask a password for.
fn readable(path: &Path, file: &Input) -> Result<(), Failure> {
    let encrypted = || Failure::new(Code::FileEncrypted, "the document is encrypted");
    let mut start = [0; 8];
    let count = File::open(path)?.read(&mut start)?;
    let ole = start[..count].starts_with(&[0xd0, 0xcf, 0x11, 0xe0]);
    if ole && file.mime.contains("openxmlformats") {
        return Err(encrypted());
    }
    if file.mime.contains("opendocument") && sealed(path).unwrap_or_default() {
        return Err(encrypted());
    }
    Ok(())
}

/// Whether an `OpenDocument` file says that it is encrypted.
fn sealed(path: &Path) -> Option<bool> {
    let mut archive = zip::ZipArchive::new(File::open(path).ok()?).ok()?;
    let mut manifest = String::new();
    archive.by_name("META-INF/manifest.xml").ok()?.take(1 << 20).read_to_string(&mut manifest).ok()?;
    Some(manifest.contains("encryption-data"))
}
