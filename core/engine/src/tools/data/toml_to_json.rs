//! TOML as JSON.
use super::{Room, json};
use crate::{About, Category, Code, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use toml::Table;

/// How TOML becomes JSON.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct TomlToJson {
    /// Whether it is set for people: a value a line.
    pretty: bool,
}

impl Default for TomlToJson {
    fn default() -> Self {
        Self { pretty: true }
    }
}

impl Convert for TomlToJson {
    const ABOUT: About = About {
        id: "toml-to-json",
        name: "TOML to JSON",
        description: "Reads TOML as JSON. Days and times become texts; comments are lost.",
        category: Category::Data,
        accepts: &[mime::TOML, mime::TEXT],
        produces: &[mime::JSON],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        super::each(work, (mime::JSON, "json"), read, |value, out| json::write(value, out, self.pretty))
    }
}

/// How many brackets may be open at once, those in texts too: the parser keeps a complaint of each that is too many.
const OPEN: usize = 10_000;

/// Whether more brackets are open at once than any table has.
fn is_deep(text: &str) -> bool {
    let mut open = 0_usize;
    text.bytes().any(|byte| {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open > OPEN
    })
}

/// The value of a text (TOML 1.1).
fn read(text: &str, room: &mut Room) -> Result<Value, Failure> {
    if is_deep(text) {
        let message = format!("the file holds values within values, more than {OPEN} deep");
        return Err(Failure::new(Code::NestingTooDeep, message));
    }
    let table: Table = toml::from_str(text).map_err(Failure::broken)?;
    value(toml::Value::Table(table), room)
}

fn value(from: toml::Value, room: &mut Room) -> Result<Value, Failure> {
    use toml::Value as Toml;
    if let Toml::Array(_) | Toml::Table(_) = from {
        room.enter()?;
    }
    Ok(match from {
        Toml::String(text) => {
            room.take_text(&text)?;
            text.into()
        }
        Toml::Integer(number) => number.into(),
        // JSON has no infinity.
        Toml::Float(number) => match serde_json::Number::from_f64(number) {
            Some(number) => number.into(),
            None => number.to_string().into(),
        },
        Toml::Boolean(truth) => truth.into(),
        Toml::Datetime(moment) => moment.to_string().into(),
        Toml::Array(items) => {
            let list = items.into_iter().map(|item| value(item, room)).collect::<Result<_, _>>()?;
            room.leave();
            Value::Array(list)
        }
        Toml::Table(members) => {
            let member = |(name, member)| Ok((name, value(member, room)?));
            let object = members.into_iter().map(member).collect::<Result<_, Failure>>()?;
            room.leave();
            Value::Object(object)
        }
    })
}
