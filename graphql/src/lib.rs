//! The platform as a graph; it knows no HTTP.
