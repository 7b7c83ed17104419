//! A copy of the workspace whose core has all mutants in it, each waiting for its turn.
use crate::plant::{Mutant, plant};
use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// What the core's copy is given: whose turn it is, and which were passed on the way.
const TURN: &str = r#"
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
    let mut mutants = Vec::new();
    let files = files(workspace)?;
    for name in &files {
        let source = fs::read(workspace.join(name))?;
        let planted = match of_the_core(name) {
            Some(core) if takes(core) => planted(core, &source, &mut mutants)?,
            None if name == "Cargo.toml" => other_version(&source),
            _ => source,
        };
        put(&tree.join(name), &planted)?;
    }
    // The areas have by their own name whatever the kernel has.
    let lib = "core/kernel/src/lib.rs";
    let turn = TURN.replace("COUNT", &mutants.len().to_string());
    let whole = fs::read_to_string(workspace.join(lib))?;
    put(&tree.join(lib), format!("{ALLOWED}{whole}{turn}").as_bytes())?;
    let lib = "core/src/lib.rs";
    let whole = fs::read_to_string(workspace.join(lib))?;
    put(&tree.join(lib), format!("{ALLOWED}{whole}").as_bytes())?;
    Ok(mutants)
}

/// What mutants are, and nothing else may be.
const ALLOWED: &str = "#![allow(missing_docs, unused_parens)]\n";

/// The path within `core` of a file of the areas, of the kernel, or of what that stands on; of no other.
pub fn of_the_core(name: &str) -> Option<&str> {
    let name = name.strip_prefix("core/")?;
    (name.starts_with("src/") || name.starts_with("kernel/src/")).then_some(name)
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
