//! Files that hold files.
pub mod archive_to_files;
pub mod files_to_tar_gz;
pub mod files_to_zip;
pub mod zip_to_files;

mod seven;
mod tar;
