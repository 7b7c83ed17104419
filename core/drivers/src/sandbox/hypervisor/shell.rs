//! The shell of a sandbox instance: a line at a time, and a dozen commands.
mod command;

use super::Machine;
use hosting_kernel::{providers::hypervisor::Size, values::time::Time};

/// Characters that a line has at most.
const LONGEST: usize = 1024;

/// A shell with someone at it.
pub(super) struct Shell {
    /// How large the terminal is.
    pub size: Size,
    line: String,
    /// Bytes of a character that is not complete.
    begun: Vec<u8>,
    /// How far an escape sequence (ECMA-48) has come.
    escape: Escape,
    over: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    None,
    Begun,
    Within,
}

impl Shell {
    /// A shell on a terminal of this size.
    pub fn new(size: Size) -> Self {
        Self { size, line: String::new(), begun: Vec::new(), escape: Escape::None, over: false }
    }

    /// Whether it has ended.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// What is shown first: what this is, and what it is not.
    pub fn greeting(machine: &Machine) -> String {
        let name = &machine.current.hostname;
        format!(
            "{name}: an instance of the sandbox. Nothing runs here; this shell plays a few commands \
             (try `help`).\r\n{}",
            prompt(machine)
        )
    }

    /// What is shown after `bytes` were typed.
    pub fn typed(&mut self, bytes: &[u8], machine: &Machine, now: Time) -> String {
        let mut shown = String::new();
        for byte in bytes {
            if self.over {
                break;
            }
            shown += &self.key(*byte, machine, now);
        }
        shown
    }

    fn key(&mut self, byte: u8, machine: &Machine, now: Time) -> String {
        if self.escape != Escape::None || byte == 0x1b {
            self.escape = escape(self.escape, byte);
            return String::new();
        }
        match byte {
            b'\r' | b'\n' => self.run(machine, now),
            0x7f | 0x08 => match self.line.pop() {
                Some(_) => "\x08 \x08".to_owned(),
                None => String::new(),
            },
            // ^C gives the line up, ^D ends the shell, ^U empties the line.
            0x03 => {
                self.line.clear();
                format!("^C\r\n{}", prompt(machine))
            }
            0x04 if self.line.is_empty() => {
                self.over = true;
                "logout\r\n".to_owned()
            }
            0x15 => "\x08 \x08".repeat(std::mem::take(&mut self.line).chars().count()),
            0x0c => format!("\x1b[H\x1b[2J{}{}", prompt(machine), self.line),
            0..0x20 => String::new(),
            byte => self.letter(byte),
        }
    }

    /// Takes a byte of a character, and shows the character when it is whole.
    fn letter(&mut self, byte: u8) -> String {
        self.begun.push(byte);
        match str::from_utf8(&self.begun) {
            Ok(letter) => {
                let letter = letter.to_owned();
                self.begun.clear();
                if self.line.len() >= LONGEST || letter.chars().any(char::is_control) {
                    return "\x07".to_owned();
                }
                self.line += &letter;
                letter
            }
            Err(cause) if cause.error_len().is_none() => String::new(),
            Err(_) => {
                self.begun.clear();
                "\x07".to_owned()
            }
        }
    }

    fn run(&mut self, machine: &Machine, now: Time) -> String {
        let line = std::mem::take(&mut self.line);
        let Some(said) = command::answer(line.trim(), machine, self.size, now) else {
            self.over = true;
            return "\r\nlogout\r\n".to_owned();
        };
        let said: String = said.lines().map(|line| format!("{line}\r\n")).collect();
        format!("\r\n{said}{}", prompt(machine))
    }
}

fn prompt(machine: &Machine) -> String {
    format!("root@{}:~# ", machine.current.hostname)
}

/// Where an escape sequence stands after `byte`: arrows and the like are left out.
const fn escape(before: Escape, byte: u8) -> Escape {
    match (before, byte) {
        (_, 0x1b) => Escape::Begun,
        (Escape::Begun, b'[' | b'O') | (Escape::Within, 0x20..0x40) => Escape::Within,
        _ => Escape::None,
    }
}

#[cfg(test)]
mod tests;
