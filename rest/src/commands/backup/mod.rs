//! `hosting backup` and `hosting restore`: what an installation has, in one file that is sealed under a passphrase.
//!
//! The file is an archive (tar) of `about.json`, `secret`, `hosting.db` where the database is a file, and `files/`
//! where files are in a folder. The database is copied at one moment, while it is written to; files are copied after
//! that, so that what the database tells of is there.
mod sealed;

use super::{
    failure::CommandError,
    settings::{Opened, Settings},
};
use clap::Args;
use hosting_core::{
    Time,
    clock::{Clock, SystemClock},
};
use sealed::{Opening, Sealing};
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File},
    io::{self, BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
};
use tar::{Archive, Builder, EntryType, Header};

const ABOUT: &str = "about.json";
const SECRET: &str = "secret";
const DATABASE: &str = "hosting.db";
const FILES: &str = "files";
/// The least that a passphrase is.
const SHORTEST: usize = 12;

/// A backup to be made.
#[derive(Debug, Args)]
pub struct Backup {
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    passphrase: Passphrase,
    /// The file; it must not be there yet.
    file: PathBuf,
}

/// A backup to be brought back.
#[derive(Debug, Args)]
pub struct Restore {
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    passphrase: Passphrase,
    /// The file.
    file: PathBuf,
}

/// What a backup is sealed under.
#[derive(Debug, Args)]
struct Passphrase {
    /// The passphrase, at least 12 characters; without it nobody reads the backup.
    #[arg(
        long = "passphrase",
        env = "HOSTING_BACKUP_PASSPHRASE",
        value_name = "TEXT",
        hide_env_values = true
    )]
    text: Option<String>,
    /// A file that holds it.
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    passphrase_file: Option<PathBuf>,
}

/// What a backup says of itself.
#[derive(Debug, Serialize, Deserialize)]
struct About {
    /// The version that made it.
    version: String,
    /// When its database was copied.
    made_at: Time,
    /// What the database was: `sqlite`, which is in here, or `postgresql`, which is not.
    database: String,
}

impl Passphrase {
    fn read(&self) -> Result<String, CommandError> {
        let passphrase = match (&self.text, &self.passphrase_file) {
            (Some(text), _) => text.clone(),
            (None, Some(file)) => {
                let text = fs::read_to_string(file).map_err(|cause| unusable(file, &cause))?;
                text.trim_end_matches(['\r', '\n']).to_owned()
            }
            (None, None) => {
                let why = "a backup is sealed: give HOSTING_BACKUP_PASSPHRASE, or --passphrase-file";
                return Err(CommandError::refused(why));
            }
        };
        match passphrase.chars().count() >= SHORTEST {
            true => Ok(passphrase),
            false => Err(CommandError::refused(format!("a passphrase has at least {SHORTEST} characters"))),
        }
    }
}

impl Backup {
    /// Does it.
    pub async fn run(self) -> Result<(), CommandError> {
        let (passphrase, opened) = (self.passphrase.read()?, self.settings.open().await?);
        if self.file.exists() {
            return Err(CommandError::refused(format!("{}: is there already", self.file.display())));
        }
        let beside = with_ending(&self.file, "part");
        let database = with_ending(&self.file, "database");
        let written = self.write(&opened, &passphrase, (&beside, &database)).await;
        drop(fs::remove_file(&database));
        if written.is_err() {
            drop(fs::remove_file(&beside));
        }
        let copied = written?;
        fs::rename(&beside, &self.file).map_err(|cause| unusable(&self.file, &cause))?;
        let bytes = fs::metadata(&self.file).map_or(0, |found| found.len());
        let accounts = hosting_inventory::accounts(&opened.database).await?.len();
        eprintln!("{bytes} bytes in {}, of an installation with accounts: {accounts}", self.file.display());
        if !copied {
            eprintln!(
                "the database is not in it: `pg_dump --format=custom \"$DATABASE_URL\"` copies that, best before"
            );
        }
        Ok(())
    }

    /// Whether the database is in it.
    async fn write(
        &self,
        opened: &Opened,
        passphrase: &str,
        (beside, copy): (&Path, &Path),
    ) -> Result<bool, CommandError> {
        // Empty, and for nobody else to read.
        drop(private(copy).map_err(|cause| unusable(copy, &cause))?);
        let about = About {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            made_at: SystemClock.now(),
            database: opened.database.driver().to_owned(),
        };
        let copied = opened.database.copy_to(copy).await?;
        let out = private(beside).map_err(|cause| unusable(beside, &cause))?;
        let files = self.settings.data.join(FILES);
        let written = archive(out, passphrase, &about, |archive| {
            put(archive, SECRET, opened.ring.newest())?;
            if copied {
                archive.append_path_with_name(copy, DATABASE)?;
            }
            if files.is_dir() { folder(archive, &files, Path::new(FILES)) } else { Ok(()) }
        });
        written.map_err(|cause| unusable(beside, &cause))?;
        Ok(copied)
    }
}

