//! A PDF document without its password.
use super::{PDF, each::each_opened, in_place::whole, open::unlock};
use crate::{About, Category, Code, Convert, Engine, Failure, Work};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// What opens a protected PDF.
#[derive(Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfUnprotect {
    /// The password that the file has: at most 127 bytes.
    #[garde(length(bytes, min = 1, max = 127))]
    #[schemars(length(min = 1, max = 127), extend("writeOnly" = true))]
    password: String,
}

impl Convert for PdfUnprotect {
    const ABOUT: About = About {
        id: "pdf-unprotect",
        name: "Unprotect a PDF",
        description: "Takes the password off a PDF, for those who know it.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF],
        files: (1, 1),
        engine: Engine::Inside,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let open = |bytes: &[u8], limits: &_| unlock(bytes, limits, &self.password).map_err(wrong);
        each_opened(work, open, |pdf| Ok(whole(pdf)))
    }
}

/// The customer knows that the file is encrypted.
fn wrong(failure: Failure) -> Failure {
    match failure.code {
        Code::FileEncrypted => Failure::new(Code::OptionsDoNotFit, "password: the file has another one"),
        _ => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawn, encrypted, four_pages};
    use crate::{Failure, stage::convert};
    use lopdf::Document;
    use serde_json::json;

    fn opened(content: &[u8], password: &str) -> Result<Vec<u8>, Failure> {
        let made = convert(
            "pdf-unprotect",
            json!({ "password": password }),
            &[("a.pdf", "application/pdf", content)],
        );
        made.map(|mut made| made.remove(0).2)
    }

    fn protected(password: &str) -> Vec<u8> {
        let files: &[(&str, &str, &[u8])] = &[("a.pdf", "application/pdf", &four_pages())];
        convert("pdf-protect", json!({ "userPassword": password }), files).expect("a document").remove(0).2
    }

    #[test]
    fn the_password_is_taken_off() {
        let old = encrypted(&four_pages(), "secret");
        for (closed, password) in [(&old, "secret"), (&old, "owner"), (&protected("ö"), "ö")] {
            let made = opened(closed, password).expect("a document");
            let document = Document::load_mem(&made).expect("a document");
            assert!(!document.was_encrypted() && !document.is_encrypted());
            let reds: Vec<_> = drawn(&made).into_iter().map(|page| page.2).collect();
            assert_eq!(reds, [50, 100, 150, 200], "{password}");
        }
    }

    #[test]
    fn another_password_is_refused_by_the_name_of_the_option() {
        // The second is one that anybody can read, but only its owner can change.
        for closed in [encrypted(&four_pages(), "secret"), encrypted(&four_pages(), ""), protected("x")] {
            let failure = opened(&closed, "wrong").expect_err("refused");
            assert_eq!(failure.code, crate::Code::OptionsDoNotFit);
            assert!(failure.message.starts_with("password: "), "{failure:?}");
        }
        assert!(opened(&encrypted(&four_pages(), ""), "owner").is_ok());
    }

    #[test]
    fn what_has_none_is_as_it_was() {
        let made = opened(&four_pages(), "x").expect("a document");
        assert_eq!(drawn(&made).len(), 4);
    }
}
