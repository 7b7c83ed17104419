//! The members of a record as the graph shows them: from the serialization that REST has, in one go.
//!
//! Only what is asked for is made. Names are those of the graph, words of an enum are in capitals, and what is no
//! word of it is null; a list that is never null is empty instead.
use crate::{
    fill::Slot,
    schema,
    types::Field,
    wanted::{Want, Wanted},
};
use async_graphql::{Name, Number, Value, indexmap::IndexMap};
use serde::{
    Serialize, Serializer,
    ser::{Error as _, Impossible, SerializeMap, SerializeSeq, SerializeStruct},
};
use std::fmt::{self, Display};

/// Where the members of a record are written.
pub struct Members<'w, 'a> {
    pub(crate) wanted: &'w Wanted<'a>,
    pub(crate) slots: &'w mut [Slot<'a>],
}

impl Members<'_, '_> {
    /// Writes what is asked for of `record`.
    pub fn of(self, record: &impl Serialize) -> Result<(), Unwritable> {
        record.serialize(Member::Record(self)).map(drop)
    }

    /// Writes the one member `name`, whose value is `value`.
    pub fn one(&mut self, name: &str, value: &Value) {
        for (want, slot) in self.wanted.wants.iter().zip(&mut *self.slots) {
            if want.name() == name {
                *slot = Slot::Value(value.clone());
            }
        }
    }

    fn put(&mut self, member: &str, value: &(impl Serialize + ?Sized)) -> Result<(), Unwritable> {
        for (want, slot) in self.wanted.wants.iter().zip(&mut *self.slots) {
            if matches!(slot, Slot::Empty) && want.is(member) {
                *slot = Slot::Value(value.serialize(Member::Asked(want))?);
            }
        }
        Ok(())
    }
}

/// A value that no record has.
#[derive(Debug)]
pub struct Unwritable(String);

impl Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

impl serde::ser::Error for Unwritable {
    fn custom<T: Display>(cause: T) -> Self {
        Self(cause.to_string())
    }
}

/// What is written.
enum Member<'w, 'a> {
    /// A record.
    Record(Members<'w, 'a>),
    /// What was asked for, or an item of it.
    Asked(&'w Want<'a>),
    /// Something within a scalar that is free: as it is in REST.
    Free,
}

impl Member<'_, '_> {
    fn of(&self) -> Option<&'static Field> {
        match self {
            Self::Asked(want) => want.of,
            Self::Record(_) | Self::Free => None,
        }
    }

    /// A text: a word, where the graph has an enum.
    fn text(&self, text: &str) -> Value {
        let Some(words) = self.of().and_then(|of| schema::types().choices.get(&of.of)) else {
            return Value::String(text.to_owned());
        };
        let word = [text.to_owned(), text.to_ascii_uppercase()].into_iter().find(|word| words.contains(word));
        word.map_or(Value::Null, |word| Value::Enum(Name::new(word)))
    }
}

impl<'w, 'a> Serializer for Member<'w, 'a> {
    type Ok = Value;
    type Error = Unwritable;
    type SerializeSeq = List<'w, 'a>;
    type SerializeTuple = Impossible<Value, Unwritable>;
    type SerializeTupleStruct = Impossible<Value, Unwritable>;
    type SerializeTupleVariant = Impossible<Value, Unwritable>;
    type SerializeMap = Free;
    type SerializeStruct = Object<'w, 'a>;
    type SerializeStructVariant = Impossible<Value, Unwritable>;

