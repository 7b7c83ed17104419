//! The members of a record as the graph shows them: from the serialization that REST has, in one go.
//!
//! Only what is asked for is written. Names are those of the graph, words of an enum are in capitals, and what is no
//! word of it is null; a list that is never null is empty instead.
use crate::{
    fill::Slot,
    wanted::{Want, Wanted},
    written,
};
use async_graphql::Value;
use serde::{
    Serialize, Serializer,
    ser::{Error as _, Impossible, SerializeMap, SerializeSeq, SerializeStruct},
};
use std::fmt::{self, Display};

/// Where the members of a record are written.
pub struct Members<'m, 'a> {
    pub(crate) wanted: &'m Wanted<'a>,
    pub(crate) slots: &'m mut [Slot<'a>],
    /// What the slots are parts of.
    pub(crate) text: &'m mut Vec<u8>,
}

impl Members<'_, '_> {
    /// Writes what is asked for of `record`.
    pub fn of(self, record: &impl Serialize) -> Result<(), Unwritable> {
        record.serialize(Member::Record(self))
    }

    /// Writes the one member `name`, whose value is `value`.
    pub fn one(&mut self, name: &str, value: &Value) {
        for (want, slot) in self.wanted.wants.iter().zip(&mut *self.slots) {
            if want.name == name {
                let start = self.text.len();
                written::put(value, self.text);
                *slot = Slot::Text(start..self.text.len());
            }
        }
    }

