//! The backends of one port, as they are found in the file.
use hosting_core::providers::backends::{Backend, Backends};
use std::sync::Arc;

/// The backends of one port, as they are found.
pub struct Several<T: ?Sized> {
    all: Vec<Backend<T>>,
    default: Option<usize>,
}

impl<T: ?Sized> Default for Several<T> {
    fn default() -> Self {
        Self { all: Vec::new(), default: None }
    }
}

impl<T: ?Sized> Several<T> {
    /// One more.
    pub fn add(&mut self, backend: Backend<T>, is_default: bool) {
        if is_default {
            self.default = Some(self.all.len());
        }
        self.all.push(backend);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// All of them; nothing where there is none.
    pub fn found(self) -> Option<Backends<T>> {
        (!self.all.is_empty()).then(|| Backends::new(self.all, self.default))
    }

    /// All of them; the sandbox where there is none.
    pub fn or(self, sandbox: Arc<T>) -> Backends<T> {
        self.found().unwrap_or_else(|| sandbox.into())
    }
}
