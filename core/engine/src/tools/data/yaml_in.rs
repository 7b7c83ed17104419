//! Reading YAML (YAML 1.2.2, with its core schema, and the merge key `<<` that many files still use).
use super::Room;
use crate::{Code, Failure};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Tag};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// The key, without quotes, under which an object takes over the members of others.
const MERGE: &str = "<<";

/// The value of a text; several documents are a list.
pub fn read(text: &str, room: &mut Room) -> Result<Value, Failure> {
    let mut reading = Reading { room, open: Vec::new(), known: HashMap::new(), documents: Vec::new() };
    for event in Parser::new_from_str(text) {
        let (event, _) = event.map_err(unread)?;
        reading.hear(event)?;
    }
    let mut documents = reading.documents;
    Ok(match documents.len() {
        0 => Value::Null,
        1 => documents.remove(0),
        _ => Value::Array(documents),
    })
}

/// The reader has an end of its own for what lies within brackets.
fn unread(cause: ScanError) -> Failure {
    match cause.info().contains("recursion") {
        true => Failure::new(Code::NestingTooDeep, "the file holds values within values, too deep"),
        false => Failure::broken(cause),
    }
}

/// A list or an object that has not ended.
struct Open {
    holds: Holds,
    anchor: usize,
    /// How much room was left when it began.
    left: u64,
}

enum Holds {
    List(Vec<Value>),
    /// The members, what is taken over from others, and the name whose value comes next.
    Object(Map<String, Value>, Vec<Value>, Option<Name>),
}

/// What the next value of an object is.
enum Name {
    /// The member called so.
    Of(String),
    /// What is taken over.
    Merge,
}

struct Reading<'a> {
    room: &'a mut Room,
    open: Vec<Open>,
    /// What an anchor stands for, and how much room it takes.
    known: HashMap<usize, (Value, u64)>,
    documents: Vec<Value>,
}

