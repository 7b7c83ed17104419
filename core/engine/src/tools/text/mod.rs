//! Texts: Markdown, pages of the web, books and texts of Office, from one form into another, and as pages to print.
pub mod docx_to_html;
pub mod docx_to_markdown;
pub mod epub_to_html;
pub mod epub_to_markdown;
pub mod html_to_epub;
pub mod html_to_markdown;
pub mod markdown_to_docx;
pub mod markdown_to_epub;
pub mod markdown_to_html;
pub mod markdown_to_pdf;

mod converting;
pub(super) mod layout;
mod markdown;
mod reading;
mod writing;
