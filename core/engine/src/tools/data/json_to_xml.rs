//! JSON as XML.
use super::{json, xml_out::XmlOut};
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How JSON becomes XML.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct JsonToXml {
    /// The name of the outermost element, where the file is not an object with one member: letters, digits, and `_`, `-`
    /// or `.` within.
    #[garde(length(max = 100), custom(named))]
    #[schemars(length(max = 100), regex(pattern = r"^[A-Za-z_][A-Za-z0-9_.-]*$"))]
    root: String,
    /// Whether it is set for people: an element a line.
    pretty: bool,
}

/// Refuses what is no name in the letters that every program knows.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "garde passes its context in this way")]
fn named(root: &str, _: &()) -> garde::Result {
    let first = root.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    let rest = root.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
    match first && rest {
        true => Ok(()),
        false => {
            Err(garde::Error::new("begin with a letter or _, and go on with letters, digits, _, - or ."))
        }
    }
}

impl Default for JsonToXml {
    fn default() -> Self {
        Self { root: "root".to_owned(), pretty: true }
    }
}

impl Convert for JsonToXml {
    const ABOUT: About = About {
        id: "json-to-xml",
        name: "JSON to XML",
        description: "Writes JSON as XML. A member becomes an element, @name an attribute, #text the text beside them; \
                      an array repeats its element, and an array without a name has elements called item. \
                      A name that XML does not allow is refused.",
        category: Category::Data,
        accepts: &[mime::JSON],
        produces: &[mime::XML],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let to = XmlOut { root: &self.root, pretty: self.pretty };
        super::each(work, (mime::XML, "xml"), json::read, |value, out| to.write(value, out))
    }
}
