//! Files that hold files.
pub mod files_to_zip;
pub mod zip_to_files;
