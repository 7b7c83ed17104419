//! A text of commands, run as it stands: each `#=` is looked for in what the command before it printed.
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Where a reader stands.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// What comes of running a text.
pub struct Tour {
    /// What it says to expect.
    pub promises: usize,
    /// What failed, and what was not printed.
    pub faults: Vec<String>,
}

/// A command, or one line of what the shell has to know, and what it is to print.
struct Step {
    line: String,
    promises: Vec<String>,
}

/// Runs the blocks of `text` but for those that say before them that they are not, with these names set; a line that sets one of
/// them is passed over.
pub fn run(text: &str, names: &[(&str, &str)], folder: &Path) -> Tour {
    let steps = steps(text, names);
    let mut script = String::new();
    for (name, value) in names {
        script.extend(["export ", name, "='", value, "'\n"]);
    }
    for (number, Step { line, .. }) in steps.iter().enumerate() {
        if line.starts_with("export ") || line.contains("() {") {
            script.extend([line, "\n"]);
        } else {
            let file = output(folder, number).display().to_string();
            script.extend([
                "{ ",
                line,
                "; } > ",
                &file,
                " 2>&1 || echo \"exit code $?\" > ",
                &file,
                ".failed\n",
            ]);
        }
    }
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(&script).current_dir(ROOT).env_remove("DATABASE_URL").env_remove("REDIS_URL");
    let shell = shell.output().expect("a shell");
    let mut faults = Vec::new();
    if !shell.status.success() || !shell.stderr.is_empty() {
        faults.push(format!("{}: {}", shell.status, String::from_utf8_lossy(&shell.stderr)));
    }
    for (number, Step { line, promises }) in steps.iter().enumerate() {
        let file = output(folder, number);
        let printed = fs::read_to_string(&file).unwrap_or_default();
        if let Ok(code) = fs::read_to_string(file.with_extension("failed")) {
            faults.push(format!("{line}\n  {code}  {printed}"));
        }
        for promise in promises.iter().filter(|promise| !printed.contains(*promise)) {
            faults.push(format!("{line}\n  expected {promise} in\n  {printed}"));
        }
    }
    Tour { promises: steps.iter().map(|step| step.promises.len()).sum(), faults }
}

fn output(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("tour-{number}"))
}

/// The lines that are run; a function is one.
fn steps(text: &str, names: &[(&str, &str)]) -> Vec<Step> {
    let (mut steps, mut function): (Vec<Step>, _) = (Vec::new(), None::<String>);
    let blocks = text.split("```sh\n").collect::<Vec<_>>();
    let run = blocks.windows(2).filter(|pair| !pair[0].trim_end().rsplit("<!--").next().is_some_and(not_run));
    for line in run.filter_map(|pair| pair[1].split("```").next()).flat_map(str::lines) {
        if let Some(mut begun) = function.take() {
            begun.extend([line, "\n"]);
            match line {
                "}" => steps.push(Step { line: begun, promises: Vec::new() }),
                _ => function = Some(begun),
            }
        } else if line.contains("() {") && !line.ends_with('}') {
            function = Some(format!("{line}\n"));
        } else if let Some(promise) = line.strip_prefix("#= ") {
            steps.last_mut().expect("a command comes first").promises.push(promise.to_owned());
        } else if !names.iter().any(|(name, _)| line.starts_with(&format!("export {name}="))) {
            steps.push(Step { line: line.to_owned(), promises: Vec::new() });
        }
    }
    steps
}

/// Whether the comment that ends right before a block says so.
fn not_run(comment: &str) -> bool {
    comment.starts_with(" not run here: ") && comment.ends_with("-->")
}
