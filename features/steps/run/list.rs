//! What would be played, as a tree.
use super::cast::Play;
use hosting_catalogue::Catalogue;
use std::fmt::Write;

/// Chapters, features, rules and scenarios, each scenario with the facades that it is played on.
pub fn tree(catalogue: &Catalogue, plays: &[Play]) -> String {
    let mut text = String::new();
    let (mut chapter, mut file, mut rule, mut scenario) = (None, "", "", "");
    let mut count = 0;
    for (number, play) in plays.iter().enumerate() {
        if chapter.replace(play.chapter) != Some(play.chapter) {
            let of = &catalogue.chapters[play.chapter];
            put(&mut text, format_args!("\n{} ({})\n", of.title, of.id));
        }
        if file != play.file {
            (file, rule) = (&play.file, "");
            put(&mut text, format_args!("  {}  {file}\n", play.feature));
        }
        if rule != play.rule {
            rule = &play.rule;
            put(&mut text, format_args!("    Rule: {rule}\n"));
        }
        if scenario != play.id {
            scenario = &play.id;
            count += 1;
            let on = plays[number..].iter().take_while(|one| one.id == play.id);
            let on: Vec<_> = on.map(|one| one.facade.word()).collect();
            put(&mut text, format_args!("      {:>4}  {}  ({})\n", play.line, play.title, on.join(", ")));
        }
    }
    put(&mut text, format_args!("\n{count} scenarios, played {} times\n", plays.len()));
    text.trim_start().to_owned()
}

fn put(text: &mut String, part: std::fmt::Arguments<'_>) {
    text.write_fmt(part).expect("writing to a text never fails");
}
