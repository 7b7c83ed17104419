//! Reading a table that is JSON: an array of objects, or of arrays.
use super::{
    rows::{Table, too_many},
    value::Value,
};
use crate::{Code, Failure, Input, Limits, Work};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::{collections::HashMap, fmt};

/// More columns than a spreadsheet has are not asked for.
const COLUMNS: usize = 16_384;

/// The table of `file`; where its rows are objects, the first row has the names of all their members.
pub fn read(work: &mut Work, file: &Input) -> Result<Table, Failure> {
    let bytes = work.read(file)?;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let limits = *work.limits();
    // Half of the work is done when all is read.
    let (begin, all) = (text.as_ptr().addr(), text.len() as u64 * 2);
    let mut tell = |place: usize| super::within(work, place.saturating_sub(begin) as u64, all);
    let mut reading = Reading::new(&limits, &mut tell);
    let mut json = serde_json::Deserializer::from_slice(text);
    let read = json.deserialize_seq(Rows(&mut reading)).and_then(|()| json.end());
    match (read, reading.failure.take()) {
        (_, Some(failure)) => Err(failure),
        (Err(cause), None) => Err(no_table(&cause)),
        (Ok(()), None) => reading.finish(),
    }
}

fn no_table(cause: &serde_json::Error) -> Failure {
    match cause.is_data() {
        true => Failure::new(Code::FileUnsupported, format!("the file holds no table: {cause}")),
        false => Failure::broken(cause),
    }
}

/// What was read so far.
struct Reading<'a> {
    table: Table,
    names: Vec<String>,
    places: HashMap<String, usize>,
    objects: bool,
    failure: Option<Failure>,
    /// Where in memory the last value stands.
    place: usize,
    /// Hears of it, now and then.
    tell: &'a mut dyn FnMut(usize),
}

impl<'a> Reading<'a> {
    fn new(limits: &Limits, tell: &'a mut dyn FnMut(usize)) -> Self {
        let table = Table::new("", limits);
        let (names, places) = (Vec::new(), HashMap::new());
        Self { table, names, places, objects: false, failure: None, place: 0, tell }
    }

    /// Adds a row.
    fn push(&mut self, row: Vec<Value>) -> Result<(), Failure> {
        if self.table.rows.len().is_multiple_of(10_000) {
            (self.tell)(self.place);
        }
        self.table.push(row)
    }

    /// Where the member called `name` stands: behind all others if it is new.
    fn place(&mut self, name: String) -> Result<usize, Failure> {
        if let Some(place) = self.places.get(&name) {
            return Ok(*place);
        }
        let place = self.names.len();
        if place >= COLUMNS {
            return Err(too_many("columns"));
        }
        self.names.push(name.clone());
        self.places.insert(name, place);
        Ok(place)
    }

    /// Rows of one kind only: an object has names for its values, an array has none.
    fn is_of(&mut self, objects: bool) -> Result<(), Failure> {
        if self.table.rows.is_empty() {
            self.objects = objects;
        }
        match self.objects == objects {
            true => Ok(()),
            false => Err(Failure::new(Code::FileUnsupported, "some rows are objects and some are arrays")),
        }
    }

    fn finish(mut self) -> Result<Table, Failure> {
        if self.objects {
            let names = self.names.into_iter().map(Value::Text).collect();
            self.table.push(names)?;
            self.table.rows.rotate_right(1);
        }
        Ok(self.table)
    }

    /// Keeps the failure, which a reader of JSON could not carry.
    fn keep<T, E: Error>(&mut self, result: Result<T, Failure>) -> Result<T, E> {
        result.map_err(|failure| {
            let error = E::custom(&failure);
            self.failure = Some(failure);
            error
        })
    }
}

/// The outermost array.
struct Rows<'a, 'b>(&'a mut Reading<'b>);

impl<'de> Visitor<'de> for Rows<'_, '_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("an array of objects or of arrays")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<(), A::Error> {
        while let Some(row) = rows.next_element_seed(Row(self.0))? {
            let pushed = self.0.push(row);
            self.0.keep(pushed)?;
        }
        Ok(())
    }
}

/// A row.
struct Row<'a, 'b>(&'a mut Reading<'b>);

impl<'de> DeserializeSeed<'de> for Row<'_, '_> {
    type Value = Vec<Value>;

    fn deserialize<D: Deserializer<'de>>(self, row: D) -> Result<Vec<Value>, D::Error> {
        row.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Row<'_, '_> {
    type Value = Vec<Value>;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a row: an object or an array")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Vec<Value>, A::Error> {
        let objects = self.0.is_of(true);
        self.0.keep(objects)?;
        let mut row = Vec::new();
        while let Some((name, raw)) = members.next_entry::<String, &RawValue>()? {
            let place = self.0.place(name);
            let place = self.0.keep(place)?;
            row.resize(row.len().max(place + 1), Value::Empty);
            self.0.place = raw.get().as_ptr().addr();
            row[place] = value(raw).map_err(A::Error::custom)?;
        }
        Ok(row)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<Value>, A::Error> {
        let arrays = self.0.is_of(false);
        self.0.keep(arrays)?;
        let mut row = Vec::new();
        while let Some(raw) = items.next_element::<&RawValue>()? {
            if row.len() >= COLUMNS {
                self.0.keep(Err(too_many("columns")))?;
            }
            self.0.place = raw.get().as_ptr().addr();
            row.push(value(raw).map_err(A::Error::custom)?);
        }
        Ok(row)
    }
}

/// A value; what holds others is kept as the text that it is, and so is a number of too many digits.
fn value(raw: &RawValue) -> serde_json::Result<Value> {
    let text = raw.get();
    Ok(match text.as_bytes().first() {
        Some(b'"') => Value::Text(serde_json::from_str(text)?),
        Some(b'{' | b'[') => Value::Text(text.to_owned()),
        Some(b'n') => Value::Empty,
        Some(b't' | b'f') => Value::Bool(text == "true"),
        _ => match serde_json::from_str(text) {
            Ok(serde_json::Value::Number(number)) if same(&number, text) => Value::Number(number),
            _ => Value::Text(text.to_owned()),
        },
    })
}

/// Whether no digit of a number was lost.
fn same(number: &serde_json::Number, text: &str) -> bool {
    number.is_i64() || number.is_u64() || text.bytes().filter(u8::is_ascii_digit).count() <= 17
}

#[cfg(test)]
mod tests;
