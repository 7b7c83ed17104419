//! The rooms of `core/kernel/src` and, above them, the areas stand on floors: each uses only those below it, and no
//! files use each other in a circle. What is read here are the imports; a path that is written out counts like one.
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The rooms, from the ground up.
const ROOMS: [&str; 14] = [
    "values",
    "refusals",
    "database",
    "providers",
    "kernel",
    "services",
    "domains",
    "search",
    "instances",
    "conversion",
    "billing",
    "hosting",
    "email",
    "account",
];
/// Those that are a package of their own.
const AREAS: &[&str] = ROOMS.split_at(5).1;

type Module = Vec<String>;

/// Every module with the paths that it names, and the names that it hands on.
#[derive(Default)]
struct House {
    uses: BTreeMap<Module, BTreeSet<Module>>,
    hands_on: BTreeMap<Module, Module>,
}

#[test]
fn every_room_uses_only_those_below_it() {
    let house = House::read();
    let floor =
        |module: &Module| ROOMS.iter().position(|room| Some(*room) == module.first().map(|name| &**name));
    for (from, to) in house.arrows().iter().flat_map(|(from, all)| all.iter().map(move |to| (from, to))) {
        if from.is_empty() || from[0] == to[0] {
            continue; // what names the rooms stands above them all
        }
        let (above, below) = (floor(from), floor(to));
        assert!(above.is_some() && below < above, "{} uses {}", from.join("::"), to.join("::"));
    }
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let arrows = House::read().arrows();
    let mut left = arrows.clone();
    // Whoever uses nothing that is left is on the ground, and is taken away; a circle never is.
    loop {
        let modules: BTreeSet<Module> = left.keys().cloned().collect();
        let before = left.len();
        left.retain(|_, uses| uses.iter().any(|used| modules.contains(used)));
        if left.len() == before {
            break;
        }
    }
    let circle: Vec<_> = left.keys().map(|module| module.join("::")).collect();
    assert!(circle.is_empty(), "these, or what they use, are in a circle: {circle:#?}");
}

impl House {
    fn read() -> Self {
        let mut house = Self::default();
        let core = Path::new(env!("CARGO_MANIFEST_DIR"));
        house.enter(&core.join("kernel/src"), None);
        for area in AREAS {
            house.enter(&core.join(area).join("src"), Some(area));
        }
        house
    }

    /// Reads what stands below `root`, as if all packages were one.
    fn enter(&mut self, root: &Path, area: Option<&str>) {
        for file in files(root) {
            let path = file.strip_prefix(root).expect("it stands below").with_extension("");
            let path = path.iter().map(|part| part.to_string_lossy().into_owned());
            let mut module: Module = area.map(str::to_owned).into_iter().chain(path).collect();
            if module.iter().any(|part| part == "tests") {
                continue;
            }
            module.pop_if(|last| last == "mod" || last == "lib");
            let mut source = fs::read_to_string(&file).expect("a source file");
            if let Some(area) = area {
                source = source.replace("crate::", &format!("crate::{area}::"));
            }
            source = source.replace("hosting_kernel::", "crate::");
            for area in AREAS {
                source = source.replace(&format!("{}::", package(area)), &format!("crate::{area}::"));
            }
            self.add(&module, source.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default());
        }
    }

    fn add(&mut self, module: &Module, source: &str) {
        let code: String = source
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default())
            .collect::<Vec<_>>()
            .join("\n");
        let uses = self.uses.entry(module.clone()).or_default();
        for statement in code.split(';') {
            let Some((before, tree)) = statement.rsplit_once("use ") else { continue };
            let public = before.trim_end().ends_with("pub") || before.trim_end().ends_with(')');
            for leaf in leaves(tree.trim()) {
                let (path, name) = leaf.split_once(" as ").unwrap_or((&leaf, ""));
                let Some(target) = absolute(module, path.trim()) else { continue };
                let name = if name.is_empty() {
                    target.last().cloned().unwrap_or_default()
                } else {
                    name.trim().to_owned()
                };
                match public {
                    true => _ = self.hands_on.insert([module.as_slice(), &[name]].concat(), target),
                    false => _ = uses.insert(target),
                }
            }
        }
        for (place, _) in code.match_indices("crate::") {
            let rest = &code[place + 7..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(rest.len());
            uses.extend(absolute(module, code[place..place + 7 + end].trim_end_matches(':')));
        }
    }

    /// Which module uses which, past those that only hand on.
    fn arrows(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let resolved = |from: &Module, uses: &BTreeSet<Module>| {
            let found = uses.iter().filter_map(|path| self.defines(path, 0));
            found.filter(|to| to != from && !to.is_empty()).collect()
        };
        self.uses.iter().map(|(from, uses)| (from.clone(), resolved(from, uses))).collect()
    }

    fn defines(&self, path: &[String], depth: u8) -> Option<Module> {
        let module =
            (0..=path.len()).rev().map(|end| &path[..end]).find(|module| self.uses.contains_key(*module))?;
        let handed = path.get(..=module.len()).and_then(|name| self.hands_on.get(name));
        match handed {
            Some(target) if depth < 8 => {
                self.defines(&[target.as_slice(), &path[module.len() + 1..]].concat(), depth + 1)
            }
            _ => Some(module.to_vec()),
        }
    }
}

/// What the package of an area is called by those that use it.
fn package(area: &str) -> String {
    // The product of that name would be called like the platform.
    format!("hosting_{}", if area == "hosting" { "shared" } else { area })
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("an entry").path());
    let found = entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    found.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

/// `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(tree: &str) -> Vec<String> {
    let Some((stem, inner)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    let inner = inner.trim_end().trim_end_matches('}').to_owned() + ",";
    for (place, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth <= 0 => {
                let part = inner[start..place].trim();
                if !part.is_empty() {
                    let close =
                        "}".repeat(part.matches('{').count().saturating_sub(part.matches('}').count()));
                    found.extend(leaves(&format!("{stem}{part}{close}")));
                }
                start = place + 1;
            }
            _ => {}
        }
    }
    found
}

/// The path from the top of the crate; nothing for what is not of this crate.
fn absolute(module: &Module, path: &str) -> Option<Module> {
    let mut parts: Vec<&str> = path.split("::").map(str::trim).filter(|part| *part != "self").collect();
    let mut from = match *parts.first()? {
        "crate" => Vec::new(),
        "super" => module.clone(),
        _ if path.starts_with(char::is_lowercase) => module.clone(),
        _ => return None,
    };
    while parts.first() == Some(&"super") {
        from.pop();
        parts.remove(0);
    }
    if parts.first() == Some(&"crate") {
        parts.remove(0);
    }
    from.extend(parts.into_iter().map(str::to_owned));
    Some(from)
}
