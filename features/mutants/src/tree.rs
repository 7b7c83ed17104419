//! A copy of the workspace whose core has all mutants in it, each waiting for its turn.
use crate::plant::{Mutant, plant};
use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// Where all that is broken can ask whose turn it is.
const KERNEL: &str = "core/kernel/src/lib.rs";

/// What the kernel's copy is given: whose turn it is, and which were passed on the way.
const TURN: &str = r#"
extern crate self as hosting_kernel;

/// Mutants, of which one may have its turn.
pub mod mutants {
    use std::{
        env, fs::OpenOptions, io::Write as _,
        sync::{LazyLock, Mutex, atomic::{AtomicBool, Ordering}},
    };

    static CHOSEN: LazyLock<usize> =
        LazyLock::new(|| env::var("MUTANT").ok().and_then(|number| number.parse().ok()).unwrap_or(0));
    static PASSED: [AtomicBool; COUNT + 1] = [const { AtomicBool::new(false) }; COUNT + 1];
    static NOTES: LazyLock<Option<Mutex<std::fs::File>>> = LazyLock::new(|| {
        let file = env::var_os("MUTANTS_PASSED")?;
        OpenOptions::new().create(true).append(true).open(file).ok().map(Mutex::new)
    });

    /// Whether it is the turn of this one.
    pub fn on(number: usize) -> bool {
        if *CHOSEN == 0 && !PASSED[number].swap(true, Ordering::Relaxed)
            && let Some(file) = &*NOTES && let Ok(mut file) = file.lock()
        {
            let _ = writeln!(file, "{number}");
        }
        *CHOSEN == number
    }
}
"#;

/// Makes the copy of `workspace` at `tree`, with mutants in the files of the core that `takes`; lists them.
pub fn make(workspace: &Path, tree: &Path, takes: impl Fn(&str) -> bool) -> io::Result<Vec<Mutant>> {
    let (mut mutants, mut kernel) = (Vec::new(), Vec::new());
    for name in &files(workspace)? {
        let source = fs::read(workspace.join(name))?;
        let core = of_the_core(name);
        let mut planted = match core {
            Some(core) if takes(core) => planted(core, &source, &mut mutants)?,
            None if name == "Cargo.toml" => other_version(&source),
            _ => source,
        };
        if core.is_some_and(|core| core.ends_with("/src/lib.rs")) {
            planted.splice(..0, ALLOWED.bytes());
        }
        match &**name {
            KERNEL => kernel = planted,
            _ => put(&tree.join(name), &planted)?,
        }
    }
    kernel.extend(TURN.replace("COUNT", &mutants.len().to_string()).bytes());
    put(&tree.join(KERNEL), &kernel)?;
    Ok(mutants)
}

/// What mutants are, and nothing else may be.
const ALLOWED: &str = "#![allow(missing_docs, unused_parens)]\n";

/// The packages of the core that are broken.
const ROOMS: [&str; 10] = [
    "account",
    "billing",
    "conversion",
    "domains",
    "email",
    "hosting",
    "instances",
    "kernel",
    "search",
    "services",
];

/// The path within `core` of a file of the areas, of the kernel, or of what that stands on; of no other.
pub fn of_the_core(name: &str) -> Option<&str> {
    let name = name.strip_prefix("core/")?;
    let (room, within) = name.split_once('/')?;
    (ROOMS.contains(&room) && within.starts_with("src/")).then_some(name)
}

/// The manifest of the workspace, whose packages have a version of their own: Cargo takes what it built of one tree for
/// what it would build of another at the same version.
fn other_version(manifest: &[u8]) -> Vec<u8> {
    let manifest = String::from_utf8_lossy(manifest);
    let lines = manifest.lines();
    let lines =
        lines.map(|line| if line.starts_with("version = ") { "version = \"0.0.0-mutants\"" } else { line });
    lines.flat_map(|line| [line, "\n"]).collect::<String>().into_bytes()
}

/// The files that git knows, and those that it would.
fn files(workspace: &Path) -> io::Result<Vec<String>> {
    let asked = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let told = Command::new("git").current_dir(workspace).args(asked).output()?;
    let names = String::from_utf8_lossy(&told.stdout).into_owned();
    let names = names.split('\0').filter(|name| !name.is_empty() && workspace.join(name).is_file());
    Ok(names.map(str::to_owned).collect())
}

fn planted(name: &str, source: &[u8], mutants: &mut Vec<Mutant>) -> io::Result<Vec<u8>> {
    let broken = |cause: &dyn std::fmt::Display| io::Error::other(format!("core/{name}: {cause}"));
    let source = std::str::from_utf8(source).map_err(|cause| broken(&cause))?;
    let mut file = syn::parse_file(source).map_err(|cause| broken(&cause))?;
    plant(name, &mut file, mutants);
    Ok(prettyplease::unparse(&file).into_bytes())
}

/// Writes what is new, so that only that is compiled again.
fn put(file: &PathBuf, bytes: &[u8]) -> io::Result<()> {
    if fs::read(file).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    fs::create_dir_all(file.parent().expect("a file stands in a folder"))?;
    fs::write(file, bytes)
}
