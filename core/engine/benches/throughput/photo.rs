//! A picture as a camera takes it: shades, edges, fine structure, and the noise of its sensor.
use hosting_engine::Input;
use image::{RgbImage, codecs::jpeg::JpegEncoder};
use rayon::prelude::*;
use std::{fs, path::Path};
use uuid::Uuid;

/// Its name and its type.
pub const NAME: &str = "a.jpg";
pub const MIME: &str = "image/jpeg";

/// Twelve megapixels.
const WIDTH: u32 = 4000;
const HEIGHT: u32 = 3000;
/// As good as cameras write it.
const QUALITY: u8 = 92;

/// Writes the picture into `folder`, always the same one, and answers with what the file shows.
pub fn make(folder: &Path) -> RgbImage {
    let mut pixels = RgbImage::new(WIDTH, HEIGHT);
    pixels.par_chunks_exact_mut(3 * WIDTH as usize).zip(0..HEIGHT).for_each(|(row, y)| {
        for (pixel, x) in row.as_chunks_mut::<3>().0.iter_mut().zip(0..) {
            *pixel = shown(x, y);
        }
    });
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, QUALITY).encode_image(&pixels).expect("a picture");
    fs::write(folder.join(NAME), &file).expect("a file");
    image::load_from_memory(&file).expect("a picture").into_rgb8()
}

/// The same file as part of an order.
pub fn input(number: u128, path: &Path) -> Input {
    Input { id: Uuid::from_u128(number), name: NAME.to_owned(), mime: MIME.to_owned(), path: path.to_owned() }
}

/// Hills under a sky, a wall of bricks in front of them, and grass.
fn shown(x: u32, y: u32) -> [u8; 3] {
    let (across, down) = (f64::from(x) / f64::from(HEIGHT), f64::from(y) / f64::from(HEIGHT));
    let sky = [0.45 + 0.3 * down, 0.6 + 0.2 * down, 0.85 - 0.1 * down];
    let cloud = (clouds(across, down, 2.0, 6) - 0.5).max(0.0) * 0.9;
    let mut light = sky.map(|colour| colour + cloud);
    let ridge = 0.35 + 0.25 * clouds(across, 0.0, 3.0, 5);
    if down > ridge {
        let shade = 0.25 + 0.5 * clouds(across, down, 12.0, 7);
        light = [0.45 * shade, 0.55 * shade, 0.3 * shade];
    }
    if (0.5..0.95).contains(&down) && (0.25..0.85).contains(&across) {
        let row = (down * 40.0).floor();
        let (joint_down, joint_across) = ((down * 40.0).fract(), (across * 16.0 + 0.5 * (row % 2.0)).fract());
        let brick = 0.5 + 0.25 * clouds((across * 16.0).floor() + row, row, 0.7, 1);
        let rough = 0.25 * (clouds(across, down, 80.0, 4) - 0.5);
        light = match joint_down < 0.12 || joint_across < 0.05 {
            true => [0.62 + rough, 0.6 + rough, 0.56 + rough],
            false => [brick + rough, 0.45 * brick + rough, 0.33 * brick + rough],
        };
    }
    if down > 0.85 + 0.05 * clouds(across, 0.5, 60.0, 3) {
        let blade = clouds(across * 4.0, down, 60.0, 3);
        light = [0.15 + 0.35 * blade, 0.25 + 0.55 * blade, 0.08 + 0.2 * blade];
    }
    let grain = |colour: u32| {
        let thrown: f64 = (0..3).map(|n| chance(x, y, 8 * colour + n)).sum();
        (thrown - 1.5) * 0.024
    };
    let [red, green, blue] = light;
    [(red, 1), (green, 2), (blue, 3)].map(|(light, colour)| byte(light + grain(colour)))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded just before")]
fn byte(light: f64) -> u8 {
    (light * 255.0).round().clamp(0.0, 255.0) as u8
}

/// Shades of many sizes, each half as strong as the one twice as large: from 0 to 1.
fn clouds(across: f64, down: f64, many: f64, sizes: u32) -> f64 {
    let (mut sum, mut most, mut weight, mut scale) = (0.0, 0.0, 1.0, many);
    for size in 0..sizes {
        sum += weight * shade(across * scale, down * scale, size);
        most += weight;
        (weight, scale) = (weight * 0.55, scale * 2.0);
    }
    sum / most
}

/// Random values at whole places, with a smooth way between them.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places are small and not negative"
)]
fn shade(across: f64, down: f64, size: u32) -> f64 {
    let smooth = |part: f64| part * part * (3.0 - 2.0 * part);
    let (x, y) = (across.floor() as u32, down.floor() as u32);
    let (right, lower) = (smooth(across.fract()), smooth(down.fract()));
    let along = |y| chance(x, y, size + 99) * (1.0 - right) + chance(x + 1, y, size + 99) * right;
    along(y) * (1.0 - lower) + along(y + 1) * lower
}

/// A number from 0 to 1 that nothing but its place tells.
fn chance(x: u32, y: u32, which: u32) -> f64 {
    let mut mixed =
        x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77) ^ which.wrapping_mul(0xc2b2_ae3d);
    for factor in [0x7feb_352d_u32, 0x846c_a68b] {
        mixed = (mixed ^ (mixed >> 15)).wrapping_mul(factor);
    }
    f64::from(mixed ^ (mixed >> 16)) / f64::from(u32::MAX)
}
