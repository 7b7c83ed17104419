//! A tool: one kind of conversion.
use crate::{Failure, Work};
use garde::Validate;
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

/// One kind of conversion, declared once.
///
/// The struct that implements it is the tool's options with their bounds: from it follow the schema that
/// is published and the check of what a customer sends. A new tool is a file with one of these, and a line
/// in [`crate::TOOLS`].
pub trait Convert: DeserializeOwned + JsonSchema + Validate<Context = ()> {
    /// What customers read about it.
    const ABOUT: About;

    /// Converts the files of `work`; what it makes stands in `work`'s folder.
    fn run(self, work: &mut Work) -> Result<(), Failure>;
}

/// What customers read about a tool.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Identifies it: small letters, digits and dashes.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub description: &'static str,
    /// Where it belongs.
    pub category: Category,
    /// The types that it takes.
    pub accepts: &'static [&'static str],
    /// The types that it makes.
    pub produces: &'static [&'static str],
    /// The fewest and the most files that it takes at once.
    pub files: (u8, u8),
    /// What does the work.
    pub engine: Engine,
}

/// Where a tool belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
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

/// What does a tool's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// Code of this package: always there.
    Inside,
    /// LibreOffice.
    LibreOffice,
    /// Poppler's programs.
    Poppler,
    /// qpdf.
    Qpdf,
    /// ffmpeg.
    Ffmpeg,
    /// Tesseract.
    Tesseract,
}

/// An option that a tool does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it is in the options: a JSON pointer (RFC 6901).
    pub pointer: String,
    /// What is wrong with it.
    pub message: String,
}

/// A tool as the table knows it.
#[derive(Clone, Copy)]
pub struct Tool {
    /// What customers read about it.
    pub about: About,
    schema: fn() -> Value,
    check: fn(&Value) -> Result<(), Vec<Problem>>,
    run: fn(&Value, &mut Work) -> Result<(), Failure>,
}

impl Tool {
    /// The tool whose options are `T`.
    pub const fn of<T: Convert>() -> Self {
        Self { about: T::ABOUT, schema: schema::<T>, check: check::<T>, run: run::<T> }
    }

    /// The JSON Schema (2020-12) of its options.
    pub fn options_schema(&self) -> Value {
        (self.schema)()
    }

    /// The options that nobody is to read again: `writeOnly` in the schema.
    pub fn secret_options(&self) -> Vec<String> {
        let schema = self.options_schema();
        let options = schema["properties"].as_object().into_iter().flatten();
        options.filter(|(_, option)| option["writeOnly"] == true).map(|(name, _)| name.clone()).collect()
    }

    /// Refuses options that break its schema.
    pub fn check(&self, options: &Value) -> Result<(), Vec<Problem>> {
        (self.check)(options)
    }

    /// Converts; options were checked before.
    pub fn run(&self, options: &Value, work: &mut Work) -> Result<(), Failure> {
        (self.run)(options, work)
    }
}

fn schema<T: Convert>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // A tool is described beside its options.
    for word in ["title", "description"] {
        schema.remove(word);
    }
    schema.to_value()
}

fn read<T: Convert>(options: &Value) -> Result<T, Vec<Problem>> {
    let read: T = serde_path_to_error::deserialize(options).map_err(|wrong| {
        let pointer = wrong.path().iter().filter_map(segment).map(|part| format!("/{part}")).collect();
        vec![Problem { pointer, message: wrong.inner().to_string() }]
    })?;
    let broken = |(path, error): &(garde::Path, garde::Error)| Problem {
        pointer: path
            .to_string()
            .split(['.', '['])
            .filter(|part| !part.is_empty())
            .map(|part| format!("/{}", part.trim_end_matches(']')))
            .collect(),
        message: error.message().to_owned(),
    };
    read.validate().map_err(|report| report.iter().map(broken).collect::<Vec<_>>())?;
    Ok(read)
}

fn segment(segment: &serde_path_to_error::Segment) -> Option<String> {
    use serde_path_to_error::Segment;
    match segment {
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Map { key } => Some(key.replace('~', "~0").replace('/', "~1")),
        Segment::Enum { .. } | Segment::Unknown => None,
    }
}

fn check<T: Convert>(options: &Value) -> Result<(), Vec<Problem>> {
    read::<T>(options).map(|_| ())
}

fn run<T: Convert>(options: &Value, work: &mut Work) -> Result<(), Failure> {
    let options = read::<T>(options).map_err(|problems| {
        let message = problems.into_iter().map(|problem| format!("{}: {}", problem.pointer, problem.message));
        Failure::new(crate::Code::OptionsDoNotFit, message.collect::<Vec<_>>().join("; "))
    })?;
    options.run(work)
}
