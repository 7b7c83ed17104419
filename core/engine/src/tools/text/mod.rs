//! Texts: Markdown, as a page of the web and as pages to print.
pub mod markdown_to_html;
pub mod markdown_to_pdf;

pub(super) mod layout;
mod markdown;
