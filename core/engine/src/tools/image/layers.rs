//! How much memory a drawing needs besides the image itself.
use crate::{Code, Failure, Limits};
use resvg::usvg::{Group, Node, Tree};

/// Groups that are transparent, masked, cut or filtered are images of their own while they are drawn; they
/// may be five times as wide and high as the image.
const MARGIN: f64 = 5.0;
const BYTES_PER_PIXEL: f64 = 4.0;

/// Refuses a drawing that needs too much, drawn at this scale.
pub fn bounded(tree: &Tree, scale: f32, limits: &Limits) -> Result<(), Failure> {
    let scale = f64::from(scale);
    let side = |length: f32| f64::from(length) * scale * MARGIN;
    let canvas = Canvas { scale, widest: side(tree.size().width()), highest: side(tree.size().height()) };
    #[expect(clippy::cast_precision_loss, reason = "a limit is no more exact")]
    let room = limits.memory as f64 / 2.0;
    if canvas.bytes(tree.root()) > room {
        let message = "the drawing needs more memory than there is for it";
        return Err(Failure::new(Code::MemoryExceeded, message));
    }
    Ok(())
}

struct Canvas {
    scale: f64,
    widest: f64,
    highest: f64,
}

impl Canvas {
    /// What a group and all that is drawn while it is drawn need.
    fn bytes(&self, group: &Group) -> f64 {
        let within = group.children().iter().map(|node| self.node(node)).fold(0.0, f64::max);
        if !group.should_isolate() {
            return within;
        }
        let area = group.abs_layer_bounding_box();
        let wide = (f64::from(area.width()) * self.scale).min(self.widest);
        let high = (f64::from(area.height()) * self.scale).min(self.highest);
        let steps: u32 = group.filters().iter().map(|filter| steps(filter.primitives().len())).sum();
        let mask = group.mask().map_or(0.0, |mask| self.bytes(mask.root()));
        let clip = group.clip_path().map_or(0.0, |clip| self.bytes(clip.root()));
        wide * high * BYTES_PER_PIXEL * f64::from(steps + 2) + within.max(mask).max(clip)
    }

    fn node(&self, node: &Node) -> f64 {
        match node {
            Node::Group(group) => self.bytes(group),
            _ => 0.0,
        }
    }
}

/// Each step of a filter keeps what it made.
fn steps(primitives: usize) -> u32 {
    u32::try_from(primitives).unwrap_or(u32::MAX).min(10_000)
}
