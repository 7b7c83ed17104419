//! Wildcards, which fall silent where a name gets records of its own (RFC 4592 section 4.3).
use super::zone::Zone;

/// Whether records at or below `name` would silence a wildcard that answers for it today.
pub(super) fn answers_for(zone: &Zone, name: &str) -> bool {
    if name == "@" || exists(zone, name) {
        return false;
    }
    let mut above = name;
    // Only the wildcard next to the closest name that exists answers (RFC 4592 section 3.3.1).
    while let Some((_, parent)) = above.split_once('.') {
        if exists(zone, parent) {
            return has(zone, &format!("*.{parent}"));
        }
        above = parent;
    }
    has(zone, "*")
}

/// Whether something stands at `name`, or below it.
fn exists(zone: &Zone, name: &str) -> bool {
    zone.sets.iter().any(|set| set.name == name || set.name.ends_with(&format!(".{name}")))
}

fn has(zone: &Zone, name: &str) -> bool {
    zone.sets.iter().any(|set| set.name == name)
}
