//! What a file may say, as a JSON Schema (draft 2020-12): made of the types that are read.
//!
//! It tells the members, which of them may be left out, and how each is written. That a name is not taken, or that a
//! moment comes after another, only applying the file can tell.
mod shape;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod validator;

use schemars::generate::SchemaSettings;

/// The JSON Schema of the file.
pub fn schema() -> String {
    let schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<shape::File>();
    let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
    text + "\n"
}
