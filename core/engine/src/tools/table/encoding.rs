//! The letters that a table is written with.
use crate::{Code, Failure};
use encoding_rs as known;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The letters that a file is written with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Encoding {
    /// UTF-8, or UTF-16 where the file begins with its mark.
    #[default]
    Auto,
    /// UTF-8.
    #[serde(rename = "utf-8")]
    Utf8,
    /// Western Europe on Windows.
    #[serde(rename = "windows-1252")]
    Windows1252,
    /// Western Europe: read like windows-1252, as the web does.
    #[serde(rename = "iso-8859-1")]
    Iso1,
    /// Western Europe with the euro sign.
    #[serde(rename = "iso-8859-15")]
    Iso15,
    /// Central Europe on Windows.
    #[serde(rename = "windows-1250")]
    Windows1250,
    /// Central Europe.
    #[serde(rename = "iso-8859-2")]
    Iso2,
    /// Cyrillic on Windows.
    #[serde(rename = "windows-1251")]
    Windows1251,
    /// Russian.
    #[serde(rename = "koi8-r")]
    Koi8,
    /// Greek on Windows.
    #[serde(rename = "windows-1253")]
    Windows1253,
    /// Turkish on Windows.
    #[serde(rename = "windows-1254")]
    Windows1254,
    /// Old Macintoshes.
    Macintosh,
    /// Japanese on Windows.
    #[serde(rename = "shift_jis")]
    ShiftJis,
    /// Japanese on Unix.
    #[serde(rename = "euc-jp")]
    EucJp,
    /// Korean.
    #[serde(rename = "euc-kr")]
    EucKr,
    /// Simplified Chinese.
    Gb18030,
    /// Traditional Chinese.
    Big5,
}

impl Encoding {
    /// The text that `bytes` mean.
    pub fn text(self, bytes: &[u8]) -> Result<Cow<'_, str>, Failure> {
        // A mark at the beginning says more than a guess does.
        let (text, encoding, wrong) = self.known().decode(bytes);
        if wrong {
            let message = format!("the file is not written in {}; say which letters it has", encoding.name());
            return Err(Failure::new(Code::OptionsDoNotFit, message));
        }
        Ok(text)
    }

    fn known(self) -> &'static known::Encoding {
        match self {
            Self::Auto | Self::Utf8 => known::UTF_8,
            Self::Windows1252 | Self::Iso1 => known::WINDOWS_1252,
            Self::Iso15 => known::ISO_8859_15,
            Self::Windows1250 => known::WINDOWS_1250,
            Self::Iso2 => known::ISO_8859_2,
            Self::Windows1251 => known::WINDOWS_1251,
            Self::Koi8 => known::KOI8_R,
            Self::Windows1253 => known::WINDOWS_1253,
            Self::Windows1254 => known::WINDOWS_1254,
            Self::Macintosh => known::MACINTOSH,
            Self::ShiftJis => known::SHIFT_JIS,
            Self::EucJp => known::EUC_JP,
            Self::EucKr => known::EUC_KR,
            Self::Gb18030 => known::GB18030,
            Self::Big5 => known::BIG5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_says_more_than_the_option() {
        let utf16: Vec<u8> = "\u{feff}gr\u{fc}n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(Encoding::Windows1252.text(&utf16).expect("a text"), "grün");
        assert_eq!(Encoding::Auto.text(b"\xef\xbb\xbfa").expect("a text"), "a");
        assert_eq!(Encoding::Windows1251.text(b"\xe4\xe0").expect("a text"), "да");
        assert_eq!(Encoding::Auto.text(b"gr\xfcn").expect_err("another").code, Code::OptionsDoNotFit);
    }
}
