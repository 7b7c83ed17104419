//! What is shown of a change, and asked before something is removed.
use crate::commands::{failure::CommandError, print};
use hosting_inventory::{Action, Change};
use std::io::{self, IsTerminal};

/// Prints what changes, line by line.
pub fn show(changes: &[Change]) -> Result<(), CommandError> {
    print(&changes.iter().map(|change| format!("{change}\n")).collect::<String>())
}

/// Asks whether what was shown may be removed, unless `yes` was said; refused where nobody can be asked.
pub fn confirm(changes: &[Change], yes: bool) -> Result<(), CommandError> {
    let things = match count(changes, Action::Removed) {
        0 => return Ok(()),
        1 => "1 thing".to_owned(),
        several => format!("{several} things"),
    };
    if yes {
        return Ok(());
    }
    if !io::stdin().is_terminal() {
        let why =
            format!("{things} would be removed, and nobody can be asked here: say --yes; nothing was done");
        return Err(CommandError::refused(why));
    }
    eprint!("remove {things}? [y/N] ");
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    match answer.trim().to_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(CommandError::Failed("nothing was done".to_owned())),
    }
}

/// How much has changed, or would.
pub fn summary(changes: &[Change], dry_run: bool) -> String {
    let [added, altered, removed] =
        [Action::Added, Action::Changed, Action::Removed].map(|action| count(changes, action));
    let removing = removed > 0;
    match (changes.len(), dry_run) {
        (0, _) => "nothing to change".to_owned(),
        (_, true) if removing => {
            format!("would add {added}, change {altered} and remove {removed}; nothing was done")
        }
        (_, true) => format!("would add {added} and change {altered}; nothing was done"),
        (_, false) if removing => format!("added {added}, changed {altered}, removed {removed}"),
        (_, false) => format!("added {added}, changed {altered}"),
    }
}

fn count(changes: &[Change], action: Action) -> usize {
    changes.iter().filter(|change| change.action == action).count()
}
