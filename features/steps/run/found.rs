//! What a run found, as the file that others read.
use super::{cast::Play, play::Outcome};
use crate::{database, server::server};
use hosting_catalogue::{Ending, FORMAT, Played, Results};
use hosting_core::time::Time;
use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

/// Where the results of a run of everything are, from the folder of the features; another one is in `selection.json`.
pub fn place(features: &Path, everything: bool) -> PathBuf {
    let name = if everything { "results.json" } else { "selection.json" };
    features.with_file_name("target").join("behaviour").join(name)
}

/// What a run found: when it `began`, and how long it `took`.
pub async fn results(
    features: &Path,
    (began, took): (Time, Duration),
    words: &[String],
    ended: &mut [(Play, Outcome)],
) -> Results {
    let ran_on = match server() {
        Some(server) => vec![server.url().to_owned()],
        None => vec![database::version().await],
    };
    // What a server elsewhere was built of, nobody knows here.
    let commit = if server().is_none() { commit(features) } else { None };
    let played = ended.iter_mut().map(|(play, outcome)| played(play, outcome)).collect();
    Results {
        format: FORMAT,
        commit,
        began: began.to_string(),
        seconds: rounded(took.as_secs_f64()),
        ran_on,
        chosen: words.to_vec(),
        played,
    }
}

fn played(play: &Play, outcome: &mut Outcome) -> Played {
    Played {
        id: play.id.clone(),
        digest: play.digest.clone(),
        facade: play.facade.word().to_owned(),
        ending: outcome.fault.clone().map_or(Ending::Passed, Ending::Failed),
        seconds: rounded(outcome.took.as_secs_f64()),
        over: std::mem::take(&mut outcome.told.over),
        operations: std::mem::take(&mut outcome.told.operations),
        exchanges: std::mem::take(&mut outcome.told.exchanges),
    }
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// The commit that is checked out, with `+` behind it where files have been changed since.
fn commit(folder: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let told = Command::new("git").args(arguments).current_dir(folder).output().ok()?;
        told.status.success().then(|| String::from_utf8_lossy(&told.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = !git(&["status", "--porcelain"])?.is_empty();
    Some(if changed { format!("{commit}+") } else { commit })
}

/// Reads what an earlier run wrote.
pub fn read(file: &Path) -> Result<Results, String> {
    let broken = |cause: &dyn std::fmt::Display| format!("{}: {cause}", file.display());
    let text = fs::read(file).map_err(|cause| broken(&cause))?;
    let results: Results = serde_json::from_slice(&text).map_err(|cause| broken(&cause))?;
    match results.format {
        FORMAT => Ok(results),
        other => Err(broken(&format!("format {other}; this is {FORMAT}"))),
    }
}

/// Writes it.
pub fn write(file: &Path, results: &Results) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, serde_json::to_vec(results)?)
}
