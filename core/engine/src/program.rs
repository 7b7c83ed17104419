//! Programs that the operator has installed, run within the sealed process.
use crate::{Code, Engine, Failure, Work};
use rustix::process::Signal;
use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, BufRead, BufReader, Read},
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    thread,
};

/// The engines that are programs.
pub(crate) const ENGINES: [Engine; 7] = [
    Engine::LibreOffice,
    Engine::Qpdf,
    Engine::Ffmpeg,
    Engine::Tesseract,
    Engine::Heif,
    Engine::Ghostscript,
    Engine::WeasyPrint,
];

/// Where programs are looked for: nowhere else.
const FOLDER: &str = "/usr/bin";
/// The longest line, and the most of all lines, that a program is listened to.
const HEARD: u64 = 1 << 20;
/// How much is kept of what a program says of errors.
const TAIL: usize = 16 << 10;

/// Whether all of an engine's programs are there.
pub(crate) fn installed(engine: Engine) -> bool {
    let programs: &[&str] = match engine {
        // Nothing is done by Poppler any more.
        Engine::Inside | Engine::Poppler => &[],
        Engine::LibreOffice => &["soffice"],
        Engine::Qpdf => &["qpdf"],
        Engine::Ffmpeg => &["ffmpeg", "ffprobe"],
        Engine::Tesseract => &["tesseract"],
        Engine::Heif => &["heif-convert", "heif-info"],
        Engine::Ghostscript => &["gs"],
        Engine::WeasyPrint => &["python3", "weasyprint"],
    };
    programs.iter().all(|program| Path::new(FOLDER).join(program).exists())
}

/// A program, and what it is to do.
pub(crate) struct Program(Command);

/// How a program ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Its exit code.
    pub code: i32,
    /// What it said of errors, at last.
    pub errors: String,
}

impl Work {
    /// A program of the operator, with nothing but this work's folder to itself.
    pub(crate) fn program(&self, name: &str) -> Result<Program, Failure> {
        self.program_at(&Path::new(FOLDER).join(name))
    }

    /// The same, for a program that is not where the others are.
    pub(crate) fn program_at(&self, path: &Path) -> Result<Program, Failure> {
        let home = std::path::absolute(self.scratch())?;
        let mut command = Command::new(path);
        command.env_clear().env("PATH", "/usr/bin:/bin").env("LANG", "C.UTF-8");
        command.env("HOME", &home).env("TMPDIR", &home).stdin(Stdio::null());
        Ok(Program(command))
    }
}

impl Program {
    /// One more argument.
    pub(crate) fn arg(&mut self, arg: impl AsRef<OsStr>) -> &mut Self {
        self.0.arg(arg);
        self
    }

    /// More arguments.
    pub(crate) fn args<Arg: AsRef<OsStr>>(&mut self, args: impl IntoIterator<Item = Arg>) -> &mut Self {
        self.0.args(args);
        self
    }

    /// A word of the environment.
    pub(crate) fn env(&mut self, name: &str, value: impl AsRef<OsStr>) -> &mut Self {
        self.0.env(name, value);
        self
    }

    /// Runs it; what it says is dropped.
    pub(crate) fn run(&mut self) -> Result<Ended, Failure> {
        self.0.stdout(Stdio::null());
        self.follow(|_| Ok(())).map(|(ended, ())| ended)
    }

    /// Runs it, and writes what it says to a file.
    pub(crate) fn run_into(&mut self, file: File) -> Result<Ended, Failure> {
        self.0.stdout(file);
        let ended = self.follow(|_| Ok(())).map(|(ended, ())| ended);
        // The command holds the file until it is told something else.
        self.0.stdout(Stdio::null());
        ended
    }

    /// Runs it, and answers with the first MiB of what it says.
    pub(crate) fn run_for_text(&mut self) -> Result<(Ended, String), Failure> {
        self.0.stdout(Stdio::piped());
        self.follow(|said| {
            let mut text = Vec::new();
            let Some(mut said) = said else { return Ok(String::new()) };
            said.by_ref().take(HEARD).read_to_end(&mut text)?;
            io::copy(&mut said, &mut io::sink())?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        })
    }

