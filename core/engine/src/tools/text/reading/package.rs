//! Texts that are ZIP archives of XML.
use crate::{
    Failure, Input, Work, bounded,
    tools::archive::zip_to_files::{Archive, broken, opened},
};
use encoding_rs::UTF_8;
use quick_xml::events::BytesStart;
use std::fs::File;
use zip::result::ZipError;

/// A package, and how much more may be unpacked of it.
pub struct Package {
    archive: Archive,
    left: u64,
}

impl Package {
    /// Opens `file`.
    pub fn open(work: &Work, file: &Input) -> Result<Self, Failure> {
        let open = File::open(work.path(file))?;
        let left = work.limits().unpacked(open.metadata()?.len());
        Ok(Self { archive: opened(open, work.limits().files)?, left })
    }

    /// The part called `name`, which is text; nothing where there is none.
    pub fn find(&mut self, name: &str) -> Result<Option<String>, Failure> {
        let mut part = match self.archive.by_name(name) {
            Ok(part) => part,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(cause) => return Err(broken(cause)),
        };
        let mut bytes = Vec::new();
        bounded::unpack(&mut part, &mut bytes, &mut self.left)?;
        Ok(Some(UTF_8.decode(&bytes).0.into_owned()))
    }

    /// The same, of a part without which there is no text.
    pub fn get(&mut self, name: &str) -> Result<String, Failure> {
        self.find(name)?.ok_or_else(|| Failure::broken(format!("it has no {name}")))
    }
}

/// What an element says of itself, whatever its prefix is.
pub fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = tag.attributes();
    let attributes = attributes.with_checks(false).filter_map(Result::ok);
    let mut found = attributes.filter(|attribute| attribute.key.local_name().as_ref() == name);
    let value = found.next()?.normalized_value(quick_xml::XmlVersion::Explicit1_0).ok()?;
    Some(value.into_owned())
}
