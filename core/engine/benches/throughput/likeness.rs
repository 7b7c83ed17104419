//! How like another a picture is: the structural similarity of Wang and others (SSIM), in windows of eight by eight
//! pixels that overlap by half; light counts eight times as much as either colour.
use image::RgbImage;
use rayon::prelude::*;

const WINDOW: usize = 8;
const STEP: usize = 4;

/// From 0 to 1, which is the same; nothing where they differ in size.
pub fn likeness(one: &RgbImage, other: &RgbImage) -> Option<f64> {
    if one.dimensions() != other.dimensions() {
        return None;
    }
    let width = one.width() as usize;
    let parts = planes(one).into_iter().zip(planes(other)).map(|(one, other)| plane(&one, &other, width));
    let parts: Vec<_> = parts.collect();
    Some(0.8 * parts[0] + 0.1 * parts[1] + 0.1 * parts[2])
}

/// The same as a number that grows evenly with what is seen.
pub fn decibel(likeness: f64) -> f64 {
    -10.0 * (1.0 - likeness).max(1e-9).log10()
}

/// The light, and how blue and how red it is (ITU-R BT.601).
fn planes(picture: &RgbImage) -> [Vec<f32>; 3] {
    let plane = |[red, green, blue]: [f32; 3], zero: f32| {
        let sum = |pixel: &[u8; 3]| {
            red * f32::from(pixel[0]) + green * f32::from(pixel[1]) + blue * f32::from(pixel[2]) + zero
        };
        picture.as_chunks::<3>().0.par_iter().map(sum).collect()
    };
    [
        plane([0.299, 0.587, 0.114], 0.0),
        plane([-0.168_736, -0.331_264, 0.5], 128.0),
        plane([0.5, -0.418_688, -0.081_312], 128.0),
    ]
}

fn plane(one: &[f32], other: &[f32], width: usize) -> f64 {
    let height = one.len() / width;
    let places = |length: usize| (0..=length.saturating_sub(WINDOW)).step_by(STEP);
    let rows: Vec<_> = places(height).collect();
    let sum: f64 =
        rows.par_iter().map(|y| places(width).map(|x| window(one, other, width, x, *y)).sum::<f64>()).sum();
    #[expect(clippy::cast_precision_loss, reason = "far fewer than a number can count")]
    let count = (rows.len() * places(width).count()) as f64;
    sum / count
}

fn window(one: &[f32], other: &[f32], width: usize, left: usize, top: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "far fewer than a number can count")]
    const COUNT: f64 = (WINDOW * WINDOW) as f64;
    const STILL: f64 = (0.01 * 255.0) * (0.01 * 255.0);
    const PLAIN: f64 = (0.03 * 255.0) * (0.03 * 255.0);
    let mut sums = [0.0_f32; 5];
    for y in top..top + WINDOW {
        let from = y * width + left;
        for (a, b) in one[from..from + WINDOW].iter().zip(&other[from..from + WINDOW]) {
            for (sum, more) in sums.iter_mut().zip([*a, *b, a * a, b * b, a * b]) {
                *sum += more;
            }
        }
    }
    let [a, b, aa, bb, ab] = sums.map(|sum| f64::from(sum) / COUNT);
    let (variances, both) = (aa - a * a + bb - b * b, ab - a * b);
    (2.0 * a * b + STILL) * (2.0 * both + PLAIN) / ((a * a + b * b + STILL) * (variances + PLAIN))
}
