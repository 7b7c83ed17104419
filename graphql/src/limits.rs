//! What a document may cost before anything of it is validated.
//!
//! A document of 1 KB whose fragments double at each step stands for 2^n fields. Its selections are
//! counted as they would be expanded, each fragment once, before it is validated.
use async_graphql::{
    Name, Pos, Positioned, ServerError,
    parser::types::{Directive, ExecutableDocument, FragmentDefinition, Selection, SelectionSet},
};
use std::collections::{HashMap, HashSet};

/// Bytes of a document at most.
pub const BYTES: usize = 64 << 10;
/// Words and signs of a document at most.
pub const TOKENS: usize = 15_000;
/// How deep fields may be nested.
pub const DEPTH: usize = 12;
/// Fields at most, with fragments expanded.
pub const SELECTIONS: usize = 5000;
/// Records that may come back at most.
pub const COST: u64 = 5000;
/// Parts of the schema that may be answered at most.
pub const SCHEMA: u64 = 25_000;
/// Fields at the root at most, with fragments expanded.
pub const ROOTS: usize = 100;
/// Fields under another name at most, with fragments expanded.
pub const ALIASES: usize = 500;
/// Directives at most, with fragments expanded.
pub const DIRECTIVES: usize = 100;

/// Brackets that may be open at once: what reads a document goes down with each of them.
pub const OPEN: usize = 64;

/// Refuses a text that is not worth reading.
pub(crate) fn check_text(text: &str) -> Result<(), ServerError> {
    if text.len() > BYTES {
        return Err(ServerError::new(format!("the document is longer than {BYTES} bytes"), None));
    }
    if more_tokens_than(text, TOKENS) {
        return Err(ServerError::new(format!("the document has more than {TOKENS} words and signs"), None));
    }
    match most_open(text) > OPEN {
        true => Err(ServerError::new(format!("more than {OPEN} brackets are open at once"), None)),
        false => Ok(()),
    }
}

/// The most brackets that are open at once, outside of texts and comments (GraphQL section 2.1).
fn most_open(text: &str) -> usize {
    let (mut rest, mut open, mut most) = (text, 0_usize, 0);
    while let Some(letter) = rest.chars().next() {
        let taken = match letter {
            '"' if rest.starts_with("\"\"\"") => block(rest),
            '"' => quoted(rest),
            '#' => rest.find(['\n', '\r']).unwrap_or(rest.len()),
            _ => letter.len_utf8(),
        };
        match letter {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
        rest = &rest[taken..];
    }
    most
}

/// The length of the text that begins `rest`; one that does not end, ends with its line.
fn quoted(rest: &str) -> usize {
    let mut escaped = false;
    for (place, letter) in rest.char_indices().skip(1) {
        match letter {
            '\n' | '\r' => return place,
            '"' if !escaped => return place + 1,
            _ => escaped = letter == '\\' && !escaped,
        }
    }
    rest.len()
}

/// The same of one over several lines.
fn block(rest: &str) -> usize {
    let mut from = 3;
    while let Some(end) = rest[from..].find("\"\"\"") {
        let end = from + end;
        if !rest[..end].ends_with('\\') {
            return end + 3;
        }
        from = end + 3;
    }
    rest.len()
}

/// Whether `text` has more than `most` words and signs; what stands in comments and texts may count too.
fn more_tokens_than(text: &str, most: usize) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    let (mut count, mut in_word) = (0, false);
    for byte in text.bytes() {
        let begins = letter(byte) && !in_word;
        let stands_alone = byte.is_ascii_punctuation() && !letter(byte);
        count += usize::from(begins || stands_alone);
        in_word = letter(byte);
    }
    count > most
}

