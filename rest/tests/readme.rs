//! The tour of the README, run as it stands: each `#=` is looked for in what the command before it printed.
use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// The platform as the README starts it, on a port of its own.
struct Process {
    child: Child,
    folder: PathBuf,
    address: String,
    key: String,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn start() -> Process {
    let folder = env::temp_dir().join(format!("hosting-readme-{}", std::process::id()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_hosting"))
        .args(["--listen", "127.0.0.1:0", "--data"])
        .arg(&folder)
        .env_remove("DATABASE_URL")
        .env_remove("REDIS_URL")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the platform starts");
    let (mut key, mut address) = (None, None);
    for line in BufReader::new(child.stdout.take().expect("its output")).lines() {
        let line = line.expect("a line");
        if let Some(text) = line.strip_prefix("API key: ") {
            key.get_or_insert_with(|| text.to_owned());
        } else if let Some(text) = line.strip_prefix("listening on ") {
            address = Some(text.to_owned());
            break;
        }
    }
    Process { child, folder, address: address.expect("an address"), key: key.expect("a key") }
}

#[test]
fn the_tour_works_word_for_word() {
    if Command::new("curl").arg("--version").output().is_err() {
        assert!(env::var_os("HOSTING_REQUIRE_SERVICES").is_none(), "curl is missing");
        eprintln!("NOT RUN: the tour needs curl");
        return;
    }
    let process = start();
    let readme = include_str!("../../README.md");
    let tour = readme.split("## Five minutes").nth(1).and_then(|text| text.split("\n## ").next()).expect("a tour");
    let (script, promises) = script(tour, &process);
    assert!(promises.len() >= 12, "the tour shows what to expect");
    let run = Command::new("sh").arg("-c").arg(&script).output().expect("a shell");
    assert!(run.status.success(), "{}\n{}", script, String::from_utf8_lossy(&run.stderr));
    for (number, promise) in promises {
        let printed = fs::read_to_string(output(&process.folder, number)).expect("an output");
        assert!(printed.contains(&promise), "expected {promise} in\n{printed}");
    }
}

fn output(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("tour-{number}"))
}

/// The commands of the tour, each writing into a file of its own, and what to find in which.
fn script(tour: &str, process: &Process) -> (String, Vec<(usize, String)>) {
    let mut script = format!("set -e\nexport API={} KEY={}\n", process.address, process.key);
    let mut promises = Vec::new();
    let mut number = 0;
    let blocks = tour.split("```sh\n").skip(1).filter_map(|block| block.split("```").next());
    for line in blocks.flat_map(str::lines) {
        if let Some(promise) = line.strip_prefix("#= ") {
            promises.push((number, promise.to_owned()));
        } else if line.starts_with("export API=") || line.starts_with("export KEY=") {
            // The port and the key of this run stand in their place.
        } else if line.starts_with("export ") {
            script += &format!("{line}\n");
        } else {
            number += 1;
            script += &format!("{{ {line}; }} > {} 2>&1\n", output(&process.folder, number).display());
        }
    }
    (script, promises)
}
