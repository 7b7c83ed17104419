//! What paragraphs and letters look like.

/// What is said of a paragraph.
#[derive(Default)]
pub struct Paragraph {
    pub begun: bool,
    pub heading: Option<u8>,
    pub list: Option<String>,
    pub level: Option<usize>,
}

/// How letters look.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Looks {
    pub bold: bool,
    pub italic: bool,
    pub struck: bool,
}

impl Looks {
    /// The elements that look so.
    pub fn elements(self) -> impl DoubleEndedIterator<Item = &'static str> {
        let all = [(self.bold, "b"), (self.italic, "i"), (self.struck, "s")];
        all.into_iter().filter(|(has, _)| *has).map(|(_, name)| name)
    }
}
