//! Tools that mean harm.
use garde::Validate;
use hosting_engine::{About, Category, Convert, Engine, Failure, Tool, Work};
use schemars::JsonSchema;
use serde::Deserialize;
use std::{
    fs::{self, File},
    hint::black_box,
    io::{self, Write},
    path::PathBuf,
    thread,
    time::Duration,
};

pub const TOOLS: &[Tool] = &[
    Tool::of::<Escape>(),
    Tool::of::<EscapeFromAProgram>(),
    Tool::of::<Take>(),
    Tool::of::<Lie>(),
    Tool::of::<Copy>(),
];

const fn about(id: &'static str) -> About {
    done_by(id, Engine::Inside)
}

const fn done_by(id: &'static str, engine: Engine) -> About {
    About {
        id,
        name: id,
        description: "Means harm.",
        category: Category::Data,
        accepts: &["text/plain"],
        produces: &["application/json"],
        files: (1, 1),
        engine,
    }
}

/// Tries to get out, and tells where it could.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[garde(allow_unvalidated)]
pub struct Escape {
    /// A port on which the test listens.
    pub port: u16,
    /// A socket on which the test listens.
    pub socket: PathBuf,
    /// Files of the machine.
    pub files: Vec<PathBuf>,
    /// Folders of the machine that the test can write to.
    pub folders: Vec<PathBuf>,
    /// A process of the machine.
    pub process: i32,
}

impl Convert for Escape {
    const ABOUT: About = about("escape");

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let found = crate::escapes::attempts(&self);
        let mut file = work.artifact("found.json", "application/json")?;
        file.write_all(&serde_json::to_vec(&found).expect("a list"))?;
        Ok(())
    }
}

/// The same, where programs of the operator may be started.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[garde(allow_unvalidated)]
pub struct EscapeFromAProgram {
    /// What is tried.
    #[serde(flatten)]
    pub escape: Escape,
}

impl Convert for EscapeFromAProgram {
    const ABOUT: About = done_by("escape-from-a-program", Engine::Qpdf);

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        self.escape.run(work)
    }
}

/// Takes more than it may.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "lowercase", tag = "what")]
#[garde(allow_unvalidated)]
pub enum Take {
    Memory,
    MemoryPieces,
    Processor,
    Time,
    File,
    Files,
    Empty,
    Threads,
    Stack,
    Panic,
    Open,
    Unseen,
}

impl Convert for Take {
    const ABOUT: About = about("take");

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        work.progress(1, 2);
        match self {
            Self::Memory => drop(black_box(vec![1_u8; 1 << 30])),
            Self::MemoryPieces => pieces(),
            Self::Processor => spin(),
            Self::Time => thread::sleep(Duration::from_mins(10)),
            Self::File => fill(work.artifact("large", "application/json")?)?,
            Self::Files => files(1 << 20)?,
            Self::Empty => files(0)?,
            Self::Threads => threads()?,
            Self::Stack => drop(black_box(deep(1))),
            Self::Panic => panic!("a panic"),
            Self::Open => open()?,
            Self::Unseen => unseen(),
        }
        Ok(())
    }
}

/// Means no harm: what it makes is what it was given.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
pub struct Copy {}

impl Convert for Copy {
    const ABOUT: About = about("copy");

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let all = work.read(&work.files()[0])?;
        work.artifact("copy.json", "application/json")?.write_all(&all)?;
        Ok(())
    }
}

fn pieces() {
    let mut all = Vec::new();
    loop {
        all.push(black_box(vec![1_u8; 4096]));
    }
}

fn spin() {
    let mut number = 0_u64;
    loop {
        number = black_box(number.wrapping_add(1));
    }
}

fn fill(mut file: File) -> io::Result<()> {
    loop {
        file.write_all(&vec![1; 1 << 16])?;
    }
}

/// Files that are each small enough.
fn files(bytes: usize) -> io::Result<()> {
    for number in 0_u64.. {
        fs::write(format!("tmp/{number}"), vec![1; bytes])?;
    }
    Ok(())
}

fn threads() -> io::Result<()> {
    loop {
        thread::Builder::new().stack_size(1 << 14).spawn(|| thread::sleep(Duration::from_mins(10)))?;
    }
}

fn deep(number: u64) -> u64 {
    let held = black_box([number; 1000]);
    if held[500] == 0 { 0 } else { black_box(deep(held[999] + 1)) + held[0] }
}

/// Files that are removed while they are open: no folder has them, and the disk is full of them.
fn unseen() {
    let one = || {
        let mut file = File::create("tmp/unseen")?;
        fs::remove_file("tmp/unseen")?;
        // As much as a file may have.
        (0..7).try_for_each(|_| file.write_all(&vec![1; 1 << 20])).map(|()| file)
    };
    let _all: Vec<_> = (0..1000).map_while(|_| one().ok()).collect();
    thread::sleep(Duration::from_mins(10));
}

fn open() -> io::Result<()> {
    let mut all = Vec::new();
    loop {
        all.push(File::open("in/0")?);
    }
}

/// Says what the test wants said.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[garde(allow_unvalidated)]
pub struct Lie {
    /// What is said, before what a sealed process says.
    pub words: String,
    /// How often.
    pub times: u32,
}

impl Convert for Lie {
    const ABOUT: About = about("lie");

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let mut file = work.artifact("true.json", "application/json")?;
        file.write_all(b"true")?;
        for _ in 0..self.times {
            io::stdout().write_all(self.words.as_bytes())?;
        }
        io::stdout().flush()?;
        // Nobody may wait for the rest.
        std::process::exit(0)
    }
}