/// Refuses a document that is larger than it may be.
pub(crate) fn check(document: &ExecutableDocument, introspection: bool) -> Result<(), ServerError> {
    // No directive is for these places.
    let fragments = document.fragments.values().flat_map(|fragment| &fragment.node.directives);
    let operations = document.operations.iter();
    let variables = operations.flat_map(|(_, operation)| &operation.node.variable_definitions);
    let variables = variables.flat_map(|variable| &variable.node.directives);
    if let Some(stray) = fragments.chain(variables).next() {
        return Err(refused(stray.pos, format!("the directive @{} has no place here", stray.node.name)));
    }
    let mut count = Count { fragments: &document.fragments, known: HashMap::new(), open: HashSet::new() };
    for (_, operation) in document.operations.iter() {
        let mut size = count.set(&operation.node.selection_set)?;
        size.directives += operation.node.directives.len();
        let at = operation.pos;
        if size.inside > 0 && !introspection {
            return Err(refused(at, "the schema is not told here".to_owned()));
        }
        // Tools ask for the schema a little deeper than anyone needs to ask for data.
        let depth = if size.inside == size.roots { 2 * DEPTH } else { DEPTH };
        for (amount, most, what) in [
            (size.depth, depth, "levels of fields are nested"),
            (size.fields, SELECTIONS, "fields are selected"),
            (size.roots, ROOTS, "fields are selected at the root"),
            (size.aliases, ALIASES, "fields are given another name"),
            (size.directives, DIRECTIVES, "directives are used"),
        ] {
            if amount > most {
                return Err(refused(at, format!("more than {most} {what}")));
            }
        }
    }
    Ok(())
}

/// What a selection stands for.
#[derive(Clone, Copy, Default)]
struct Size {
    /// All fields.
    fields: usize,
    /// Fields of the outermost level.
    roots: usize,
    /// Those of them that ask for the schema.
    inside: usize,
    aliases: usize,
    directives: usize,
    depth: usize,
}

struct Count<'a> {
    fragments: &'a HashMap<Name, Positioned<FragmentDefinition>>,
    known: HashMap<&'a str, Size>,
    open: HashSet<&'a str>,
}

impl<'a> Count<'a> {
    fn set(&mut self, set: &'a Positioned<SelectionSet>) -> Result<Size, ServerError> {
        let mut all = Size::default();
        for item in &set.node.items {
            let (directives, one) = self.item(item)?;
            all.fields = all.fields.saturating_add(one.fields);
            all.roots = all.roots.saturating_add(one.roots);
            all.inside = all.inside.saturating_add(one.inside);
            all.aliases = all.aliases.saturating_add(one.aliases);
            all.directives = all.directives.saturating_add(one.directives).saturating_add(directives.len());
            all.depth = all.depth.max(one.depth);
        }
        Ok(all)
    }

