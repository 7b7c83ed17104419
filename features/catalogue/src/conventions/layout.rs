//! How a file looks.
use super::{Fault, LINES, WHY};
use gherkin::Feature;

pub fn faults(text: &str, feature: &Feature) -> Vec<Fault> {
    let mut faults = Vec::new();
    let lines: Vec<_> = text.lines().collect();
    if lines.len() > LINES {
        faults.push((LINES + 1, format!("{} lines: a file has at most {LINES}", lines.len())));
    }
    let why = feature.description.as_deref().unwrap_or_default();
    let why = why.lines().filter(|line| !line.trim().is_empty()).count();
    if !(1..=WHY).contains(&why) {
        let wanted = format!("a feature says in 1 to {WHY} lines why it is there, not in {why}");
        faults.push((feature.position.line, wanted));
    }
    let mut above = None;
    for (number, line) in (1..).zip(&lines) {
        if line.contains('\t') {
            faults.push((number, "a tab".to_owned()));
        }
        if line.ends_with(char::is_whitespace) {
            faults.push((number, "white space at the end of the line".to_owned()));
        }
        let bars = bars(line);
        if above.as_ref().is_some_and(|above| bars.as_ref().is_some_and(|bars| bars != above)) {
            faults.push((number, "the columns of the table do not stand below each other".to_owned()));
        }
        above = bars;
    }
    faults
}

/// Where the bars of a row of a table stand, counted in characters.
fn bars(line: &str) -> Option<Vec<usize>> {
    line.trim_start().starts_with('|').then(|| {
        let characters: Vec<_> = line.chars().collect();
        let is_bar = |at: &usize| characters[*at] == '|' && (*at == 0 || characters[at - 1] != '\\');
        (0..characters.len()).filter(is_bar).collect()
    })
}