    /// Runs it, and hears each line that it says.
    pub(crate) fn run_by_line(&mut self, mut hear: impl FnMut(&str)) -> Result<Ended, Failure> {
        self.0.stdout(Stdio::piped());
        let followed = self.follow(|said| {
            let Some(said) = said else { return Ok(()) };
            let mut said = BufReader::new(said);
            let mut line = Vec::new();
            while said.by_ref().take(HEARD).read_until(b'\n', &mut line)? > 0 {
                hear(String::from_utf8_lossy(&line).trim_end());
                line.clear();
            }
            Ok(())
        });
        followed.map(|(ended, ())| ended)
    }

    fn follow<T>(
        &mut self,
        hear: impl FnOnce(Option<ChildStdout>) -> io::Result<T>,
    ) -> Result<(Ended, T), Failure> {
        let mut child = self.0.stderr(Stdio::piped()).spawn()?;
        let errors = tail(&mut child)?;
        let heard = hear(child.stdout.take());
        let status = child.wait()?;
        let errors = errors.join().unwrap_or_default();
        eprintln!("{} {status}: {errors}", Path::new(self.0.get_program()).display());
        match (status.code(), status.signal()) {
            (Some(code), _) => Ok((Ended { code, errors }, heard?)),
            (None, signal) => Err(died(signal)),
        }
    }
}

/// Reads what a program says of errors beside it: who does not listen stops it.
fn tail(child: &mut Child) -> io::Result<thread::JoinHandle<String>> {
    let errors = child.stderr.take();
    thread::Builder::new().spawn(move || {
        let Some(mut errors) = errors else { return String::new() };
        let (mut tail, mut piece) = (Vec::new(), vec![0; TAIL]);
        while let Ok(count @ 1..) = errors.read(&mut piece) {
            tail.extend_from_slice(&piece[..count]);
            tail.drain(..tail.len().saturating_sub(TAIL));
        }
        String::from_utf8_lossy(&tail).into_owned()
    })
}

fn died(signal: Option<i32>) -> Failure {
    failure(match signal.and_then(Signal::from_named_raw) {
        Some(Signal::XCPU) => Code::TimeExceeded,
        Some(Signal::XFSZ) => Code::OutputTooLarge,
        Some(Signal::KILL) => Code::MemoryExceeded,
        _ => Code::ConversionFailed,
    })
}

impl Ended {
    /// Fails unless it did what it should; `read` knows what its words mean, if they mean anything.
    pub(crate) fn good(self, read: impl FnOnce(&str) -> Option<Code>) -> Result<(), Failure> {
        if self.code == 0 {
            return Ok(());
        }
        let memory = ["Cannot allocate memory", "bad_alloc", "out of memory", "Out of memory"];
        let code = match read(&self.errors) {
            Some(code) => code,
            None if memory.iter().any(|words| self.errors.contains(words)) => Code::MemoryExceeded,
            None if self.errors.contains("File too large") => Code::OutputTooLarge,
            None => Code::FileBroken,
        };
        Err(failure(code))
    }
}

/// A failure whose code says all that is known.
fn failure(code: Code) -> Failure {
    let message = match code {
        Code::FileEncrypted => "the file is encrypted",
        Code::FileUnsupported => "the file needs something that the tool does not know",
        Code::FileBroken => "the file cannot be read: it is cut off or broken",
        Code::TimeExceeded => "the work takes longer than there is time for it",
        Code::MemoryExceeded => "the work needs more memory than there is for it",
        Code::OutputTooLarge => "what would be made is too large",
        _ => "the work broke off",
    };
    Failure::new(code, message)
}

/// Moves what a program made to where the customer gets it from. A program that made nothing has failed.
pub(crate) fn take(made: &Path, artifact: &Path) -> Result<(), Failure> {
    let nothing = || Failure::new(Code::FileBroken, "the file cannot be read: nothing came of it");
    let found = fs::symlink_metadata(made).map_err(|_| nothing())?;
    if !found.is_file() || found.len() == 0 {
        return Err(nothing());
    }
    // Kernels before 5.19 move nothing between folders that Landlock watches.
    if fs::rename(made, artifact).is_err() {
        fs::copy(made, artifact)?;
        fs::remove_file(made)?;
    }
    Ok(())
}

/// The path of a file that a program is told to use as it is: never an option, never an address.
pub(crate) fn told(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
