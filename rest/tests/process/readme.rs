//! The tour of the README, run as it stands: each `#=` is looked for in what the command before it printed.
use crate::binary::{Folder, Process};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Where a reader stands.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

#[test]
#[ignore = "it needs curl: cargo test -p hosting-rest --test process -- --ignored"]
fn the_tour_works_word_for_word() {
    let folder = Folder::new();
    let process = Process::start(&folder.0, &[]);
    let readme = include_str!("../../../README.md");
    let tour =
        readme.split("## Five minutes").nth(1).and_then(|text| text.split("\n## ").next()).expect("a tour");
    let (script, promises) = script(tour, &process, &folder.0);
    assert!(promises.len() >= 12, "the tour shows what to expect");
    let run = Command::new("sh").arg("-c").arg(&script).current_dir(ROOT).output().expect("a shell");
    assert!(run.status.success(), "{}\n{}", script, String::from_utf8_lossy(&run.stderr));
    for (number, promise) in promises {
        let printed = fs::read_to_string(output(&folder.0, number)).expect("an output");
        assert!(printed.contains(&promise), "expected {promise} in\n{printed}");
    }
}

fn output(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("tour-{number}"))
}

/// The commands of the tour, each writing into a file of its own, and what to find in which.
fn script(tour: &str, process: &Process, folder: &Path) -> (String, Vec<(usize, String)>) {
    let mut script = format!("set -e\nexport API={} KEY={}\n", process.address, process.key());
    let mut promises = Vec::new();
    let (mut number, mut inside) = (0, false);
    let blocks = tour.split("```sh\n").skip(1).filter_map(|block| block.split("```").next());
    for line in blocks.flat_map(str::lines) {
        inside |= line.contains("() {") && !line.starts_with(' ');
        if inside {
            script.extend([line, "\n"]);
            inside = line != "}";
        } else if let Some(promise) = line.strip_prefix("#= ") {
            promises.push((number, promise.to_owned()));
        } else if line.starts_with("export API=") || line.starts_with("export KEY=") {
            // The port and the key of this run stand in their place.
        } else if line.starts_with("export ") {
            script.extend([line, "\n"]);
        } else {
            number += 1;
            let file = output(folder, number).display().to_string();
            script.extend(["{ ", line, "; } > ", &file, " 2>&1\n"]);
        }
    }
    (script, promises)
}
