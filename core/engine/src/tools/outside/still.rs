//! The forms in which single pictures come from programs.
use crate::{mime, tools::image::format::Format};
use schemars::JsonSchema;
use serde::Deserialize;

/// A form of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Still {
    /// JPEG: small, without transparency.
    #[default]
    Jpeg,
    /// PNG: exact, with transparency.
    Png,
}

impl Still {
    /// Its type (RFC 6838).
    pub(super) const fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => mime::JPEG,
            Self::Png => mime::PNG,
        }
    }

    /// The same among all formats.
    pub(super) const fn format(self) -> Format {
        match self {
            Self::Jpeg => Format::Jpeg,
            Self::Png => Format::Png,
        }
    }
}
