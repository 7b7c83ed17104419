//! What changed between two runs.
use super::found;
use hosting_catalogue::compare;
use std::path::Path;

/// What was promised anew, changed, moved and withdrawn between two runs of everything; or why they cannot be read.
pub fn changes(old: &Path, new: &Path) -> Result<String, String> {
    let (old, new) = (found::read(old)?, found::read(new)?);
    if let Some(part) = [&old, &new].into_iter().find(|run| !run.chosen.is_empty()) {
        return Err(format!(
            "only a part was played ({}): it tells nothing of the rest",
            part.chosen.join(" ")
        ));
    }
    let changes = compare(&old, &new);
    let moved: Vec<_> = changes.moved.iter().map(|(was, is)| format!("{was} is now {is}")).collect();
    let parts = [
        ("Promised anew", &changes.anew),
        ("Changed", &changes.changed),
        ("Moved", &moved),
        ("Withdrawn", &changes.withdrawn),
    ];
    let part = |(title, ids): (&str, &Vec<String>)| {
        let lines: String = ids.iter().map(|id| format!("  {id}\n")).collect();
        format!("{title}: {}\n{lines}", ids.len())
    };
    Ok(parts.into_iter().map(part).collect())
}
