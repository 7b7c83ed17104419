//! The list of promises: `features/promises.md`.
//!
//! A heading `## Domain names` begins a group; a line ``- `dns-order` A zone is listed by name and type. (contract §8.3)``
//! is a promise. A rule of a feature names those that it proves as tags: `@dns-order`.
use serde::{Deserialize, Serialize};

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promise {
    /// `dns-order`
    pub id: String,
    /// The heading that it stands under.
    pub group: String,
    /// What is promised.
    pub text: String,
    /// Where it was decided: `contract §8.3`, `spec: States, rule 1`, `decided here`.
    pub source: String,
}

impl Promise {
    /// The test that proves what no scenario can show, by its path in the repository.
    pub fn proof(&self) -> Option<&str> {
        self.source.split_once("; proof: ").map(|(_, path)| path)
    }
}

/// Reads the list. What stands in it as a line of a list and cannot be read has no sound id, so that it is not
/// passed over.
pub fn promises(text: &str) -> Vec<Promise> {
    let (mut promises, mut group) = (Vec::new(), String::new());
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            heading.trim().clone_into(&mut group);
        }
        let Some(item) = line.strip_prefix("- ").or(line.strip_prefix("* ").and(Some(line))) else {
            continue;
        };
        let (id, rest) = item.strip_prefix('`').and_then(|item| item.split_once('`')).unwrap_or((item, ""));
        let (text, source) = rest.trim().rsplit_once(" (").unwrap_or((rest.trim(), ""));
        promises.push(Promise {
            id: id.to_owned(),
            group: group.clone(),
            text: text.to_owned(),
            source: source.trim_end_matches(')').to_owned(),
        });
    }
    promises
}

#[cfg(test)]
mod tests {
    use super::promises;

    #[test]
    fn a_line_is_a_promise() {
        let read = promises(
            "# Promises\n\nWords.\n\n## Names\n\n- `dns-order` By name (and type). (contract §8.3)\n",
        );
        let [one] = &read[..] else { panic!("{read:?}") };
        assert_eq!((&*one.id, &*one.group), ("dns-order", "Names"));
        assert_eq!((&*one.text, &*one.source), ("By name (and type).", "contract §8.3"));
    }
}
