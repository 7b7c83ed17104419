//! Painting what is around and behind words.
use super::{
    look::{Colour, Ground, LINE, grey},
    strip::{Frame, Kind, Run},
};
use krilla::{
    color::rgb,
    geom::{Path, PathBuilder, Rect},
    paint::{Fill, Stroke},
    surface::Surface,
};

/// How far the ground of words goes beyond them.
const BEYOND: f32 = 1.5;
/// How round corners are.
const ROUND: f32 = 2.0;

/// The ground of a run, or the frame around it.
pub fn ground(surface: &mut Surface<'_>, run: &Run, top: f32) {
    let size = run.look.size;
    let (low, high) = (top + run.look.baseline() + 0.3 * size, top + run.look.baseline() - 0.9 * size);
    let sides = [run.x - BEYOND, high, run.x + run.width + BEYOND, low];
    match run.look.ground {
        Ground::Paper => (),
        Ground::Pale => {
            fill(surface, grey(240));
            draw(surface, rounded(sides, ROUND));
        }
        Ground::Framed => {
            surface.set_fill(None);
            surface.set_stroke(Some(Stroke { paint: colour(LINE).into(), width: 0.5, ..Stroke::default() }));
            draw(surface, rounded(sides, ROUND));
            surface.set_stroke(None);
        }
    }
}

/// A frame, from `top` to `bottom`.
pub fn frame(surface: &mut Surface<'_>, frame: &Frame, top: f32, bottom: f32) {
    let (left, right) = (frame.left, frame.right);
    match &frame.kind {
        Kind::Ground(colour) => {
            fill(surface, *colour);
            draw(surface, rounded([left, top, right, bottom], ROUND.min((bottom - top) / 2.0)));
        }
        Kind::Bar(colour, width) => rect(surface, [left, top, left + width, bottom], *colour),
        Kind::Cells(ends, ground) => {
            if let Some(ground) = ground {
                rect(surface, [left, top, right, bottom], *ground);
            }
            for end in ends {
                rect(surface, [end - 0.25, top - 0.25, end + 0.25, bottom + 0.25], LINE);
            }
            for side in [top, bottom] {
                rect(surface, [left, side - 0.25, right, side + 0.25], LINE);
            }
        }
    }
}

/// A rectangle.
pub fn rect(surface: &mut Surface<'_>, [left, top, right, bottom]: [f32; 4], colour: Colour) {
    let mut path = PathBuilder::new();
    if let Some(rect) = Rect::from_ltrb(left, top, right, bottom) {
        path.push_rect(rect);
    }
    fill(surface, colour);
    draw(surface, path.finish());
}

fn rounded([left, top, right, bottom]: [f32; 4], round: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(left + round, top);
    path.line_to(right - round, top);
    path.quad_to(right, top, right, top + round);
    path.line_to(right, bottom - round);
    path.quad_to(right, bottom, right - round, bottom);
    path.line_to(left + round, bottom);
    path.quad_to(left, bottom, left, bottom - round);
    path.line_to(left, top + round);
    path.quad_to(left, top, left + round, top);
    path.close();
    path.finish()
}

fn draw(surface: &mut Surface<'_>, path: Option<Path>) {
    if let Some(path) = path {
        surface.draw_path(&path);
    }
}

/// What is drawn next is filled with this colour.
pub fn fill(surface: &mut Surface<'_>, of: Colour) {
    surface.set_stroke(None);
    surface.set_fill(Some(Fill { paint: colour(of).into(), ..Fill::default() }));
}

fn colour([red, green, blue]: Colour) -> rgb::Color {
    rgb::Color::new(red, green, blue)
}
