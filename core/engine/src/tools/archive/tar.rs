//! Archives of tar (POSIX.1-2001, and what GNU adds for long names).
use super::archive_to_files::{Packed, empty, no_file};
use crate::{
    Failure, Work,
    bounded::{self, Measured},
    mime,
};
use std::io::{self, Read};
use tar::{Archive, Entry, EntryType};

/// Takes apart what is read `from` the archive `packed`, while it is read: there is no list of its files before them.
pub fn take_apart(work: &mut Work, from: impl Read, packed: &Packed) -> Result<(), Failure> {
    let mut left = packed.most;
    let mut archive = Archive::new(Measured::new(from, packed.most));
    let mut held = false;
    for entry in archive.entries().map_err(bounded::unread)? {
        let mut entry = entry.map_err(bounded::unread)?;
        if let Some(name) = name(&entry)? {
            held = true;
            let (size, before) = (entry.size(), left);
            bounded::unpack(&mut entry, &mut work.artifact(&name, mime::of_name(&name))?, &mut left)?;
            if before - left != size {
                return Err(Failure::broken(format!("it ends within {name}")));
            }
        }
        packed.tell(work);
    }
    // What packs the archive ends with a sum of all of it.
    io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(bounded::unread)?;
    if held { Ok(()) } else { Err(empty()) }
}

/// What an entry is called; nothing for a folder, and for what is only said of others.
fn name(entry: &Entry<'_, impl Read>) -> Result<Option<String>, Failure> {
    let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
    match entry.header().entry_type() {
        // Before POSIX a folder was a file whose name ends so.
        EntryType::Regular | EntryType::Continuous if !name.ends_with('/') => Ok(Some(name)),
        EntryType::Regular | EntryType::Directory | EntryType::XGlobalHeader => Ok(None),
        EntryType::Symlink | EntryType::Link => Err(no_file(&name, "a link")),
        EntryType::Char | EntryType::Block | EntryType::Fifo => Err(no_file(&name, "a device")),
        EntryType::GNUSparse => Err(no_file(&name, "a file with holes")),
        _ => Err(no_file(&name, "something that is not known")),
    }
}
