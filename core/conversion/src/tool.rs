//! A tool, as customers see it.
use super::options::Options;
use async_graphql::{Enum, SimpleObject};
use hosting_engine::{Tool, costs, costs::Cost, mime::meant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a conversion tool belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
#[graphql(remote = "hosting_engine::Category")]
pub enum ConversionCategory {
    /// Pictures.
    Image,
    /// Texts and pages.
    Document,
    /// Tables with formulas and formats.
    Spreadsheet,
    /// Data for programs.
    Data,
    /// Files that hold files.
    Archive,
    /// Sound.
    Audio,
    /// Moving pictures.
    Video,
}

/// What does a conversion tool's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "lowercase")]
#[graphql(remote = "hosting_engine::Engine")]
pub enum ConversionEngine {
    /// The platform itself: always there.
    Inside,
    /// LibreOffice, where the operator has installed it.
    #[graphql(name = "LIBREOFFICE")]
    LibreOffice,
    /// Poppler's programs, where the operator has installed them.
    Poppler,
    /// qpdf, where the operator has installed it.
    Qpdf,
    /// ffmpeg, where the operator has installed it.
    Ffmpeg,
    /// Tesseract, where the operator has installed it.
    Tesseract,
    /// libheif's programs, where the operator has installed them.
    Heif,
    /// Ghostscript, where the operator has installed it.
    Ghostscript,
    /// WeasyPrint, where the operator has installed it.
    #[graphql(name = "WEASYPRINT")]
    WeasyPrint,
}

/// A kind of conversion that can be asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct ConversionTool {
    /// Identifies the tool.
    #[schemars(example = &"image-convert")]
    pub id: String,
    /// Its name for people.
    #[schemars(example = &"Convert an image")]
    pub name: String,
    /// What it does.
    #[schemars(example = &"Turns an image into another format.")]
    pub description: String,
    /// Where it belongs.
    pub category: ConversionCategory,
    /// The types of files that it takes (RFC 6838).
    #[schemars(example = vec!["image/jpeg", "image/png"])]
    pub accepts: Vec<String>,
    /// The types of files that it makes.
    #[schemars(example = vec!["image/webp"])]
    pub produces: Vec<String>,
    /// The fewest files that it takes at once.
    #[schemars(example = 1, range(min = 1, max = 10))]
    pub min_files: i32,
    /// The most files that it takes at once.
    #[schemars(example = 1, range(min = 1, max = 10))]
    pub max_files: i32,
    /// What `options` may say: a JSON Schema (2020-12).
    pub options_schema: Options,
    /// What does the work.
    pub engine: ConversionEngine,
    /// How long a typical conversion takes, as it was measured; null where it was not.
    pub typical: Option<TypicalConversion>,
}

/// A conversion that was measured, on a machine with two processors and nothing else to do: without the time that files
/// take to come and go, and without waiting in the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct TypicalConversion {
    /// What was converted, in words.
    #[schemars(length(max = 160), example = &"a photo of 12 megapixels")]
    pub input: String,
    /// The size of it all.
    #[schemars(range(min = 1, max = 52_428_800))]
    pub size_bytes: i32,
    /// What the tool was told.
    pub options: Options,
    /// How long the work took.
    #[schemars(example = 700, range(min = 1))]
    pub milliseconds: i32,
}

impl From<&Cost> for TypicalConversion {
    fn from(cost: &Cost) -> Self {
        let number = |number: u64| i32::try_from(number).unwrap_or(i32::MAX);
        Self {
            input: cost.input.clone(),
            size_bytes: number(cost.size_bytes),
            options: Options(cost.options.clone()),
            milliseconds: number(cost.milliseconds),
        }
    }
}

impl From<&Tool> for ConversionTool {
    fn from(tool: &Tool) -> Self {
        let about = &tool.about;
        let owned = |types: &[&str]| types.iter().map(|one| (*one).to_owned()).collect();
        Self {
            id: about.id.to_owned(),
            name: about.name.to_owned(),
            description: about.description.to_owned(),
            category: about.category.into(),
            accepts: owned(about.accepts),
            produces: owned(about.produces),
            min_files: about.files.0.into(),
            max_files: about.files.1.into(),
            options_schema: Options(match tool.options_schema() {
                serde_json::Value::Object(members) => members,
                _ => serde_json::Map::new(),
            }),
            engine: about.engine.into(),
            typical: costs::of(about.id).map(TypicalConversion::from),
        }
    }
}

/// That `mime` is one of `accepted`, whatever its letters' size, parameters (RFC 9110 section 8.3.1) and name.
pub(super) fn accepts(accepted: &[&str], mime: &str) -> bool {
    accepted.contains(&meant(mime).as_str())
}
