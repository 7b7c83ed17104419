//! Writing and reading with an end: what grows without one is stopped while it grows.
use crate::{Code, Failure};
use std::{
    fs::File,
    io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write},
};

/// A writer that takes only so many bytes more.
pub struct Bounded<'a, W> {
    inner: W,
    left: &'a mut u64,
    /// Something could not be written: who tries to put that right finds nothing that can be.
    broken: bool,
}

impl<'a> Bounded<'a, BufWriter<File>> {
    /// Writes to `file`, and to others after it, until nothing is `left`.
    pub fn new(file: File, left: &'a mut u64) -> Self {
        Self { inner: BufWriter::new(file), left, broken: false }
    }
}

impl<W: Write> Write for Bounded<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes).and_then(|written| {
            *self.left = self.left.checked_sub(written as u64).ok_or(ErrorKind::FileTooLarge)?;
            Ok(written)
        });
        self.broken |= written.as_ref().is_err_and(|cause| cause.kind() != ErrorKind::Interrupted);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W: Seek> Seek for Bounded<'_, W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self.broken {
            true => Err(ErrorKind::FileTooLarge.into()),
            false => self.inner.seek(to),
        }
    }
}

/// A reader that gives only so many bytes: whatever is skipped or thrown away counts too.
pub struct Measured<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Measured<R> {
    /// Reads from `inner` until nothing is `left`; then it fails as [`unread`] knows.
    pub fn new(inner: R, left: u64) -> Self {
        Self { inner, left }
    }
}

impl<R: Read> Read for Measured<R> {
    fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(piece)?;
        self.left = self.left.checked_sub(count as u64).ok_or(ErrorKind::FileTooLarge)?;
        Ok(count)
    }
}

/// What came of reading a file that is packed: it grows too much, or is broken.
pub fn unread(cause: io::Error) -> Failure {
    match cause.kind() {
        ErrorKind::FileTooLarge => too_large(),
        ErrorKind::OutOfMemory => cause.into(),
        _ => Failure::broken(cause),
    }
}

/// Unpacks into `into` until nothing of what the archive may hold is `left`.
///
/// What an archive says of its entries' sizes is not asked: the bytes are counted.
pub fn unpack(from: &mut impl Read, into: &mut impl Write, left: &mut u64) -> Result<(), Failure> {
    let mut piece = vec![0; 64 << 10];
    loop {
        let count = match from.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(count) => count,
            Err(cause) if cause.kind() == ErrorKind::Interrupted => continue,
            Err(cause) => return Err(unread(cause)),
        };
        *left = left.checked_sub(count as u64).ok_or_else(too_large)?;
        into.write_all(&piece[..count])?;
    }
}

fn too_large() -> Failure {
    Failure::new(Code::ExpansionTooLarge, "the archive grows too much when it is unpacked")
}
