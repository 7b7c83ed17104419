//! What each tool costs: how long it took with a typical file.
//!
//! The figures are measured, never written by hand: `cargo bench -p hosting-engine --bench costs` writes `costs.json`.
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{collections::BTreeMap, sync::LazyLock};

/// A line for each tool, in the order of the listing; null where nothing was measured.
const FILE: &str = include_str!("costs.json");

static COSTS: LazyLock<BTreeMap<String, Option<Cost>>> =
    LazyLock::new(|| serde_json::from_str(FILE).expect("the file is compiled in, and a test reads it"));

/// What a tool took when it was measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// What was converted, in words.
    pub input: String,
    /// Its size.
    pub size_bytes: u64,
    /// What the tool was told.
    pub options: Map<String, Value>,
    /// How long the work took, with the start of the process that did it.
    pub milliseconds: u64,
}

/// What the tool that has this id costs; none where it was not measured.
pub fn of(tool: &str) -> Option<&'static Cost> {
    COSTS.get(tool)?.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TOOLS;

    /// How the figures are made anew; words behind `--` choose tools.
    const AGAIN: &str = "cargo bench -p hosting-engine --bench costs";

    #[test]
    fn each_tool_has_a_line_and_no_line_is_left_over() {
        let tools: Vec<_> = TOOLS.iter().map(|tool| tool.about.id).collect();
        let without: Vec<_> = tools.iter().filter(|id| !COSTS.contains_key(**id)).collect();
        assert!(without.is_empty(), "no line for {without:?}: {AGAIN} -- {}", without[0]);
        let over: Vec<_> = COSTS.keys().filter(|id| !tools.contains(&id.as_str())).collect();
        assert!(over.is_empty(), "no tool is called {over:?}: {AGAIN}");
        let unmeasured: Vec<_> = tools.iter().filter(|id| of(id).is_none()).collect();
        println!("not measured: {unmeasured:?}");
    }

    #[test]
    fn what_was_measured_could_be_asked_for() {
        for tool in TOOLS {
            let Some(cost) = of(tool.about.id) else { continue };
            let options = Value::Object(cost.options.clone());
            assert_eq!(tool.check(&options), Ok(()), "{}", tool.about.id);
            assert!(cost.milliseconds > 0 && cost.size_bytes > 0 && !cost.input.is_empty(), "{cost:?}");
            assert!(cost.size_bytes <= 52_428_800, "no customer may send as much: {cost:?}");
        }
    }
}
