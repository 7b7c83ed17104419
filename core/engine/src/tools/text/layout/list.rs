//! Lists, and what stands in front of lines.
use super::{
    blocks::BETWEEN,
    flow::Flow,
    look::Look,
    parts::{Kind as Part, Leads},
    strip::{Anchor, Run},
    words::Words,
};
use comrak::{
    Node,
    nodes::{ListDelimType, ListType, NodeList, NodeValue},
};

/// How far the marks of a list stand in, and its text from them.
const MARK: (f32, f32) = (4.4, 5.5);
/// The marks of lists within lists.
const MARKS: [&str; 3] = ["•", "‣", "–"];
/// The marks of what is to be done, and of what is done.
const TASKS: [&str; 2] = ["☐", "☑"];

impl<'a> Flow<'a> {
    /// A list.
    pub fn list(&mut self, node: Node<'a>, list: NodeList) {
        let marks: Vec<String> = node
            .children()
            .zip(list.start..)
            .map(|(item, number)| mark(item, list, number, self.at.lists))
            .collect();
        let longest = marks.iter().max_by_key(|mark| mark.len()).map_or("", String::as_str);
        let widest = self.breaker.widths(&Words::of(longest, mark_look(longest, self.at.look), 0)).1;
        let (left, tight, lists) = (self.at.left, self.at.tight, self.at.lists);
        let gap = if tight { 0.0 } else { BETWEEN };
        self.gap(gap);
        self.at.left += MARK.0 + widest + MARK.1;
        self.at.lists += usize::from(list.list_type == ListType::Bullet);
        self.part(Part::List(list.list_type == ListType::Ordered), |flow| {
            for (item, mark) in node.children().zip(&marks) {
                flow.at.tight = list.tight;
                flow.gap(if list.tight { 0.0 } else { BETWEEN });
                flow.part(Part::Item, |flow| flow.item(item, mark));
            }
        });
        (self.at.left, self.at.tight, self.at.lists) = (left, tight, lists);
        self.gap(gap);
    }

    fn item(&mut self, item: Node<'a>, mark: &str) {
        let end = self.at.left - MARK.1;
        self.mark(mark, mark_look(mark, self.at.look), None, |width| end - width);
        self.part(Part::Body, |flow| flow.blocks(item));
        self.rest_of_marks();
    }

    /// Puts a mark in front of the next line.
    fn mark(&mut self, mark: &str, look: Look, leads: Option<Leads>, left: impl FnOnce(f32) -> f32) -> f32 {
        let part = self.parts.add(Part::Label, self.at.part);
        let part = leads.map_or(part, |leads| self.parts.add(Part::Link(leads), part));
        let lines = self.breaker.lines(&Words::of(mark, look, part), f32::INFINITY);
        let Some(line) = lines.into_iter().next() else { return 0.0 };
        let left = left(line.width);
        self.at.marks.extend(line.runs.into_iter().map(|run| Run { x: run.x + left, ..run }));
        line.width
    }

    /// Puts a footnote's number in front of its first line; it leads back to where it is asked for.
    pub fn label(&mut self, number: usize, label: u32) {
        let leads = Leads::To(Anchor::Asked(number));
        let look = self.at.look.raised(0.35);
        let width = self.mark(&label.to_string(), look, Some(leads), |_| 0.0);
        self.at.left = width + 2.0;
    }
}

fn mark(item: Node, list: NodeList, number: usize, depth: usize) -> String {
    match (&item.data().value, list.list_type) {
        (NodeValue::TaskItem(task), _) => TASKS[usize::from(task.symbol.is_some())].to_owned(),
        (_, ListType::Bullet) => MARKS[depth % MARKS.len()].to_owned(),
        (_, ListType::Ordered) if list.delimiter == ListDelimType::Paren => format!("{number})"),
        (_, ListType::Ordered) => format!("{number}."),
    }
}

/// The boxes of tasks are small, and stand higher than they should where they are enlarged.
fn mark_look(mark: &str, look: Look) -> Look {
    match TASKS.contains(&mark) {
        true => Look { rise: look.rise - 0.08 * look.size, ..look.sized(1.3) },
        false => look,
    }
}
