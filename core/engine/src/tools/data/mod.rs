//! Data for programs: values within values, from one form into another.
//!
//! A reader makes a JSON value of a file, a writer makes a file of one, and a tool puts two of them together.
pub mod json_to_toml;
pub mod json_to_xml;
pub mod json_to_yaml;
pub mod toml_to_json;
pub mod xml_to_json;
pub mod yaml_to_json;

mod json;
mod room;
mod xml_in;
mod xml_out;
mod yaml_in;
mod yaml_out;

use crate::{Failure, Input, Work, bounded::Bounded, work};
use encoding_rs::UTF_8;
use room::Room;
use serde_json::Value;
use std::io::{self, Write};

/// A file that is made.
type Out<'a> = Bounded<'a, io::BufWriter<std::fs::File>>;

/// Reads each file as a value, and writes it as a file of the type `mime`.
fn each(
    work: &mut Work,
    (mime, extension): (&str, &str),
    read: impl Fn(&str, &mut Room) -> Result<Value, Failure>,
    write: impl Fn(&Value, &mut Out) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let files = work.files().to_vec();
    let mut left = work.limits().output;
    for (number, file) in (1u64..).zip(&files) {
        let mut convert = |work: &mut Work| {
            let value = read(&text(work, file)?, &mut Room::new(work.limits()))?;
            let made = work.artifact(&work::renamed(&file.name, extension), mime)?;
            let mut out = Bounded::new(made, &mut left);
            write(&value, &mut out)?;
            Ok(out.flush()?)
        };
        convert(work).map_err(|failure: Failure| failure.about(file.id))?;
        work.progress(number, files.len() as u64);
    }
    Ok(())
}

/// The text of `file`: UTF-8, or UTF-16 where it begins with its mark.
fn text(work: &Work, file: &Input) -> Result<String, Failure> {
    let bytes = work.read(file)?;
    let (text, _, wrong) = UTF_8.decode(&bytes);
    match wrong {
        true => Err(Failure::broken("it is not written in Unicode")),
        false => Ok(text.into_owned()),
    }
}

#[cfg(test)]
mod tests;
