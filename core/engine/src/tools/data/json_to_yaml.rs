//! JSON as YAML.
use super::{json, yaml_out};
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How JSON becomes YAML.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct JsonToYaml {}

impl Convert for JsonToYaml {
    const ABOUT: About = About {
        id: "json-to-yaml",
        name: "JSON to YAML",
        description: "Writes JSON as YAML 1.2, a value a line. Numbers of more than 17 digits are rounded.",
        category: Category::Data,
        accepts: &[mime::JSON],
        produces: &[mime::YAML],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        super::each(work, (mime::YAML, "yaml"), json::read, yaml_out::write)
    }
}
