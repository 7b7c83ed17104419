//! A tool: one kind of conversion.
use crate::{Failure, Work, pointer};
use garde::Validate;
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

/// One kind of conversion, declared once.
///
/// The struct that implements it is the tool's options with their bounds: from it follow the schema that
/// is published and the check of what a customer sends. A new tool is a file with one of these, and a line
/// in [`crate::TOOLS`].
pub trait Convert: DeserializeOwned + JsonSchema + Validate<Context = ()> {
    /// What customers read about it.
    const ABOUT: About;
    /// Whether it makes one file, whatever it is given: all others can be asked for one archive of what they make.
    const ONE: bool = false;

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
    /// libheif's programs.
    Heif,
    /// Ghostscript.
    Ghostscript,
    /// WeasyPrint.
    WeasyPrint,
}

/// An option that a tool does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it is in the options: a JSON pointer (RFC 6901).
    pub pointer: String,
    /// What is wrong with it.
    pub message: String,
}

/// The option by which all that a tool makes comes as one ZIP archive.
const ZIP: &str = "zip";

/// A tool as the table knows it.
#[derive(Clone, Copy)]
pub struct Tool {
    /// What customers read about it.
    pub about: About,
    one: bool,
    schema: fn() -> Value,
    check: fn(&Value) -> Result<(), Vec<Problem>>,
    run: fn(&Value, &mut Work) -> Result<(), Failure>,
}

impl Tool {
    /// The tool whose options are `T`.
    pub const fn of<T: Convert>() -> Self {
        Self { about: T::ABOUT, one: T::ONE, schema: schema::<T>, check: check::<T>, run: run::<T> }
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
        (self.run)(options, work)?;
        match !self.one && options[ZIP] == true {
            true => work.pack(),
            false => Ok(()),
        }
    }

    /// Whether it may make a file of this type.
    pub fn makes(&self, mime: &str) -> bool {
        self.about.produces.contains(&mime) || (!self.one && mime == crate::mime::ZIP)
    }
}

fn schema<T: Convert>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // A tool is described beside its options.
    for word in ["title", "description"] {
        schema.remove(word);
    }
    let mut schema = schema.to_value();
    if !T::ONE {
        schema["properties"][ZIP] = json!({
            "type": "boolean",
            "default": false,
            "description": "Whether all files that are made come as one ZIP archive.",
        });
    }
    schema
}

/// The options of the tool itself, and a problem where the one beside them is not as it should be.
fn own<T: Convert>(options: &Value) -> Result<Value, Vec<Problem>> {
    let mut own = options.clone();
    if let Some(members) = own.as_object_mut().filter(|_| !T::ONE)
        && let Some(zip) = members.remove(ZIP)
        && !zip.is_boolean()
    {
        let message = "is neither true nor false".to_owned();
        return Err(vec![Problem { pointer: format!("/{ZIP}"), message }]);
    }
    Ok(own)
}

fn read<T: Convert>(options: &Value) -> Result<T, Vec<Problem>> {
    let own = own::<T>(options)?;
    let read: T = serde_path_to_error::deserialize(&own).map_err(|wrong| {
        let pointer = wrong.path().iter().filter_map(segment).map(|part| format!("/{part}")).collect();
        vec![Problem { pointer, message: wrong.inner().to_string() }]
    })?;
    let broken = |(path, error): &(garde::Path, garde::Error)| Problem {
        pointer: pointer::of(path),
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

#[cfg(test)]
mod tests;

#[cfg(test)]
mod options;
