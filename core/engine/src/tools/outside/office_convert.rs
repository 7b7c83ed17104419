//! Office documents in another form.
use super::office::{self, Family};
use crate::{About, Category, Code, Convert, Engine, Failure, Input, Work, mime, work::renamed};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// What a document becomes.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct OfficeConvert {
    /// What is made: of a text `docx`, `odt`, `rtf` or `txt`, of a table `xlsx` or `ods`, of slides `pptx` or `odp`.
    format: Form,
}

/// A form of documents.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Form {
    Docx,
    Odt,
    Rtf,
    Txt,
    Xlsx,
    Ods,
    Pptx,
    Odp,
}

/// A form as all need it: its family, what its files end in, its type, and LibreOffice's name for what writes it.
type Words = (Family, &'static str, &'static str, &'static str);

impl Form {
    const fn words(self) -> Words {
        match self {
            Self::Docx => (Family::Text, "docx", mime::DOCX, "MS Word 2007 XML"),
            Self::Odt => (Family::Text, "odt", mime::ODT, "writer8"),
            Self::Rtf => (Family::Text, "rtf", mime::RTF, "Rich Text Format"),
            Self::Txt => (Family::Text, "txt", mime::TEXT, "Text (encoded):UTF8"),
            Self::Xlsx => (Family::Table, "xlsx", mime::XLSX, "Calc MS Excel 2007 XML"),
            Self::Ods => (Family::Table, "ods", mime::ODS, "calc8"),
            Self::Pptx => (Family::Slides, "pptx", mime::PPTX, "Impress MS PowerPoint 2007 XML"),
            Self::Odp => (Family::Slides, "odp", mime::ODP, "impress8"),
        }
    }
}

impl Convert for OfficeConvert {
    const ABOUT: About = About {
        id: "office-convert",
        name: "Convert an office document",
        description: "Converts texts, tables and slides between the forms of Microsoft Office and LibreOffice.",
        category: Category::Document,
        accepts: &office::TYPES,
        produces: &[
            mime::DOCX,
            mime::ODT,
            mime::RTF,
            mime::TEXT,
            mime::XLSX,
            mime::ODS,
            mime::PPTX,
            mime::ODP,
        ],
        files: (1, 1),
        engine: Engine::LibreOffice,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        for file in work.files().to_vec() {
            self.convert(work, &file).map_err(|failure| failure.about(file.id))?;
        }
        Ok(())
    }
}

impl OfficeConvert {
    fn convert(&self, work: &mut Work, file: &Input) -> Result<(), Failure> {
        let (family, extension, mime, filter) = self.format.words();
        if office::family(file)? != family {
            return Err(Failure::new(
                Code::OptionsDoNotFit,
                format!("this document cannot become {extension}"),
            ));
        }
        office::make(work, file, (extension, filter), (&renamed(&file.name, extension), mime))
    }
}
