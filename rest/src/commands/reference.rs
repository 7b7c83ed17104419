//! `hosting man` and `hosting completions`: the reference, as shells and `man` read it; made from the flags.
use super::{Cli, failure::CommandError, print};
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::io;

/// Prints the manual: one page, with a section for each command.
pub(super) fn man() -> Result<(), CommandError> {
    print(&page()?)
}

/// Prints what completes the command line in a shell.
pub(super) fn completions(shell: Shell) -> Result<(), CommandError> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "hosting", &mut text);
    print(&String::from_utf8_lossy(&text))
}

fn page() -> Result<String, CommandError> {
    let mut command = Cli::command();
    command.build();
    let mut text = Vec::new();
    let whole = Man::new(command.clone()).manual("Hosting Platform");
    whole.render_title(&mut text)?;
    whole.render_name_section(&mut text)?;
    whole.render_synopsis_section(&mut text)?;
    whole.render_description_section(&mut text)?;
    whole.render_options_section(&mut text)?;
    let mut page = String::from_utf8_lossy(&text).into_owned();
    let said = |flag: &Arg| command.get_arguments().any(|known| known.get_long() == flag.get_long());
    for command in command.get_subcommands() {
        section(&mut page, command, "hosting", &said)?;
    }
    Ok(page + EXIT)
}

/// What a command does and takes, and those below it; but for the flags that were `said` before.
fn section(
    page: &mut String,
    command: &Command,
    above: &str,
    said: &dyn Fn(&Arg) -> bool,
) -> Result<(), CommandError> {
    let name = format!("{above} {}", command.get_name());
    if command.get_name() == "help" {
        return Ok(());
    }
    if command.get_name() != "serve" {
        let shown = command.clone().mut_args(|flag| {
            let hidden = flag.get_long().is_some() && said(&flag);
            flag.hide(hidden)
        });
        page.extend([".SH ", &name.to_uppercase(), "\n"]);
        let mut text = Vec::new();
        described(&Man::new(shown), &mut text)?;
        // Parts of this section, and no sections of their own.
        *page += &String::from_utf8_lossy(&text).replace("\n.SH ", "\n.SS ");
    }
    for below in command.get_subcommands() {
        section(page, below, &name, said)?;
    }
    Ok(())
}

fn described(man: &Man, text: &mut Vec<u8>) -> io::Result<()> {
    text.push(b'\n');
    man.render_synopsis_section(text)?;
    man.render_description_section(text)?;
    man.render_options_section(text)
}

/// What the process ends with (`contract.md` §12).
const EXIT: &str = "\
.SH EXIT STATUS
.TP
0
It was done; a server ended in order.
.TP
1
It could not be done, or what was looked at is not as it should be.
.TP
2
What was asked for is wrong: a flag, a name in the environment, a file.
.SH SEE ALSO
The operators' guide, at /docs/operators of each server.
";

#[cfg(test)]
mod tests {
    use super::page;
    use crate::commands::Cli;
    use clap::{Command, CommandFactory};

    /// All that is no help, with its whole name.
    fn all(command: &Command, above: &str, found: &mut Vec<(String, Command)>) {
        for below in command.get_subcommands().filter(|one| one.get_name() != "help") {
            let name = format!("{above} {}", below.get_name());
            all(below, &name, found);
            found.push((name, below.clone()));
        }
    }

    #[test]
    fn the_manual_names_every_command_and_every_flag() {
        let page = page().expect("a page").replace("\\-", "-");
        let mut commands = Vec::new();
        all(&Cli::command(), "hosting", &mut commands);
        assert!(commands.len() > 12);
        for (name, command) in &commands {
            let heading = format!(".SH {}\n", name.to_uppercase());
            assert!(name == "hosting serve" || page.contains(&heading), "{name}");
            for flag in command.get_arguments().filter_map(|flag| flag.get_long()) {
                assert!(page.contains(&format!("--{flag}")), "{name} --{flag}");
            }
        }
        assert!(page.starts_with(".ie") && page.contains("HOSTING_DRAIN_SECONDS"), "{page}");
    }
}
