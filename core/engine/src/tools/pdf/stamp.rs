//! Drawing more on pages that are there.
use super::{
    copy::Copy,
    open::{Pdf, open},
    resources::content,
    shown::{View, matrix},
};
use crate::{Failure, Limits};
use hayro::{hayro_syntax::content::UntypedIter, vello_cpu::kurbo::Affine};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{collections::HashSet, fmt::Write as _};

/// Whether something lies above what a page shows, or below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// Above: nothing of the page hides it.
    #[default]
    Above,
    /// Below: what the page paints hides it.
    Below,
}

/// Something that can be drawn: a page of another document, its y going up from its lower left corner.
#[derive(Clone, Copy, Debug)]
pub struct Stamp {
    /// The form that it is (ISO 32000-1 section 8.10).
    pub form: ObjectId,
    /// How wide and how high it is, in points.
    pub size: (f64, f64),
}

/// What is drawn once.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The form.
    pub form: ObjectId,
    /// Leads from the form to the page.
    pub at: Affine,
    /// How much of it covers what is below: 1 is all.
    pub opacity: f32,
    /// The layer that can be hidden which it belongs to, if it does.
    pub group: Option<Object>,
}

impl Drawing {
    /// A form that covers what is below, and belongs to no layer.
    pub const fn new(form: ObjectId, at: Affine) -> Self {
        Self { form, at, opacity: 1.0, group: None }
    }
}

impl Pdf {
    /// Makes each page an object of its own that says all of it: what is drawn on one is on no other.
    pub fn part_pages(&mut self) {
        let mut seen = HashSet::new();
        for page in &mut self.pages {
            let whole = page.whole(&self.document);
            if !seen.insert(page.id) {
                page.id = self.document.new_object_id();
            }
            self.document.objects.insert(page.id, Object::Dictionary(whole));
        }
    }

    /// How the page at this place is shown.
    pub fn view(&self, place: usize) -> View {
        let page = self.pages.get(place).map(|page| page.whole(&self.document)).unwrap_or_default();
        View::of(&page, &self.document)
    }

    /// The pages of another document, which was made here, as what can be drawn on pages of this one.
    pub fn stamps(&mut self, drawn: &[u8], limits: &Limits) -> Result<Vec<Stamp>, Failure> {
        let drawn = open(drawn, limits)?;
        let mut copy = Copy::new(&drawn, &mut self.document);
        let mut forms = Vec::new();
        for page in &drawn.pages {
            let whole = page.whole(&drawn.document);
            let resources = copy.value(whole.get(b"Resources").unwrap_or(&Object::Null));
            forms.push((View::of(&whole, &drawn.document).size(), resources, page.id));
        }
        let form = |((wide, high), resources, page)| {
            let content = content(page, &drawn.document, drawn.unpacked).unwrap_or_default();
            #[expect(clippy::cast_possible_truncation, reason = "what PDF says is no more exact")]
            let corner = |at: f64| Object::Real(at as f32);
            let entries = dictionary! {
                "Type" => "XObject",
                "Subtype" => "Form",
                "BBox" => [0.0, 0.0, wide, high].map(corner).to_vec(),
                "Resources" => resources,
                // So it is as transparent as a whole as it is told to be.
                "Group" => dictionary! { "S" => "Transparency" },
            };
            let mut form = Stream::new(entries, content);
            form.compress().map_err(super::open::failure)?;
            Ok(Stamp { form: self.document.add_object(form), size: (wide, high) })
        };
        forms.into_iter().map(form).collect()
    }

    /// Draws on the page at this place, which is an object of its own.
    pub fn draw(&mut self, place: usize, drawings: &[Drawing], layer: Layer) -> Result<(), Failure> {
        let Some(id) = self.pages.get(place).map(|page| page.id) else { return Ok(()) };
        let mut page = self.document.get_dictionary(id).cloned().unwrap_or_default();
        let mut names = Names::of(&page, &self.document);
        let mut said = String::new();
        for drawing in drawings {
            names.say(drawing, &mut said);
        }
        let (opens, closes) = self.balance(id);
        let before = "q\n".repeat(opens);
        let after = format!("\n{}", "Q\n".repeat(closes));
        let (before, after) = match layer {
            Layer::Above => (before, after + &said),
            Layer::Below => (said + &before, after),
        };
        let mut contents = vec![self.content(before)?];
        contents.extend(self.document.get_page_contents(id).into_iter().map(Object::Reference));
        contents.push(self.content(after)?);
        page.set("Contents", contents);
        page.set("Resources", names.resources());
        self.document.objects.insert(id, Object::Dictionary(page));
        Ok(())
    }

