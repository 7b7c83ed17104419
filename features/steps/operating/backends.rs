//! Steps about the file that lists the backends.
use crate::world::World;
use cucumber::{gherkin::Step, given};
use std::{fmt::Write, fs};

/// Writes the file: a table for each row, without what a cell leaves empty.
#[given(regex = r#"^a file "([^"]*)" that lists the backends$"#)]
fn file(world: &mut World, name: String, step: &Step) {
    let rows = &step.table.as_ref().expect("a table").rows;
    let (names, backends) = rows.split_first().expect("names");
    let mut text = String::new();
    for backend in backends {
        text.push_str("[[backend]]\n");
        for (name, value) in names.iter().zip(backend).filter(|(_, value)| !value.is_empty()) {
            match (name.as_str(), value.as_str()) {
                ("name_servers" | "systems" | "mx", value) => writeln!(text, "{name} = [\"{value}\"]"),
                (name, "true" | "false") => writeln!(text, "{name} = {value}"),
                (name, value) => writeln!(text, "{name} = \"{value}\""),
            }
            .expect("text takes it");
        }
    }
    fs::write(world.operating.file(&name), text).expect("a file");
}

#[given(regex = r#"^the operator has started and ended "([^"]*)"$"#)]
async fn started_and_ended(world: &mut World, line: String) {
    world.operating.start(&line).await;
    world.operating.process().signal("TERM");
    world.operating.take().end().await;
}
