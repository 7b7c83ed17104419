//! The features are written as all agreed.
use hosting_catalogue::unconventional;
use std::path::Path;

#[test]
fn the_features_are_conventional() {
    let features = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the features' folder");
    let faults = unconventional(features).expect("features that can be read");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
