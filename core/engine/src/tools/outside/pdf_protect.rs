//! A password for a PDF.
use super::qpdf;
use crate::{About, Category, Convert, Engine, Failure, Work, mime, work::plain};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// How a PDF is protected.
#[derive(Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfProtect {
    /// The password that opens the file: at most 127 bytes.
    #[garde(length(bytes, min = 1, max = 127))]
    #[schemars(length(min = 1, max = 127), extend("writeOnly" = true))]
    user_password: String,
    /// The password that opens the file without restrictions: at most 127 bytes. Where it is left out, the other does.
    #[garde(inner(length(bytes, min = 1, max = 127)))]
    #[schemars(inner(length(min = 1, max = 127)), extend("writeOnly" = true))]
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

impl Convert for PdfProtect {
    const ABOUT: About = About {
        id: "pdf-protect",
        name: "Protect a PDF",
        description: "Encrypts a PDF (AES, 256 bits): it opens only with its password.",
        category: Category::Document,
        accepts: &[mime::PDF],
        produces: &[mime::PDF],
        files: (1, 1),
        engine: Engine::Qpdf,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let owner_password = self.owner_password.as_ref().unwrap_or(&self.user_password);
        let answer = |allowed: bool| if allowed { "y" } else { "n" };
        let rights = json!({
            "print": if self.printing { "full" } else { "none" },
            "extract": answer(self.copying),
            "modify": if self.changing { "all" } else { "none" },
        });
        let encrypt =
            json!({"userPassword": self.user_password, "ownerPassword": owner_password, "256bit": rights});
        for file in work.files().to_vec() {
            qpdf::run(work, &file, &plain(&file.name), json!({"encrypt": encrypt}))
                .map_err(|failure| failure.about(file.id))?;
        }
        Ok(())
    }
}
