//! What LibreOffice does to a document.
use crate::{
    Code, Failure, Input, Work, mime,
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
const KINDS: [Kind; 12] = [
    (mime::DOCX, Family::Text, "MS Word 2007 XML"),
    (mime::DOC, Family::Text, "MS Word 97"),
    (mime::ODT, Family::Text, "writer8"),
    (mime::RTF, Family::Text, "Rich Text Format"),
    (mime::TEXT, Family::Text, "Text (encoded):UTF8"),
    (mime::XLSX, Family::Table, "Calc MS Excel 2007 XML"),
    (mime::XLS, Family::Table, "MS Excel 97"),
    (mime::ODS, Family::Table, "calc8"),
    // Commas, quotation marks, UTF-8, from the first line.
    (mime::CSV, Family::Table, "Text - txt - csv (StarCalc):44,34,76,1"),
    (mime::PPTX, Family::Slides, "Impress MS PowerPoint 2007 XML"),
    (mime::PPT, Family::Slides, "MS PowerPoint 97"),
    (mime::ODP, Family::Slides, "impress8"),
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
    let meant = mime::meant(&file.mime);
    KINDS.into_iter().find(|(mime, ..)| *mime == meant).ok_or_else(unknown)
}

/// Makes of `file` what `filter` writes; it is called `name`, and ends in `extension`.
pub(super) fn make(
    work: &mut Work,
    file: &Input,
    (extension, filter): (&str, &str),
    (name, mime): (&str, &str),
) -> Result<(), Failure> {
    // LibreOffice would ask for a password; those of Microsoft's are known by their first bytes.
    if sealed(&work.path(file)).unwrap_or_default() {
        return Err(Failure::new(Code::FileEncrypted, "the document is encrypted"));
    }
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

/// Whether an `OpenDocument` file says that it is encrypted.
fn sealed(path: &Path) -> Option<bool> {
    let mut archive = zip::ZipArchive::new(File::open(path).ok()?).ok()?;
    let mut manifest = String::new();
    archive.by_name("META-INF/manifest.xml").ok()?.take(1 << 20).read_to_string(&mut manifest).ok()?;
    Some(manifest.contains("encryption-data"))
}
