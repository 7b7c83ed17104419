//! Which argument of a document an error is about.
use async_graphql::{
    Pos,
    parser::types::{ExecutableDocument, Selection, SelectionSet},
};

/// The name of the argument whose value stands at `at`.
pub(crate) fn named_at(document: &ExecutableDocument, at: Pos) -> Option<&str> {
    let operations = document.operations.iter().map(|(_, operation)| &operation.node.selection_set.node);
    let fragments = document.fragments.values().map(|fragment| &fragment.node.selection_set.node);
    operations.chain(fragments).find_map(|set| in_set(set, at))
}

fn in_set(set: &SelectionSet, at: Pos) -> Option<&str> {
    set.items.iter().find_map(|item| match &item.node {
        Selection::Field(field) => {
            let field = &field.node;
            let argument = field.arguments.iter().find(|(_, value)| value.pos == at);
            argument.map(|(name, _)| name.node.as_str()).or_else(|| in_set(&field.selection_set.node, at))
        }
        Selection::InlineFragment(fragment) => in_set(&fragment.node.selection_set.node, at),
        Selection::FragmentSpread(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_found_by_the_place_of_its_value() {
        let text = "{ one(a: 1) { two(b: $b, c: {d: 1}) { id } ...more ... on Two { e(f: 2) } } }\n\
                    fragment more on Two { g(h: 3) }";
        let document = async_graphql::parser::parse_query(text).unwrap();
        let of = |line, column| named_at(&document, Pos { line, column });
        assert_eq!(of(1, 10), Some("a"));
        assert_eq!(of(1, 22), Some("b"));
        assert_eq!(of(1, 29), Some("c"));
        assert_eq!(of(1, 70), Some("f"));
        assert_eq!(of(2, 29), Some("h"));
        assert_eq!(of(1, 7), None);
    }
}
