//! The variables that begin as ours do: one that nobody reads is a misspelt one.
use super::failure::CommandError;
use clap::Command;

/// What ours begin with.
const OURS: &str = "HOSTING_";
/// How alike two names are of which one is meant by the other, from 0 to 1.
const ALIKE: f64 = 0.8;

/// Refuses those among `set` that `command` reads nowhere, by name.
pub fn check(command: &Command, set: impl Iterator<Item = String>) -> Result<(), CommandError> {
    let mut known = Vec::new();
    read(command, &mut known);
    let mut unknown: Vec<String> = set
        .filter(|name| name.starts_with(OURS) && !known.contains(name))
        .map(|name| fault(&name, &known))
        .collect();
    unknown.sort_unstable();
    if unknown.is_empty() { Ok(()) } else { Err(CommandError::Refused(unknown)) }
}

/// The names that `command` and those below it read.
fn read(command: &Command, known: &mut Vec<String>) {
    let names = command.get_arguments().filter_map(|argument| argument.get_env());
    known.extend(names.map(|name| name.to_string_lossy().into_owned()));
    for below in command.get_subcommands() {
        read(below, known);
    }
}

fn fault(name: &str, known: &[String]) -> String {
    let alike = |known: &&String| strsim::normalized_damerau_levenshtein(name, known);
    // Some names of ours do not begin as the others do.
    if let Some(bare) = name.strip_prefix(OURS).filter(|bare| known.iter().any(|known| known == bare)) {
        return format!("{name}: is not read by anything; is {bare} meant?");
    }
    let nearest = known.iter().max_by(|one, other| alike(one).total_cmp(&alike(other)));
    match nearest.filter(|nearest| alike(nearest) >= ALIKE) {
        Some(nearest) => format!("{name}: is not read by anything; is {nearest} meant?"),
        None => format!("{name}: is not read by anything; `hosting help serve` lists the names"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Cli;
    use clap::CommandFactory;

    fn checked(names: &[&str]) -> Vec<String> {
        match check(&Cli::command(), names.iter().map(|name| (*name).to_owned())) {
            Ok(()) => Vec::new(),
            Err(refused) => refused.to_string().lines().map(str::to_owned).collect(),
        }
    }

    #[test]
    fn what_is_misspelt_is_told_with_what_is_nearest() {
        assert_eq!(
            checked(&["HOSTING_LISTEN", "HOSTING_SECRET", "DATABASE_URL", "HOME"]),
            Vec::<String>::new()
        );
        let bare = checked(&["HOSTING_DATABASE_URL"]);
        assert!(bare[0].ends_with("is DATABASE_URL meant?"), "{bare:?}");
        let told = checked(&["HOSTING_TRUSTED_PROXY", "HOSTING_LISTN", "HOSTING_WHATEVER_ELSE"]);
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(
            told[0].starts_with("HOSTING_LISTN: ") && told[0].contains("is HOSTING_LISTEN meant"),
            "{told:?}"
        );
        assert!(told[1].contains("is HOSTING_TRUSTED_PROXIES meant"), "{told:?}");
        assert!(
            told[2].starts_with("HOSTING_WHATEVER_ELSE: is not read by anything; `hosting help"),
            "{told:?}"
        );
    }
}
