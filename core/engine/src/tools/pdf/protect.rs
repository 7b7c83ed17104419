//! A password for a PDF document.
use super::{
    PDF,
    assemble::pack,
    each::each,
    in_place::whole,
    open::{Pdf, failure},
};
use crate::{About, Category, Convert, Engine, Failure, Work};
use garde::Validate;
use lopdf::{
    Document, EncryptionState, EncryptionVersion, Object, Permissions, StringFormat, dictionary,
    encryption::crypt_filters::{Aes256CryptFilter, CryptFilter},
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::{io, sync::Arc};

/// The most bytes that a password has (ISO 32000-2 section 7.6.4.3.3).
const LONGEST: usize = 127;
/// What the one way is called in which all is encrypted (ISO 32000-2 table 20).
const FILTER: &[u8] = b"StdCF";

/// How a PDF is protected.
#[derive(Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfProtect {
    /// The password that opens the file: at most 127 bytes.
    #[garde(length(bytes, min = 1, max = LONGEST), custom(can_be_typed))]
    #[schemars(length(min = 1, max = 127), extend("writeOnly" = true))]
    user_password: String,
    /// The password that opens the file without restrictions: at most 127 bytes. Where it is left out, the other does.
    #[garde(inner(length(bytes, min = 1, max = LONGEST), custom(can_be_typed)))]
    #[schemars(length(min = 1, max = 127), extend("writeOnly" = true))]
    owner_password: Option<String>,
    /// Whether the file may be printed.
    #[serde(default = "yes")]
    printing: bool,
    /// Whether its text and images may be copied.
    #[serde(default = "yes")]
    copying: bool,
    /// Whether it may be changed.
    #[serde(default = "yes")]
    changing: bool,
}

const fn yes() -> bool {
    true
}

/// Readers prepare what is typed (RFC 4013): nothing may be left then, or more than there is room for.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "what garde calls")]
fn can_be_typed(password: &str, (): &()) -> garde::Result {
    let wrong = |what: &str| Err(garde::Error::new(what));
    match stringprep::saslprep(password) {
        Err(_) => wrong("has a character that no password has"),
        Ok(prepared) if prepared.is_empty() => wrong("has no character that can be seen"),
        Ok(prepared) if prepared.len() > LONGEST => wrong("is longer than 127 bytes when it is typed"),
        Ok(_) => Ok(()),
    }
}

impl Convert for PdfProtect {
    const ABOUT: About = About {
        id: "pdf-protect",
        name: "Protect a PDF",
        description: "Encrypts a PDF (AES, 256 bits): it opens only with its password.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF],
        files: (1, 1),
        engine: Engine::Inside,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        each(work, |pdf| self.locked(pdf))
    }
}

impl PdfProtect {
    fn locked(&self, pdf: Pdf) -> Result<Document, Failure> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(io::Error::from)?;
        let way: Arc<dyn CryptFilter> = Arc::new(Aes256CryptFilter);
        let version = EncryptionVersion::V5 {
            encrypt_metadata: true,
            crypt_filters: [(FILTER.to_vec(), way)].into(),
            file_encryption_key: &key,
            stream_filter: FILTER.to_vec(),
            string_filter: FILTER.to_vec(),
            owner_password: self.owner_password.as_ref().unwrap_or(&self.user_password),
            user_password: &self.user_password,
            permissions: self.permissions(),
        };
        let state = EncryptionState::try_from(version).map_err(failure)?;
        let mut document = whole(pdf);
        announce(&mut document)?;
        pack(&mut document)?;
        document.encrypt(&state).map_err(failure)?;
        Ok(document)
    }

    /// What is not offered is allowed.
    fn permissions(&self) -> Permissions {
        let changing = Permissions::MODIFIABLE
            | Permissions::ANNOTABLE
            | Permissions::FILLABLE
            | Permissions::ASSEMBLABLE;
        let mut allowed = Permissions::all();
        allowed.set(Permissions::PRINTABLE | Permissions::PRINTABLE_IN_HIGH_QUALITY, self.printing);
        allowed.set(Permissions::COPYABLE, self.copying);
        allowed.set(changing, self.changing);
        allowed
    }
}