    fn put(&mut self, member: &str, value: &(impl Serialize + ?Sized)) -> Result<(), Unwritable> {
        for (want, slot) in self.wanted.wants.iter().zip(&mut *self.slots) {
            if matches!(slot, Slot::Empty) && want.is(member) {
                let start = self.text.len();
                value.serialize(Member::Asked(want, self.text))?;
                *slot = Slot::Text(start..self.text.len());
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

/// What is written, and where.
enum Member<'m, 'a> {
    /// A record.
    Record(Members<'m, 'a>),
    /// What was asked for, or an item of it.
    Asked(&'m Want<'a>, &'m mut Vec<u8>),
    /// Something within a scalar that is free: as it is in REST.
    Free(&'m mut Vec<u8>),
}

impl<'m, 'a> Member<'m, 'a> {
    fn parts(self) -> Result<(Option<&'m Want<'a>>, &'m mut Vec<u8>), Unwritable> {
        match self {
            Self::Record(_) => Err(Unwritable::custom("a record without members")),
            Self::Asked(want, out) => Ok((Some(want), out)),
            Self::Free(out) => Ok((None, out)),
        }
    }

    fn plain(self, value: &impl Serialize) -> Result<(), Unwritable> {
        written::plain(value, self.parts()?.1);
        Ok(())
    }

    /// A text: a word, where the graph has an enum.
    fn text(self, text: &str) -> Result<(), Unwritable> {
        let (want, out) = self.parts()?;
        match want.and_then(|want| want.words) {
            None => written::plain(text, out),
            Some(words) => {
                written::plain(&words.iter().find(|word| word.eq_ignore_ascii_case(text)), out);
            }
        }
        Ok(())
    }
}

impl<'m, 'a> Serializer for Member<'m, 'a> {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = List<'m, 'a>;
    type SerializeTuple = Impossible<(), Unwritable>;
    type SerializeTupleStruct = Impossible<(), Unwritable>;
    type SerializeTupleVariant = Impossible<(), Unwritable>;
    type SerializeMap = Free<'m>;
    type SerializeStruct = Object<'m, 'a>;
    type SerializeStructVariant = Impossible<(), Unwritable>;

    fn serialize_bool(self, value: bool) -> Result<(), Unwritable> {
        self.plain(&value)
    }
    fn serialize_i8(self, value: i8) -> Result<(), Unwritable> {
        self.plain(&value)
    }
    fn serialize_i16(self, value: i16) -> Result<(), Unwritable> {
        self.plain(&value)
    }
    fn serialize_i32(self, value: i32) -> Result<(), Unwritable> {
        self.plain(&value)
    }
    fn serialize_i64(self, value: i64) -> Result<(), Unwritable> {
        self.plain(&value)
    }
    fn serialize_u8(self, value: u8) -> Result<(), Unwritable> {
        self.plain(&value)
    }
    fn serialize_u16(self, value: u16) -> Result<(), Unwritable> {
        self.plain(&value)
    }
    fn serialize_u32(self, value: u32) -> Result<(), Unwritable> {
        self.plain(&value)
    }
    fn serialize_u64(self, value: u64) -> Result<(), Unwritable> {
        self.plain(&value)
    }
    fn serialize_f32(self, value: f32) -> Result<(), Unwritable> {
        self.plain(&f64::from(value))
    }
    fn serialize_f64(self, value: f64) -> Result<(), Unwritable> {
        self.plain(&value)
    }
    fn serialize_char(self, value: char) -> Result<(), Unwritable> {
        self.text(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Result<(), Unwritable> {
        self.text(value)
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<(), Unwritable> {
        Err(Unwritable::custom("bytes"))
    }
    fn serialize_none(self) -> Result<(), Unwritable> {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unwritable> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Unwritable> {
        let (want, out) = self.parts()?;
        let full = want.and_then(|want| want.of).is_some_and(|of| of.list && !of.nullable);
        out.extend(if full { &b"[]"[..] } else { b"null" });
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unwritable> {
        self.serialize_unit()
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Unwritable> {
        self.text(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unwritable> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: &T,
    ) -> Result<(), Unwritable> {
        Err(Unwritable::custom(variant))
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<List<'m, 'a>, Unwritable> {
        let (of, out) = self.parts()?;
        out.push(b'[');
        Ok(List { of, out, any: false })
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
    fn serialize_map(self, _: Option<usize>) -> Result<Free<'m>, Unwritable> {
        let (_, out) = self.parts()?;
        out.push(b'{');
        Ok(Free { out, any: false })
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Object<'m, 'a>, Unwritable> {
        match self {
            Self::Record(members) => Ok(Object::Record(members)),
            Self::Asked(Want { inner: Some(wanted), .. }, out) => {
                Ok(Object::Part { wanted, slots: Slot::empty(wanted), text: Vec::new(), out })
            }
            Self::Asked(..) | Self::Free(_) => Err(Unwritable::custom(name)),
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
struct List<'m, 'a> {
    of: Option<&'m Want<'a>>,
    out: &'m mut Vec<u8>,
    any: bool,
}

impl SerializeSeq for List<'_, '_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        if std::mem::replace(&mut self.any, true) {
            self.out.push(b',');
        }
        match self.of {
            Some(want) => value.serialize(Member::Asked(want, self.out)),
            None => value.serialize(Member::Free(self.out)),
        }
    }
    fn end(self) -> Result<(), Unwritable> {
        self.out.push(b']');
        Ok(())
    }
}

/// An object within a scalar that is free: as it is in REST.
struct Free<'m> {
    out: &'m mut Vec<u8>,
    any: bool,
}

impl SerializeMap for Free<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<(), Unwritable> {
        if std::mem::replace(&mut self.any, true) {
            self.out.push(b',');
        }
        let start = self.out.len();
        name.serialize(Member::Free(self.out))?;
        match self.out.get(start) {
            Some(b'"') => Ok(()),
            _ => Err(Unwritable::custom("a name that is no text")),
        }
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.out.push(b':');
        value.serialize(Member::Free(self.out))
    }
    fn end(self) -> Result<(), Unwritable> {
        self.out.push(b'}');
        Ok(())
    }
}

/// An object on its way.
enum Object<'m, 'a> {
    /// A record: what is asked for is put in its places.
    Record(Members<'m, 'a>),
    /// What is part of a record.
    Part { wanted: &'m Wanted<'a>, slots: Vec<Slot<'a>>, text: Vec<u8>, out: &'m mut Vec<u8> },
}

impl SerializeStruct for Object<'_, '_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Unwritable> {
        match self {
            Self::Record(members) => members.put(name, value),
            Self::Part { wanted, slots, text, .. } => Members { wanted, slots, text }.put(name, value),
        }
    }
    fn end(self) -> Result<(), Unwritable> {
        if let Self::Part { wanted, slots, text, out } = self {
            Slot::object(wanted, &slots, &text, out);
        }
        Ok(())
    }
}
