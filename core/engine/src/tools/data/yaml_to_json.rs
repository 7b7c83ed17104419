//! YAML as JSON.
use super::{json, yaml_in};
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How YAML becomes JSON.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct YamlToJson {
    /// Whether it is set for people: a value a line.
    pretty: bool,
}

impl Default for YamlToJson {
    fn default() -> Self {
        Self { pretty: true }
    }
}

impl Convert for YamlToJson {
    const ABOUT: About = About {
        id: "yaml-to-json",
        name: "YAML to JSON",
        description: "Reads YAML 1.2 as JSON. Anchors, aliases and the merge key are followed; several documents become an array; \
                      comments are lost. Values of kinds of its own (!name) are refused.",
        category: Category::Data,
        accepts: &[mime::YAML, mime::TEXT],
        produces: &[mime::JSON],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        super::each(work, (mime::JSON, "json"), yaml_in::read, |value, out| {
            json::write(value, out, self.pretty)
        })
    }
}
