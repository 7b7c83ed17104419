//! A server that does what no real one can be made to do.
