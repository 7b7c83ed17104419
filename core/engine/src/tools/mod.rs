//! The tools: one file each, and one line here.
use crate::Tool;

/// Every tool, in the order of the listing.
pub const TOOLS: &[Tool] = &[];
