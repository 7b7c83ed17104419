//! Takes the promises along: reads the features, and leaves them as deflated JSON for `behaviour` to hold.
use miniz_oxide::deflate::compress_to_vec;
use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let features = Path::new("../features");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../features/promises.md");
    let catalogue = hosting_catalogue::read(features)?;
    // Folder by folder: the steps beside them are none of its business.
    for chapter in &catalogue.chapters {
        println!("cargo::rerun-if-changed=../features/{}", chapter.id);
    }
    let packed = compress_to_vec(&serde_json::to_vec(&catalogue)?, 9);
    fs::write(Path::new(&env::var("OUT_DIR")?).join("catalogue.json.deflated"), packed)?;
    Ok(())
}