/// Says what readers have to know: this way of encrypting is newer than PDF 1.7 (ISO 32000-1 section 7.12), and an
/// encrypted document has an identifier (ISO 32000-2 table 15).
fn announce(document: &mut Document) -> Result<(), Failure> {
    if document.version.as_str() < "1.7" {
        "1.7".clone_into(&mut document.version);
    }
    if document.version == "1.7" {
        let adobe = dictionary! { "BaseVersion" => "1.7", "ExtensionLevel" => 8 };
        document.catalog_mut().map_err(failure)?.set("Extensions", dictionary! { "ADBE" => adobe });
    }
    if !document.trailer.has(b"ID") {
        let mut id = [0; 16];
        getrandom::fill(&mut id).map_err(io::Error::from)?;
        let id = Object::String(id.to_vec(), StringFormat::Hexadecimal);
        document.trailer.set("ID", vec![id.clone(), id]);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::samples::four_pages;
    use crate::{Code, stage::convert, tool};
    use lopdf::{Document, LoadOptions, Permissions};
    use serde_json::{Value, json};

    fn locked(options: Value) -> Vec<u8> {
        let files: &[(&str, &str, &[u8])] = &[("a.pdf", "application/pdf", &four_pages())];
        let mut made = convert("pdf-protect", options, files).expect("a document");
        assert_eq!((made.len(), made[0].0.as_str()), (1, "a.pdf"));
        made.remove(0).2
    }

    fn opened(content: &[u8], password: &str) -> Result<Document, lopdf::Error> {
        Document::load_mem_with_options(content, LoadOptions::with_password(password))
    }

    #[test]
    fn only_its_passwords_open_it() {
        let made = locked(json!({ "userPassword": "öffne dich", "ownerPassword": "mine" }));
        assert!(!String::from_utf8_lossy(&made).contains("Page 1"));
        assert!(Document::load_mem(&made).is_ok_and(|document| document.get_pages().is_empty()));
        for password in ["öffne dich", "mine"] {
            let opened = opened(&made, password).expect("a document");
            assert!(opened.extract_text(&[1]).expect("a text").contains("Page 1"));
            let state = opened.encryption_state.expect("it was encrypted");
            assert_eq!((state.version(), state.revision()), (5, 6));
        }
        assert!(opened(&made, "wrong").is_err());
    }

    #[test]
    fn what_is_allowed_is_what_was_said() {
        let allowed = |options: Value| {
            let made = locked(options);
            let opened = opened(&made, "x").expect("a document");
            opened.encryption_state.expect("it was encrypted").permissions() & Permissions::all()
        };
        assert_eq!(allowed(json!({ "userPassword": "x" })), Permissions::all());
        let little =
            allowed(json!({ "userPassword": "x", "printing": false, "copying": false, "changing": false }));
        assert_eq!(little, Permissions::COPYABLE_FOR_ACCESSIBILITY);
    }

    #[test]
    fn two_are_never_the_same() {
        let options = json!({ "userPassword": "x" });
        assert_ne!(locked(options.clone()), locked(options));
    }

    #[test]
    fn what_nobody_can_type_is_refused() {
        let tool = tool("pdf-protect").expect("a tool");
        for password in ["", "a\u{7}b", "\u{ad}", &"ä".repeat(64), &"\u{fdfa}".repeat(42)] {
            for name in ["userPassword", "ownerPassword"] {
                let mut options = json!({ "userPassword": "x" });
                options[name] = json!(password);
                let problems = tool.check(&options).expect_err("refused");
                let pointers: Vec<_> = problems.iter().map(|problem| problem.pointer.as_str()).collect();
                assert!(pointers.iter().all(|pointer| *pointer == format!("/{name}")), "{pointers:?}");
            }
        }
        for name in ["userPassword", "ownerPassword"] {
            assert_eq!(tool.options_schema()["properties"][name]["writeOnly"], true);
        }
    }

    #[test]
    fn what_is_encrypted_stays_as_it_is() {
        let made = locked(json!({ "userPassword": "x" }));
        let files: &[(&str, &str, &[u8])] = &[("a.pdf", "application/pdf", &made)];
        let failure = convert("pdf-protect", json!({ "userPassword": "y" }), files).expect_err("refused");
        assert_eq!(failure.code, Code::FileEncrypted);
    }
}
