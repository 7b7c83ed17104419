//! Painting pages: words, what is around them, and where links lead.
use super::{
    Paper,
    lines::Breaker,
    look::{Look, grey},
    outline::{self, Places},
    paging::{Page, Placed},
    parts::{Leads, Parts},
    shapes,
    strip::{Run, Strips},
    words::Words,
};
use crate::{Code, Failure};
use krilla::{
    Document,
    action::{Action, LinkAction},
    annotation::{Annotation, LinkAnnotation, Target},
    geom::{Point, Quadrilateral, Transform},
    metadata::Metadata,
    page::{NumberingStyle, PageLabel, PageSettings},
    surface::Surface,
    tagging::{Artifact, ArtifactType, ContentTag, SpanTag},
};
use std::{collections::BTreeMap, num::NonZeroU32};

/// Where in the lower margin the page's number stands.
const NUMBER: f32 = 0.41;
/// The line above footnotes, to the width of the text.
const NOTES: f32 = 0.3;

/// What paints a document.
pub struct Painter<'a> {
    /// What is painted.
    pub strips: &'a Strips,
    /// The parts that it belongs to.
    pub parts: &'a mut Parts,
    /// What sets the numbers of pages, and has the fonts.
    pub breaker: &'a mut Breaker,
    /// The paper.
    pub paper: Paper,
    /// Where things are.
    pub places: Places,
}

/// Where the words of links are on a page, by the part that each link is.
type Links = BTreeMap<usize, Vec<Quadrilateral>>;

impl Painter<'_> {
    /// The document of these pages.
    pub fn document(
        mut self,
        pages: &[Page<'_>],
        headings: &[(u8, String)],
        title: &str,
    ) -> Result<Vec<u8>, Failure> {
        let mut document = Document::new();
        for (number, page) in (1..).zip(pages) {
            self.page(&mut document, page, number)?;
        }
        document.set_metadata(Metadata::new().title(title.to_owned()).language("en".to_owned()));
        document.set_outline(outline::outline(headings, &self.places));
        document.set_tag_tree(self.parts.tree());
        document.finish().map_err(|error| failed(&format!("{error:?}")))
    }

    fn page(&mut self, document: &mut Document, page: &Page<'_>, number: u32) -> Result<(), Failure> {
        let label = PageLabel::new(Some(NumberingStyle::Arabic), None, NonZeroU32::new(number));
        let settings = PageSettings::from_wh(self.paper.width, self.paper.height);
        let settings = settings.ok_or_else(|| failed("its pages have no room"))?.with_page_label(label);
        let mut painted = document.start_page_with(settings);
        let mut surface = painted.surface();
        surface.push_transform(&Transform::from_translate(self.paper.margin, self.paper.margin));
        self.frames(&mut surface, page);
        let mut links = Links::new();
        for placed in &page.strips {
            self.strip(&mut surface, *placed, &mut links);
        }
        self.number(&mut surface, number);
        surface.pop();
        surface.finish();
        for (part, places) in links {
            if let Some(target) = self.target(part) {
                let link = LinkAnnotation::new_with_quad_points(places, target);
                let link = painted.add_tagged_annotation(Annotation::new_link(link, None));
                self.parts.painted(part, link);
            }
        }
        painted.finish();
        Ok(())
    }

    fn target(&self, part: usize) -> Option<Target> {
        match self.parts.leads(part)? {
            Leads::Out(address) => Some(Target::Action(Action::Link(LinkAction::new(address.clone())))),
            Leads::To(anchor) => Some(Target::Destination(self.places.get(anchor)?.clone().into())),
        }
    }

    fn strip(&mut self, surface: &mut Surface<'_>, placed: Placed<'_>, links: &mut Links) {
        for run in &placed.strip.runs {
            let top = placed.top + run.y - run.look.baseline() - run.look.rise.min(0.0);
            surface.start_tagged(artifact(ArtifactType::Layout));
            shapes::ground(surface, run, top);
            surface.end_tagged();
            if placed.again {
                surface.start_tagged(artifact(ArtifactType::PaginationOther));
            } else {
                let part = surface.start_tagged(ContentTag::Span(SpanTag::empty()));
                self.parts.painted(run.part, part);
                if self.parts.leads(run.part).is_some() {
                    let (left, bottom) =
                        (run.x + self.paper.margin, top + run.look.height() + self.paper.margin);
                    let corner = |x, y| Point::from_xy(left + x, bottom + y);
                    let (right, above) = (run.width, -run.look.height());
                    let corners =
                        [corner(0.0, 0.0), corner(right, 0.0), corner(right, above), corner(0.0, above)];
                    links.entry(run.part).or_default().push(Quadrilateral(corners));
                }
            }
            self.words(surface, run, placed.top);
            surface.end_tagged();
        }
    }

    fn words(&self, surface: &mut Surface<'_>, run: &Run, top: f32) {
        let Some(font) = self.breaker.font(run.face) else { return };
        let start = Point::from_xy(run.x, top + run.y);
        shapes::fill(surface, run.look.colour);
        surface.draw_glyphs(start, &run.glyphs, font.clone(), &run.text, run.look.size, false);
        if let Some(above) = run.look.line {
            let y = start.y - above * run.look.size;
            shapes::rect(surface, [run.x, y - 0.3, run.x + run.width, y + 0.3], run.look.colour);
        }
    }

    /// What is around strips, and the line above the footnotes.
    fn frames(&self, surface: &mut Surface<'_>, page: &Page<'_>) {
        surface.start_tagged(artifact(ArtifactType::Layout));
        let mut extents = BTreeMap::new();
        for Placed { strip, top, .. } in &page.strips {
            let mut pad = 0.0;
            for number in strip.frames.iter().rev() {
                pad += self.strips.frames[*number].pad;
                let extent = extents.entry(*number).or_insert((f32::INFINITY, 0.0_f32));
                *extent = (extent.0.min(top - pad), extent.1.max(top + strip.height + pad));
            }
        }
        for (number, (top, bottom)) in extents {
            shapes::frame(surface, &self.strips.frames[number], top, bottom);
        }
        if let Some(line) = page.line {
            let width = self.paper.width - 2.0 * self.paper.margin;
            shapes::rect(surface, [0.0, line - 0.25, width * NOTES, line + 0.25], grey(0));
        }
        surface.end_tagged();
    }

    fn number(&mut self, surface: &mut Surface<'_>, number: u32) {
        surface.start_tagged(artifact(ArtifactType::PageNumber));
        let words = Words::of(&number.to_string(), Look::default(), 0);
        let Paper { width, height, margin } = self.paper;
        for line in self.breaker.lines(&words, f32::INFINITY) {
            let left = (width - line.width) / 2.0 - margin;
            for run in line.runs {
                self.words(surface, &Run { x: run.x + left, ..run }, height - (2.0 - NUMBER) * margin);
            }
        }
        surface.end_tagged();
    }
}

fn artifact(kind: ArtifactType) -> ContentTag<'static> {
    ContentTag::Artifact(Artifact::with_kind(kind))
}

fn failed(cause: &str) -> Failure {
    Failure::new(Code::ConversionFailed, format!("the text cannot be set: {cause}"))
}