    fn content(&mut self, text: String) -> Result<Object, Failure> {
        let mut stream = Stream::new(Dictionary::new(), text.into_bytes());
        stream.compress().map_err(super::open::failure)?;
        Ok(Object::Reference(self.document.add_object(stream)))
    }

    /// How many states are to be saved before a page's content and restored after it, so that it changes nothing of what
    /// is drawn afterwards, even where it restores more than it saved or less.
    fn balance(&self, id: ObjectId) -> (usize, usize) {
        let content = content(id, &self.document, self.unpacked).unwrap_or_default();
        let mut operations = UntypedIter::new(&content);
        let (mut depth, mut least) = (0_isize, 0_isize);
        while let Some(operation) = operations.next() {
            match &**operation.operator {
                b"q" => depth += 1,
                b"Q" => depth -= 1,
                _ => (),
            }
            least = least.min(depth);
        }
        let opens = 1 + least.unsigned_abs();
        (opens, opens.saturating_add_signed(depth))
    }
}

/// What a page's content can name (ISO 32000-1 section 7.8.3).
struct Names {
    resources: Dictionary,
    forms: Dictionary,
    states: Dictionary,
    groups: Dictionary,
}

impl Names {
    fn of(page: &Dictionary, document: &Document) -> Self {
        let resources = document.get_dict_in_dict(page, b"Resources").cloned().unwrap_or_default();
        let named = |kind: &[u8]| document.get_dict_in_dict(&resources, kind).cloned().unwrap_or_default();
        let (forms, states, groups) = (named(b"XObject"), named(b"ExtGState"), named(b"Properties"));
        Self { resources, forms, states, groups }
    }

    /// What a content says to draw it.
    fn say(&mut self, drawing: &Drawing, said: &mut String) {
        // It belongs to no part of what the page says (ISO 32000-1 section 14.8.2.2).
        said.push_str("/Artifact BMC\nq\n");
        if let Some(group) = &drawing.group {
            let _ = writeln!(said, "/OC /{} BDC", named(&mut self.groups, group.clone()));
        }
        if drawing.opacity < 1.0 {
            let state = dictionary! { "ca" => drawing.opacity, "CA" => drawing.opacity };
            let _ = writeln!(said, "/{} gs", named(&mut self.states, state.into()));
        }
        let form = named(&mut self.forms, drawing.form.into());
        let _ = writeln!(said, "{} cm\n/{form} Do", matrix(drawing.at));
        if drawing.group.is_some() {
            said.push_str("EMC\n");
        }
        said.push_str("Q\nEMC\n");
    }

    fn resources(mut self) -> Dictionary {
        for (kind, named) in
            [("XObject", self.forms), ("ExtGState", self.states), ("Properties", self.groups)]
        {
            if !named.is_empty() {
                self.resources.set(kind, named);
            }
        }
        self.resources
    }
}

/// Names a value as nothing else is named.
fn named(names: &mut Dictionary, value: Object) -> String {
    let mut number = names.len();
    loop {
        let name = format!("Drawn{number}");
        if !names.has(name.as_bytes()) {
            names.set(name.as_str(), value);
            return name;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            assemble::save,
            in_place::whole,
            samples::{drawn, one_page, stream},
        },
        *,
    };

    fn stamped(content: &str, layer: Layer) -> Vec<u8> {
        let limits = Limits::default();
        let mut pdf = open(&one_page(content, &[]), &limits).expect("a document");
        pdf.part_pages();
        let red = one_page("0.6 0 0 rg 0 0 100 100 re f", &[&stream("", "")]);
        let stamp = pdf.stamps(&red, &limits).expect("a form")[0];
        let at = pdf.view(0).put((50.0, 50.0), (0.0, 0.0), 0.0) * Affine::scale(0.5);
        pdf.draw(0, &[Drawing::new(stamp.form, at)], layer).expect("a page");
        let mut made = Vec::new();
        save(&mut whole(pdf), &mut made).expect("a document");
        made
    }

    #[test]
    fn it_is_drawn_above_or_below_whatever_the_page_leaves() {
        for content in ["", "q 3 0 0 3 9 9 cm", "Q Q 0 0 1 rg 5 0 0 5 0 0 cm", "q q Q Q Q q .5 0 0 .5 1 1 cm"]
        {
            assert_eq!(drawn(&stamped(content, Layer::Above)), [(100, 100, 153)], "{content}");
        }
        let covered = "0.2 0 0 rg 0 0 100 100 re f";
        assert_eq!(drawn(&stamped(covered, Layer::Above)), [(100, 100, 153)]);
        assert_eq!(drawn(&stamped(covered, Layer::Below)), [(100, 100, 51)]);
        assert_eq!(drawn(&stamped("0.2 0 0 rg 90 0 9 9 re f", Layer::Below)), [(100, 100, 153)]);
    }
}
