//! JSON as TOML.
use super::{Out, json};
use crate::{About, Category, Code, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::io::Write as _;

/// How JSON becomes TOML.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct JsonToToml {}

impl Convert for JsonToToml {
    const ABOUT: About = About {
        id: "json-to-toml",
        name: "JSON to TOML",
        description: "Writes a JSON object as TOML, its members by their names. Days and times stay texts, and numbers of \
                      more than 17 digits are rounded. TOML has no null, and no whole number of more than 64 bits: \
                      where there is one, it is said where.",
        category: Category::Data,
        accepts: &[mime::JSON],
        produces: &[mime::TOML],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        super::each(work, (mime::TOML, "toml"), json::read, write)
    }
}

/// Writes a value as a document (TOML 1.0).
fn write(value: &Value, out: &mut Out) -> Result<(), Failure> {
    let toml::Value::Table(table) = turned(value, &mut Vec::new())? else {
        return Err(Failure::new(Code::FileUnsupported, "TOML begins with an object, and this is none"));
    };
    let text = toml::to_string_pretty(&table)
        .map_err(|cause| Failure::new(Code::ConversionFailed, format!("it cannot be written: {cause}")))?;
    Ok(out.write_all(text.as_bytes())?)
}

/// The same value as TOML has it; `place` is where it stands.
fn turned(value: &Value, place: &mut Vec<String>) -> Result<toml::Value, Failure> {
    Ok(match value {
        Value::Null => return Err(refused(place, "a null")),
        Value::Bool(truth) => (*truth).into(),
        Value::String(text) => text.as_str().into(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => whole.into(),
            (None, Some(broken)) if !number.is_u64() => broken.into(),
            _ => return Err(refused(place, "a number that is too large")),
        },
        Value::Array(items) => {
            let items = items.iter().enumerate();
            let items = items.map(|(number, item)| within(item, number.to_string(), place));
            toml::Value::Array(items.collect::<Result<_, _>>()?)
        }
        Value::Object(members) => {
            let member = |(name, member): (&String, &Value)| {
                let escaped = name.replace('~', "~0").replace('/', "~1");
                Ok((name.clone(), within(member, escaped, place)?))
            };
            toml::Value::Table(members.iter().map(member).collect::<Result<_, Failure>>()?)
        }
    })
}

fn within(value: &Value, name: String, place: &mut Vec<String>) -> Result<toml::Value, Failure> {
    place.push(name);
    let turned = turned(value, place);
    place.pop();
    turned
}

/// The refusal of what TOML has not, with its place as a JSON pointer (RFC 6901).
fn refused(place: &[String], what: &str) -> Failure {
    let place: String = place.iter().map(|name| format!("/{name}")).collect();
    let place = if place.is_empty() { "at the very top".to_owned() } else { format!("at {place}") };
    Failure::new(Code::FileUnsupported, format!("TOML cannot say what stands {place}: {what}"))
}
