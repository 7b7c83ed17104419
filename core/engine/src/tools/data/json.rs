//! Reading and writing JSON (RFC 8259).
use super::{Out, Room};
use crate::{Code, Failure};
use serde::{
    Serialize,
    de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{
    Map, Value,
    ser::{PrettyFormatter, Serializer},
};
use std::{fmt, io, io::Write};

/// The value of a text.
pub fn read(text: &str, room: &mut Room) -> Result<Value, Failure> {
    let mut json = serde_json::Deserializer::from_str(text);
    let mut reading = Reading { room, failure: None };
    let read = Any(&mut reading).deserialize(&mut json);
    let read = read.and_then(|value| json.end().map(|()| value));
    reading.done(read)
}

/// Values that are read, and why there could be no more of them.
struct Reading<'a> {
    room: &'a mut Room,
    failure: Option<Failure>,
}

impl Reading<'_> {
    /// What was read, or why it was not.
    fn done<E: fmt::Display>(self, read: Result<Value, E>) -> Result<Value, Failure> {
        match self.failure {
            Some(failure) => Err(failure),
            None => read.map_err(Failure::broken),
        }
    }

    /// Keeps the failure, which a reader could not carry.
    fn keep<E: Error>(&mut self, result: Result<(), Failure>) -> Result<(), E> {
        result.map_err(|failure| {
            let error = E::custom(&failure);
            self.failure = Some(failure);
            error
        })
    }

    fn enter<E: Error>(&mut self) -> Result<(), E> {
        let entered = self.room.enter();
        self.keep(entered)
    }

    fn text<E: Error>(&mut self, text: &str) -> Result<(), E> {
        let taken = self.room.take_text(text);
        self.keep(taken)
    }
}

/// A value of any kind.
struct Any<'a, 'b>(&'a mut Reading<'b>);

impl<'de> DeserializeSeed<'de> for Any<'_, '_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<Value, D::Error> {
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Any<'_, '_> {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        self.0.text("")?;
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        self.0.text("")?;
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        self.0.text("")?;
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        self.0.text("")?;
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        self.0.text("")?;
        // JSON has no infinity.
        Ok(serde_json::Number::from_f64(value)
            .map_or_else(|| Value::String(value.to_string()), Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        self.visit_string(value.to_owned())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        self.0.text(&value)?;
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        self.0.enter()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Any(self.0))? {
            list.push(item);
        }
        self.0.room.leave();
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        self.0.enter()?;
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            self.0.text(&name)?;
            object.insert(name, members.next_value_seed(Any(self.0))?);
        }
        self.0.room.leave();
        Ok(Value::Object(object))
    }
}

/// Writes a value: for people a member a line, for programs without any white space.
pub fn write(value: &Value, out: &mut Out, pretty: bool) -> Result<(), Failure> {
    let written = match pretty {
        true => {
            value.serialize(&mut Serializer::with_formatter(&mut *out, PrettyFormatter::with_indent(b"  ")))
        }
        false => value.serialize(&mut Serializer::new(&mut *out)),
    };
    written.map_err(|cause| match cause.io_error_kind() {
        Some(kind) => io::Error::from(kind).into(),
        None => Failure::new(Code::ConversionFailed, format!("the value cannot be written: {cause}")),
    })?;
    Ok(out.write_all(b"\n")?)
}
