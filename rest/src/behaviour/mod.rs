//! The page `/docs/behaviour`: what is promised, and what a run of it found.
//!
//! The promises are read from the features when the server is built, and stand in it; the results of a run are a
//! file that the operator names. What no result is of says so: nothing here is true because it was built.
mod calls;
pub(crate) mod html;
mod overview;
mod page;
mod place;
mod routes;
mod scenario;
mod verdict;

pub(crate) use routes::{Pages, routes};

use hosting_catalogue::{Catalogue, FORMAT, Results};
use miniz_oxide::inflate::decompress_to_vec;
use serde::Deserialize;
use std::{collections::BTreeMap, fs, path::Path, sync::LazyLock};
use verdict::Verdicts;

/// The promises of this build.
pub static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/catalogue.json.deflated"));
    let catalogue = decompress_to_vec(packed).expect("deflated by the build");
    serde_json::from_slice(&catalogue).expect("written by the build")
});

/// What runs of the features found, as far as the operator says.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// The run that is shown.
    pub results: Option<Results>,
    /// The one that it is compared with: the last release's.
    pub before: Option<Results>,
}

/// Reads the results of a run from a file; or says why it cannot be read.
pub fn read_results(file: &Path) -> Result<Results, String> {
    #[derive(Deserialize)]
    struct Head {
        format: u32,
    }
    let text = fs::read(file).map_err(|cause| cause.to_string())?;
    let no_results = |cause: serde_json::Error| format!("is not the results of a run: {cause}");
    let Head { format } = serde_json::from_slice(&text).map_err(no_results)?;
    if format != FORMAT {
        return Err(format!("is of format {format}; this build reads format {FORMAT}"));
    }
    serde_json::from_slice(&text).map_err(no_results)
}

/// The page about `catalogue`, with what the run `results` found of it, and how that differs from the run `before`.
///
/// One that stands alone is a single file, to be kept or sent: it loads nothing, leads to no server, holds the calls
/// that were made, and where only a selection was played, nothing else.
pub fn page(
    catalogue: &Catalogue,
    results: Option<&Results>,
    before: Option<&Results>,
    standalone: bool,
) -> String {
    let selected = results.filter(|run| standalone && !run.chosen.is_empty());
    let selected = selected.map(|run| played_of(catalogue, &Verdicts::new(Some(run))));
    let catalogue = selected.as_ref().unwrap_or(catalogue);
    page::whole(&Page { catalogue, verdicts: Verdicts::new(results), before, standalone })
}

/// What the page is made from.
struct Page<'a> {
    catalogue: &'a Catalogue,
    verdicts: Verdicts<'a>,
    before: Option<&'a Results>,
    standalone: bool,
}

impl<'a> Page<'a> {
    /// The operations that scenarios asked for, each with the number of those.
    fn operations(&self) -> BTreeMap<&'a str, usize> {
        let mut counted = BTreeMap::new();
        for (_, _, scenario) in self.catalogue.scenarios() {
            for operation in scenario::operations(self, scenario) {
                *counted.entry(operation).or_default() += 1;
            }
        }
        counted
    }
}

/// The part of a catalogue that was played.
fn played_of(catalogue: &Catalogue, verdicts: &Verdicts<'_>) -> Catalogue {
    let mut part = catalogue.clone();
    for chapter in &mut part.chapters {
        for feature in &mut chapter.features {
            for rule in &mut feature.rules {
                rule.scenarios.retain(|one| !verdicts.plays(one).is_empty());
            }
            feature.rules.retain(|rule| !rule.scenarios.is_empty());
        }
        chapter.features.retain(|feature| !feature.rules.is_empty());
    }
    part.chapters.retain(|chapter| !chapter.features.is_empty());
    let features = part.chapters.iter().flat_map(|chapter| &chapter.features);
    let proven: Vec<_> =
        features.flat_map(|feature| &feature.rules).flat_map(|rule| &rule.promises).collect();
    let proven: Vec<_> = catalogue.promises.iter().filter(|one| proven.contains(&&one.id)).cloned().collect();
    part.promises = proven;
    part
}
