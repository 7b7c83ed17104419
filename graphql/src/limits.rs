//! What a document may cost before anything is looked at closer.
//!
//! A document of 1 KB whose fragments double at each step stands for 2^n fields. Its selections are
//! counted as they would be expanded, each fragment once, before it is validated.
use async_graphql::{
    Pos, Positioned, Request, ServerError,
    parser::types::{ExecutableDocument, FragmentDefinition, Selection, SelectionSet},
};
use std::collections::{HashMap, HashSet};

/// How deep fields may be nested.
pub const DEPTH: usize = 12;
/// Fields at most, with fragments expanded.
pub const SELECTIONS: usize = 5000;
/// Fields at the root at most, with fragments expanded.
pub const ROOTS: usize = 100;

/// Refuses a document that is larger than it may be; what is parsed here is parsed once.
pub(crate) fn check(request: &mut Request) -> Result<(), ServerError> {
    let document = request.parsed_query()?;
    let mut count = Count { fragments: &document.fragments, known: HashMap::new(), open: HashSet::new() };
    for (_, operation) in document.operations.iter() {
        let size = count.set(&operation.node.selection_set)?;
        let at = operation.pos;
        if size.depth > introspection_depth(document) {
            return Err(refused(at, format!("fields are nested deeper than {DEPTH}")));
        }
        if size.fields > SELECTIONS {
            return Err(refused(at, format!("more than {SELECTIONS} fields are selected")));
        }
        if size.roots > ROOTS {
            return Err(refused(at, format!("more than {ROOTS} fields are selected at the root")));
        }
    }
    Ok(())
}

/// Tools ask for the schema a little deeper than anyone needs to ask for data.
fn introspection_depth(document: &ExecutableDocument) -> usize {
    let asks = |item: &Positioned<Selection>| match &item.node {
        Selection::Field(field) => field.node.name.node == "__schema",
        _ => false,
    };
    let only = document
        .operations
        .iter()
        .all(|(_, operation)| operation.node.selection_set.node.items.iter().all(asks));
    if only { 2 * DEPTH } else { DEPTH }
}

/// What a selection stands for.
#[derive(Clone, Copy, Default)]
struct Size {
    /// All fields.
    fields: usize,
    /// Fields of the outermost level.
    roots: usize,
    depth: usize,
}

struct Count<'a> {
    fragments: &'a HashMap<async_graphql::Name, Positioned<FragmentDefinition>>,
    known: HashMap<&'a str, Size>,
    open: HashSet<&'a str>,
}

impl<'a> Count<'a> {
    fn set(&mut self, set: &'a Positioned<SelectionSet>) -> Result<Size, ServerError> {
        let mut all = Size::default();
        for item in &set.node.items {
            let one = match &item.node {
                Selection::Field(field) => {
                    let inner = self.set(&field.node.selection_set)?;
                    Size { fields: inner.fields.saturating_add(1), roots: 1, depth: inner.depth + 1 }
                }
                Selection::InlineFragment(fragment) => self.set(&fragment.node.selection_set)?,
                Selection::FragmentSpread(spread) => {
                    self.fragment(&spread.node.fragment_name.node, item.pos)?
                }
            };
            all.fields = all.fields.saturating_add(one.fields);
            all.roots = all.roots.saturating_add(one.roots);
            all.depth = all.depth.max(one.depth);
        }
        Ok(all)
    }

    /// A fragment that is not there is refused by the validation.
    fn fragment(&mut self, name: &'a str, at: Pos) -> Result<Size, ServerError> {
        if let Some(size) = self.known.get(name) {
            return Ok(*size);
        }
        let Some(fragment) = self.fragments.get(name) else { return Ok(Size::default()) };
        if !self.open.insert(name) {
            return Err(refused(at, format!("the fragment {name} contains itself")));
        }
        let size = self.set(&fragment.node.selection_set)?;
        self.open.remove(name);
        self.known.insert(name, size);
        Ok(size)
    }
}

fn refused(at: Pos, message: String) -> ServerError {
    ServerError::new(message, Some(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(document: &str) -> Result<(), String> {
        check(&mut Request::new(document)).map_err(|error| error.message)
    }

    #[test]
    fn doubling_fragments_are_counted_as_what_they_stand_for() {
        let doubling: String =
            (0..30).map(|n| format!("fragment f{n} on Query {{ ...f{} ...f{} }}\n", n + 1, n + 1)).collect();
        let document = format!("{{ ...f0 }} {doubling} fragment f30 on Query {{ account {{ id }} }}");
        assert!(outcome(&document).unwrap_err().contains("fields are selected"));
    }

    #[test]
    fn loops_depth_and_width_are_bounded() {
        assert!(outcome("{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }").is_err());
        let deep = |n: usize| "{ a ".repeat(n) + &"}".repeat(n);
        assert_eq!(outcome(&deep(DEPTH)), Ok(()));
        assert!(outcome(&deep(DEPTH + 1)).is_err());
        let wide = |n: usize| (0..n).fold("{".to_owned(), |text, n| text + &format!(" a{n}: account")) + "}";
        assert_eq!(outcome(&wide(ROOTS)), Ok(()));
        assert!(outcome(&wide(ROOTS + 1)).is_err());
    }

    #[test]
    fn a_document_nested_past_all_reason_is_refused() {
        assert!(outcome(&("{a".repeat(30_000) + &"}".repeat(30_000))).is_err());
        let value = "[".repeat(30_000) + &"]".repeat(30_000);
        assert!(outcome(&format!("{{ a(b: {value}) }}")).is_err());
    }
}
