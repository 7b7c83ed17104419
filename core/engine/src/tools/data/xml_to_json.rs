//! XML as JSON.
use super::{json, xml_in};
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How XML becomes JSON.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct XmlToJson {
    /// Whether it is set for people: a value a line.
    pretty: bool,
}

impl Default for XmlToJson {
    fn default() -> Self {
        Self { pretty: true }
    }
}

impl Convert for XmlToJson {
    const ABOUT: About = About {
        id: "xml-to-json",
        name: "XML to JSON",
        description: "Reads XML as JSON. An attribute becomes @name, the text beside attributes or elements #text, and elements of \
                      one name an array; all values are texts. Comments, white space around texts and the order of elements \
                      of different names are lost. Entities that the file declares are refused.",
        category: Category::Data,
        accepts: &[mime::XML],
        produces: &[mime::JSON],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        super::each(work, (mime::JSON, "json"), xml_in::read, |value, out| {
            json::write(value, out, self.pretty)
        })
    }
}