/// Writes an archive of `about` and of what `fill` puts into it.
fn archive(
    out: File,
    passphrase: &str,
    about: &About,
    fill: impl FnOnce(&mut Builder<Sealing<BufWriter<File>>>) -> io::Result<()>,
) -> io::Result<()> {
    let mut archive = Builder::new(Sealing::new(BufWriter::new(out), passphrase)?);
    archive.follow_symlinks(false);
    put(&mut archive, ABOUT, &serde_json::to_vec(about)?)?;
    fill(&mut archive)?;
    let out = archive.into_inner()?.finish()?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

fn put(archive: &mut Builder<impl Write>, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_size(bytes.len() as u64);
    header.set_mode(0o600);
    archive.append_data(&mut header, name, bytes)
}

/// What is below `from`; what goes away meanwhile is not there any more.
fn folder(archive: &mut Builder<impl Write>, from: &Path, name: &Path) -> io::Result<()> {
    let mut found = fs::read_dir(from)?.collect::<io::Result<Vec<_>>>()?;
    found.sort_by_key(fs::DirEntry::file_name);
    for entry in found {
        let (path, name) = (entry.path(), name.join(entry.file_name()));
        let done = match entry.file_type()? {
            kind if kind.is_dir() => folder(archive, &path, &name),
            kind if kind.is_file() => archive.append_path_with_name(&path, &name),
            _ => Ok(()),
        };
        match done {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
            done => done?,
        }
    }
    Ok(())
}

impl Restore {
    /// Does it: beside the place first, so that it is there whole or not at all.
    pub async fn run(self) -> Result<(), CommandError> {
        let (passphrase, data) = (self.passphrase.read()?, &self.settings.data);
        for name in [SECRET, DATABASE, FILES] {
            if data.join(name).exists() {
                let why =
                    format!("{}: has a {name} already; a backup goes into an empty folder", data.display());
                return Err(CommandError::refused(why));
            }
        }
        super::settings::folder(data)?;
        let beside = data.join("restoring");
        drop(fs::remove_dir_all(&beside));
        let unpacked = self.unpack(&passphrase, &beside).map_err(|cause| unusable(&self.file, &cause));
        let about = match unpacked {
            Ok(about) => about,
            Err(refused) => {
                drop(fs::remove_dir_all(&beside));
                return Err(refused);
            }
        };
        for name in [FILES, DATABASE, SECRET] {
            let from = beside.join(name);
            if from.exists() {
                fs::rename(&from, data.join(name)).map_err(|cause| unusable(&from, &cause))?;
            }
        }
        drop(fs::remove_dir_all(&beside));
        eprintln!("restored what was there {}", about.made_at);
        if about.database != "sqlite" {
            eprintln!(
                "the database is not in it: restore that by `pg_restore`, and give DATABASE_URL to the server"
            );
            return Ok(());
        }
        // That the secret is this database's, and the database whole.
        let opened = Settings { database_url: None, secret: None, ..self.settings.clone() }.open().await?;
        let accounts = hosting_inventory::accounts(&opened.database).await?.len();
        eprintln!("the database opens by its secret; accounts: {accounts}");
        Ok(())
    }

    fn unpack(&self, passphrase: &str, to: &Path) -> io::Result<About> {
        let file = BufReader::new(File::open(&self.file)?);
        let mut archive = Archive::new(Opening::new(file, passphrase)?);
        let mut about = None;
        fs::create_dir_all(to)?;
        for entry in archive.entries()? {
            let mut entry = entry?;
            let path = entry.path()?.into_owned();
            if entry.header().entry_type() != EntryType::Regular {
                continue;
            }
            match path.to_str() {
                Some(ABOUT) => {
                    let mut text = String::new();
                    entry.read_to_string(&mut text)?;
                    about = Some(serde_json::from_str(&text)?);
                }
                Some(SECRET) => {
                    let mut secret = String::new();
                    entry.read_to_string(&mut secret)?;
                    private(&to.join(SECRET))?.write_all(secret.as_bytes())?;
                }
                // Never out of the folder: `unpack_in` sees to that.
                _ => {
                    entry.unpack_in(to)?;
                }
            }
        }
        // To the end: a file that was cut off is noticed there.
        io::copy(&mut archive.into_inner(), &mut io::sink())?;
        about.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "is no backup of this platform"))
    }
}

/// A new file for nobody else to read.
fn private(path: &Path) -> io::Result<File> {
    drop(fs::remove_file(path));
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn unusable(path: &Path, cause: &io::Error) -> CommandError {
    CommandError::refused(format!("{}: {cause}", path.display()))
}
