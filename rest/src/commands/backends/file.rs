//! The file: a table for each backend, with what all have and what its driver reads.
use super::given::Given;
use crate::commands::failure::CommandError;
use hosting_core::providers::{Port, SANDBOX, backends::is_id};
use serde::{Deserialize, de::IntoDeserializer};
use std::{collections::HashMap, fs, path::Path};
use toml::{Table, Value};

/// A backend of the file, before its driver has read what is left.
#[derive(Debug)]
pub struct Entry {
    pub id: String,
    pub port: Port,
    pub driver: String,
    /// Whether it takes what names no backend of its port.
    pub default: bool,
    /// Calls at the same time.
    pub at_once: usize,
    pub options: Given,
}

/// What all backends have.
#[derive(Deserialize)]
struct Common {
    id: String,
    port: Port,
    driver: String,
    #[serde(default)]
    default: bool,
    at_once: Option<usize>,
    #[serde(rename = "region")]
    _region: Option<String>,
}

/// The names of what all have.
const COMMON: [&str; 6] = ["id", "port", "driver", "default", "at_once", "region"];
/// Calls at the same time, unless said: a guest takes its time, and keeps no other from being asked.
const fn at_once_of(port: Port) -> usize {
    match port {
        Port::Containers | Port::Machines => 32,
        _ => 8,
    }
}
/// Calls at the same time, at most.
const MOST: usize = 1000;

/// The backends of the file at `path`.
pub fn read(path: &Path) -> Result<Vec<Entry>, CommandError> {
    let wrong = |why: String| CommandError::refused(format!("--backends {}: {why}", path.display()));
    let text = fs::read_to_string(path).map_err(|cause| wrong(cause.to_string()))?;
    entries(&text).map_err(|faults| {
        CommandError::Refused(faults.into_iter().map(|why| format!("{}: {why}", path.display())).collect())
    })
}

/// The backends that `text` lists, or all that is wrong with it.
fn entries(text: &str) -> Result<Vec<Entry>, Vec<String>> {
    let mut whole: Table = text.parse().map_err(|cause: toml::de::Error| vec![cause.to_string()])?;
    let listed = whole.remove("backend").unwrap_or_else(|| Value::Array(Vec::new()));
    if let Some(other) = whole.keys().next() {
        return Err(vec![format!("`{other}`: only [[backend]] is read")]);
    }
    let Value::Array(listed) = listed else {
        return Err(vec!["backends are listed as [[backend]], with two brackets".to_owned()]);
    };
    let (mut entries, mut faults) = (Vec::new(), Vec::new());
    for (number, value) in listed.into_iter().enumerate() {
        match entry(value) {
            Ok(entry) => entries.push(entry),
            Err(why) => faults.push(format!("backend {}: {why}", number + 1)),
        }
    }
    faults.extend(beside_each_other(&entries));
    if faults.is_empty() { Ok(entries) } else { Err(faults) }
}

fn entry(value: Value) -> Result<Entry, String> {
    let Value::Table(mut options) = value else { return Err("is not a table".to_owned()) };
    let common: Table = COMMON.iter().filter_map(|name| options.remove_entry(*name)).collect();
    let Common { id, port, driver, default, at_once, .. } =
        Common::deserialize(common.into_deserializer()).map_err(|cause| cause.message().to_owned())?;
    let at_once = at_once.unwrap_or(at_once_of(port));
    let ports = Port::ALL.map(Port::name);
    if !is_id(&id) || ports.contains(&id.as_str()) || ["platform", "converter"].contains(&id.as_str()) {
        return Err(format!("`{id}`: an id is 1 to 40 of a-z, 0-9 and -, and none of the ports' names"));
    }
    if !(1..=MOST).contains(&at_once) {
        return Err(format!("{id}: at_once: expected 1 to {MOST}"));
    }
    Ok(Entry { id, port, driver, default, at_once, options: Given(options) })
}

/// What is wrong with what each is by itself right.
fn beside_each_other(entries: &[Entry]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut seen: HashMap<&str, Port> = HashMap::new();
    for entry in entries {
        match seen.insert(&entry.id, entry.port) {
            // What nobody names is called so behind each port.
            Some(other) if entry.id != SANDBOX || other == entry.port => {
                faults.push(format!("{}: is there twice", entry.id));
            }
            _ => {}
        }
    }
    for port in Port::ALL {
        let of_it = entries.iter().filter(|entry| entry.port == port && entry.default);
        let ids: Vec<&str> = of_it.map(|entry| entry.id.as_str()).collect();
        if ids.len() > 1 {
            faults.push(format!("{}: each is the default for {}: one can be", ids.join(", "), port.name()));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> String {
        entries(text).expect_err("it is wrong").join("\n")
    }

    #[test]
    fn what_is_wrong_is_named() {
        let one = "[[backend]]\nid = \"ns\"\nport = \"dns\"\ndriver = \"sandbox\"\n";
        assert_eq!(entries(one).expect("it is right").len(), 1);
        assert!(entries("").expect("it lists none").is_empty());
        assert!(faults(&format!("{one}{one}")).contains("ns: is there twice"));
        let both = format!("{one}default = true\n{}default = true\n", one.replace("\"ns\"", "\"ns-2\""));
        assert!(faults(&both).contains("ns, ns-2: each is the default for dns"));
        let wrong = [
            ("id = \"NS\"", "`NS`: an id"),
            ("id = \"dns\"", "none of the ports' names"),
            ("id = \"\"", "1 to 40"),
            ("port = \"nds\"", "unknown variant `nds`"),
            ("at_once = 0", "at_once: expected 1 to 1000"),
            ("at_once = \"8\"", "invalid type"),
            ("default = 1", "invalid type"),
        ];
        for (line, said) in wrong {
            let name = line.split(' ').next().unwrap_or_default();
            let kept = one.lines().filter(|line| !line.starts_with(name));
            let text = kept.chain([line]).collect::<Vec<_>>().join("\n");
            assert!(faults(&text).contains(said), "{line}: {}", faults(&text));
        }
        assert!(faults("[[backend]]\nport = \"dns\"").contains("missing field `id`"));
        assert!(faults("[backend]\nid = \"a\"").contains("two brackets"));
        assert!(faults("[[backends]]\nid = \"a\"").contains("`backends`: only [[backend]] is read"));
        assert!(faults("[[backend]\n").contains("line 1"));
    }
}