    fn serialize_bool(self, value: bool) -> Result<Value, Unwritable> {
        Ok(Value::Boolean(value))
    }
    fn serialize_i8(self, value: i8) -> Result<Value, Unwritable> {
        self.serialize_i64(value.into())
    }
    fn serialize_i16(self, value: i16) -> Result<Value, Unwritable> {
        self.serialize_i64(value.into())
    }
    fn serialize_i32(self, value: i32) -> Result<Value, Unwritable> {
        self.serialize_i64(value.into())
    }
    fn serialize_i64(self, value: i64) -> Result<Value, Unwritable> {
        Ok(Value::Number(value.into()))
    }
    fn serialize_u8(self, value: u8) -> Result<Value, Unwritable> {
        self.serialize_u64(value.into())
    }
    fn serialize_u16(self, value: u16) -> Result<Value, Unwritable> {
        self.serialize_u64(value.into())
    }
    fn serialize_u32(self, value: u32) -> Result<Value, Unwritable> {
        self.serialize_u64(value.into())
    }
    fn serialize_u64(self, value: u64) -> Result<Value, Unwritable> {
        Ok(Value::Number(value.into()))
    }
    fn serialize_f32(self, value: f32) -> Result<Value, Unwritable> {
        self.serialize_f64(value.into())
    }
    fn serialize_f64(self, value: f64) -> Result<Value, Unwritable> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }
    fn serialize_char(self, value: char) -> Result<Value, Unwritable> {
        Ok(self.text(value.encode_utf8(&mut [0; 4])))
    }
    fn serialize_str(self, value: &str) -> Result<Value, Unwritable> {
        Ok(self.text(value))
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<Value, Unwritable> {
        Err(Unwritable::custom("bytes"))
    }
    fn serialize_none(self) -> Result<Value, Unwritable> {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Unwritable> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<Value, Unwritable> {
        Ok(if self.of().is_some_and(|of| of.list && !of.nullable) {
            Value::List(Vec::new())
        } else {
            Value::Null
        })
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Unwritable> {
        self.serialize_unit()
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value, Unwritable> {
        Ok(self.text(variant))
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value, Unwritable> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: &T,
    ) -> Result<Value, Unwritable> {
        Err(Unwritable::custom(variant))
    }
    fn serialize_seq(self, len: Option<usize>) -> Result<List<'w, 'a>, Unwritable> {
        let of = match self {
            Self::Asked(want) => Some(want),
            Self::Record(_) | Self::Free => None,
        };
        Ok(List { of, items: Vec::with_capacity(len.unwrap_or_default()) })
    }
    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Unwritable> {
        Err(Unwritable::custom("a tuple"))
    }
    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Unwritable> {
        Err(Unwritable::custom(name))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unwritable> {
        Err(Unwritable::custom(variant))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Free, Unwritable> {
        Ok(Free { members: IndexMap::new(), name: None })
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Object<'w, 'a>, Unwritable> {
        match self {
            Self::Record(members) => Ok(Object::Record(members)),
            Self::Asked(Want { inner: Some(wanted), .. }) => Ok(Object::Part(wanted, Slot::empty(wanted))),
            Self::Asked(_) | Self::Free => Err(Unwritable::custom(name)),
        }
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Unwritable> {
        Err(Unwritable::custom(variant))
    }
}

/// A list on its way.
struct List<'w, 'a> {
    of: Option<&'w Want<'a>>,
    items: Vec<Value>,
}

impl SerializeSeq for List<'_, '_> {
    type Ok = Value;
    type Error = Unwritable;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.items.push(value.serialize(self.of.map_or(Member::Free, Member::Asked))?);
        Ok(())
    }
    fn end(self) -> Result<Value, Unwritable> {
        Ok(Value::List(self.items))
    }
}

/// An object within a scalar that is free: as it is in REST.
struct Free {
    members: IndexMap<Name, Value>,
    name: Option<Name>,
}

impl SerializeMap for Free {
    type Ok = Value;
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<(), Unwritable> {
        let Value::String(name) = name.serialize(Member::Free)? else {
            return Err(Unwritable::custom("a name that is no text"));
        };
        self.name = Some(Name::new(name));
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        let name = self.name.take().ok_or_else(|| Unwritable::custom("a value without a name"))?;
        self.members.insert(name, value.serialize(Member::Free)?);
        Ok(())
    }
    fn end(self) -> Result<Value, Unwritable> {
        Ok(Value::Object(self.members))
    }
}

/// An object on its way.
enum Object<'w, 'a> {
    /// A record: what is asked for is put in its places.
    Record(Members<'w, 'a>),
    /// What is part of a record.
    Part(&'w Wanted<'a>, Vec<Slot<'a>>),
}

impl SerializeStruct for Object<'_, '_> {
    type Ok = Value;
    type Error = Unwritable;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Unwritable> {
        match self {
            Self::Record(members) => members.put(name, value),
            Self::Part(wanted, slots) => Members { wanted, slots }.put(name, value),
        }
    }
    fn end(self) -> Result<Value, Unwritable> {
        Ok(match self {
            Self::Record(_) => Value::Null,
            Self::Part(wanted, slots) => Slot::object(wanted, slots),
        })
    }
}