impl Reading<'_> {
    fn hear(&mut self, event: Event<'_>) -> Result<(), Failure> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let left = self.room.left();
                self.room.take_text(&text)?;
                if text == MERGE && style == ScalarStyle::Plain && self.is_merge() {
                    return Ok(());
                }
                let value = scalar(&text, style, tag.as_deref())?;
                self.add(value, anchor, left)
            }
            Event::Alias(anchor) => {
                let known = self.known.get(&anchor);
                let (value, takes) = known.ok_or_else(|| Failure::broken("a value holds itself"))?;
                // Before it is there again: what stands for much that stands for much is a bomb.
                self.room.take(*takes)?;
                let (value, left) = (value.clone(), self.room.left());
                self.add(value, 0, left)
            }
            Event::SequenceStart(anchor, tag) => self.begin(Holds::List(Vec::new()), anchor, tag.as_deref()),
            Event::MappingStart(anchor, tag) => {
                self.begin(Holds::Object(Map::new(), Vec::new(), None), anchor, tag.as_deref())
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::DocumentEnd => {
                self.known.clear();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether a key is awaited, which is this one then.
    fn is_merge(&mut self) -> bool {
        match self.open.last_mut().map(|open| &mut open.holds) {
            Some(Holds::Object(_, _, name @ None)) => {
                *name = Some(Name::Merge);
                true
            }
            _ => false,
        }
    }

    fn begin(&mut self, holds: Holds, anchor: usize, tag: Option<&Tag>) -> Result<(), Failure> {
        if let Some(tag) =
            tag.filter(|tag| !(tag.is_yaml_core_schema() && ["seq", "map"].contains(&&*tag.suffix)))
        {
            return Err(unknown(tag));
        }
        let left = self.room.left();
        self.room.enter()?;
        self.open.push(Open { holds, anchor, left });
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        let Some(Open { holds, anchor, left }) = self.open.pop() else { return Ok(()) };
        self.room.leave();
        let value = match holds {
            Holds::List(items) => Value::Array(items),
            Holds::Object(members, others, _) => Value::Object(merged(members, others)?),
        };
        self.add(value, anchor, left)
    }

    /// A value that is whole: `left` is how much room there was before it.
    fn add(&mut self, value: Value, anchor: usize, left: u64) -> Result<(), Failure> {
        if anchor > 0 {
            let takes = left.saturating_sub(self.room.left()).max(1);
            self.room.take(takes)?;
            self.known.insert(anchor, (value.clone(), takes));
        }
        match self.open.last_mut().map(|open| &mut open.holds) {
            None => self.documents.push(value),
            Some(Holds::List(items)) => items.push(value),
            Some(Holds::Object(members, others, name)) => match name.take() {
                None => *name = Some(Name::Of(key(value)?)),
                Some(Name::Merge) => others.push(value),
                Some(Name::Of(name)) if members.contains_key(&name) => {
                    return Err(Failure::broken(format!("the key {name} stands twice in one object")));
                }
                Some(Name::Of(name)) => drop(members.insert(name, value)),
            },
        }
        Ok(())
    }
}

/// The members of an object and of those that it takes over: its own say more than theirs, and the first of these more
/// than the next.
fn merged(mut members: Map<String, Value>, others: Vec<Value>) -> Result<Map<String, Value>, Failure> {
    let others = others.into_iter().flat_map(|other| match other {
        Value::Array(several) => several,
        one => vec![one],
    });
    for other in others {
        let Value::Object(other) = other else {
            return Err(Failure::broken(format!("what stands under {MERGE} is no object")));
        };
        for (name, value) in other {
            members.entry(name).or_insert(value);
        }
    }
    Ok(members)
}

/// The name of a member: JSON has only texts for that.
fn key(value: Value) -> Result<String, Failure> {
    match value {
        Value::String(text) => Ok(text),
        Value::Array(_) | Value::Object(_) => {
            Err(Failure::new(Code::FileUnsupported, "a key is a list or an object, which JSON does not know"))
        }
        other => Ok(other.to_string()),
    }
}

fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Result<Value, Failure> {
    let plain = style == ScalarStyle::Plain;
    match tag {
        None if plain => Ok(plain_value(text)),
        None => Ok(Value::String(text.to_owned())),
        Some(tag) if tag.is_yaml_core_schema() => match tag.suffix.as_str() {
            "str" | "binary" | "timestamp" => Ok(Value::String(text.to_owned())),
            "null" | "bool" | "int" | "float" => Ok(plain_value(text)),
            _ => Err(unknown(tag)),
        },
        // A lone `!` says that it is a text.
        Some(tag) if tag.handle.is_empty() && tag.suffix == "!" => Ok(Value::String(text.to_owned())),
        Some(tag) => Err(unknown(tag)),
    }
}

fn unknown(tag: &Tag) -> Failure {
    let message =
        format!("the file has values of a kind that JSON does not know: {}{}", tag.handle, tag.suffix);
    Failure::new(Code::FileUnsupported, message)
}

/// What a text without quotes means (YAML 1.2.2 section 10.3.2). A number of more digits than are kept stays a text, and
/// so does one that JSON does not know.
pub fn plain_value(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => number(text).map_or_else(|| Value::String(text.to_owned()), Value::Number),
    }
}

fn number(text: &str) -> Option<serde_json::Number> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+')).map(Into::into);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return u64::from_str_radix(digits, 8).ok().filter(|_| !digits.starts_with('+')).map(Into::into);
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let all = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if all(unsigned) {
        let whole = text.parse::<i64>().map(Into::into).or_else(|_| text.parse::<u64>().map(Into::into));
        return whole.ok().filter(|_| !unsigned.is_empty());
    }
    let (mantissa, power) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let power = power.strip_prefix(['-', '+']).unwrap_or(power);
    let digits = whole.len() + part.len();
    let fits = all(whole) && all(part) && all(power) && !power.is_empty() && (1..=17).contains(&digits);
    fits.then(|| text.parse().ok().and_then(serde_json::Number::from_f64)).flatten()
}