    fn item(
        &mut self,
        item: &'a Positioned<Selection>,
    ) -> Result<(&'a [Positioned<Directive>], Size), ServerError> {
        Ok(match &item.node {
            Selection::Field(field) => {
                let inner = self.set(&field.node.selection_set)?;
                let size = Size {
                    fields: inner.fields.saturating_add(1),
                    roots: 1,
                    inside: usize::from(matches!(field.node.name.node.as_str(), "__schema" | "__type")),
                    aliases: inner.aliases.saturating_add(usize::from(field.node.alias.is_some())),
                    directives: inner.directives,
                    depth: inner.depth + 1,
                };
                (&field.node.directives, size)
            }
            Selection::InlineFragment(inline) => {
                (&inline.node.directives, self.set(&inline.node.selection_set)?)
            }
            Selection::FragmentSpread(spread) => {
                (&spread.node.directives, self.fragment(&spread.node.fragment_name.node, item.pos)?)
            }
        })
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

pub(crate) fn refused(at: Pos, message: String) -> ServerError {
    ServerError::new(message, Some(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(document: &str) -> Result<(), String> {
        outcome_with(document, true)
    }

    fn outcome_with(document: &str, introspection: bool) -> Result<(), String> {
        check_text(document).map_err(|error| error.message)?;
        let document = async_graphql::parser::parse_query(document).map_err(|error| error.to_string())?;
        check(&document, introspection).map_err(|error| error.message)
    }

    #[test]
    fn doubling_fragments_are_counted_as_what_they_stand_for() {
        let doubling: String =
            (0..30).map(|n| format!("fragment f{n} on Query {{ ...f{} ...f{} }}\n", n + 1, n + 1)).collect();
        for last in ["account { id }", "a: __typename", "__typename @skip(if: true)"] {
            let document = format!("{{ ...f0 }} {doubling} fragment f30 on Query {{ {last} }}");
            assert!(outcome(&document).unwrap_err().starts_with("more than"), "{last}");
        }
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
        let named = |n: usize| format!("{{ account {} }}", wide(n));
        assert_eq!(outcome(&named(ALIASES)), Ok(()));
        assert!(outcome(&named(ALIASES + 1)).is_err());
        let directed = |n: usize| format!("{{ account {} }}", "@include(if: true) ".repeat(n));
        assert_eq!(outcome(&directed(DIRECTIVES)), Ok(()));
        assert!(outcome(&directed(DIRECTIVES + 1)).is_err());
    }

    #[test]
    fn the_schema_may_be_asked_for_deeper_and_may_be_withheld() {
        let deep = |root: &str, n: usize| format!("{{ {root} {} }}", "{ a ".repeat(n) + &"}".repeat(n));
        assert_eq!(outcome(&deep("__schema", DEPTH + 5)), Ok(()));
        assert!(outcome(&deep("__schema", 2 * DEPTH)).is_err());
        assert!(
            outcome(&format!("{{ account {{ id }} ...on Query {} }}", deep("__schema", DEPTH + 5))).is_err()
        );
        assert!(outcome_with("{ __schema { description } }", false).is_err());
        assert!(
            outcome_with("{ ...a } fragment a on Query { __type(name: \"A\") { name } }", false).is_err()
        );
        assert_eq!(outcome_with("{ __typename }", false), Ok(()));
    }

    #[test]
    fn a_document_nested_past_all_reason_is_refused() {
        assert!(outcome(&("{a".repeat(30_000) + &"}".repeat(30_000))).is_err());
        let value = "[".repeat(30_000) + &"]".repeat(30_000);
        assert!(outcome(&format!("{{ a(b: {value}) }}")).is_err());
        assert!(outcome(&format!("{{ a{} }}", " a".repeat(TOKENS))).is_err());
        assert!(outcome(&format!("{{ a #{} \n }}", "x".repeat(BYTES))).is_err());
    }

    #[test]
    fn open_brackets_are_counted_outside_of_texts_and_comments() {
        for (text, most) in [
            ("{ a(b: [1, {c: 2}]) }", 4),
            ("{ a(b: \"[[[\", c: \"\\\"[\") } # [[[[\n{", 2),
            ("{ a(b: \"\"\"[[[ \" \\\"\"\" [[ \"\"\") }", 2),
            ("\"\" [[", 2),
            ("\" [[\n[", 1),
            ("]]]][", 1),
        ] {
            assert_eq!(most_open(text), most, "{text}");
        }
        for deep in ["[", "{a:", "("] {
            assert!(outcome(&format!("{{ a(b: {}", deep.repeat(OPEN))).unwrap_err().contains("open at once"));
        }
    }

    #[test]
    fn directives_stand_where_they_have_a_place() {
        assert!(outcome("query($a: Int @b) { a }").is_err());
        assert!(outcome("{ ...a } fragment a on Query @b { a }").is_err());
    }

    #[test]
    fn words_and_signs_are_counted() {
        for (text, tokens) in [("", 0), ("{ a }", 3), ("{a(b:\"c d\")}", 11), ("query Ab1_ {é}", 5)] {
            assert!(!more_tokens_than(text, tokens), "{text}");
            assert!(tokens == 0 || more_tokens_than(text, tokens - 1), "{text}");
        }
    }
}
