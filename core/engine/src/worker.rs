//! The sealed process: it encloses itself, hears one order, and does it.
use crate::{
    Code, Failure, Order, TOOLS, Tool, Word, Work, guard,
    seal::{self, Enclosure},
    sniff,
};
use rustix::process::Signal;
use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
    path::PathBuf,
    process::ExitCode,
    thread,
};

/// The first argument of a process that is to be a sealed one.
pub const COMMAND: &str = "convert";
/// The third argument of one that is only to try its seal.
pub(crate) const PROBE: &str = "probe";

/// How much room there is for what calls itself: readers of nested files do.
const STACK: usize = 16 << 20;
/// How much room a thread needs that only waits.
const SMALL: usize = 64 << 10;
/// The exit code of a process that did what it could, whatever came of it.
const DONE: u8 = 0;
/// The exit code of a process that could not be enclosed, or was told nothing that makes sense.
pub(crate) const REFUSED: u8 = 2;

/// The sealed process: whoever is started with [`COMMAND`] goes here at once, before it has a second thread.
///
/// `args` are the process's arguments after its name.
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    main_with(TOOLS, args)
}

/// The same with other tools than the shipped ones.
pub fn main_with(tools: &'static [Tool], args: impl Iterator<Item = OsString>) -> ExitCode {
    let args: Vec<_> = args.collect();
    if let [command, guard, server, program, args @ ..] = args.as_slice()
        && (command == COMMAND && guard == guard::GUARD)
    {
        return guard::main(server, program, args);
    }
    let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let (enclosure, probe) = match args.as_slice() {
        [COMMAND, enclosure] => (enclosure, false),
        [COMMAND, enclosure, PROBE] => (enclosure, true),
        _ => return confused("this command is for the server's own use"),
    };
    let enclosure: Enclosure = match serde_json::from_str(enclosure) {
        Ok(enclosure) => enclosure,
        Err(cause) => return confused(&cause.to_string()),
    };
    match seal::enclose(&enclosure) {
        Err(refused) => say(&Word::Unsealed(refused.to_string()), REFUSED),
        Ok(landlock) if probe => say(&seal::probe(enclosure.engine, &enclosure.limits, landlock), DONE),
        Ok(_) => sealed(tools),
    }
}

fn confused(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(REFUSED)
}

/// From here on the kernel watches; only now the process hears of a customer.
fn sealed(tools: &'static [Tool]) -> ExitCode {
    tell(&Word::Progress(0));
    let mut line = String::new();
    let order = io::stdin().lock().read_line(&mut line).map_err(serde_json::Error::io);
    let order: Order = match order.and_then(|_| serde_json::from_str(&line)) {
        Ok(order) => order,
        Err(cause) => return confused(&cause.to_string()),
    };
    tell(&Word::Begun);
    let last = stay_with_the_server().map_err(Failure::from).and_then(|()| apart(tools, order));
    say(&last.unwrap_or_else(Word::Failed), DONE)
}

/// Converts in a thread of its own, whose stack has a known end: what goes on too deep is told from other faults.
fn apart(tools: &'static [Tool], order: Order) -> Result<Word, Failure> {
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || convert(tools, order))?;
    thread.join().unwrap_or_else(|_| Err(Failure::new(Code::ConversionFailed, "the work broke off")))
}

fn convert(tools: &'static [Tool], order: Order) -> Result<Word, Failure> {
    let tool = tools.iter().find(|tool| tool.about.id == order.tool);
    let tool = tool.ok_or_else(|| Failure::new(Code::ConversionFailed, "there is no such tool"))?;
    let mut work = Work::new(PathBuf::new(), order.files, order.limits, |word| tell(&word));
    sniff::check(&work)?;
    tool.run(&order.options, &mut work)?;
    Ok(Word::Done(work.artifacts()))
}

/// Ends this process when the server has gone without a word: then its end of the line closes.
///
/// The kernel sees to that too, but not while bubblewrap has only begun.
fn stay_with_the_server() -> io::Result<()> {
    let wait = || {
        let _closed = io::copy(&mut io::stdin().lock(), &mut io::sink());
        leave()
    };
    thread::Builder::new().stack_size(SMALL).spawn(wait).map(drop)
}

/// Ends this process and the programs that it has started.
fn leave() -> ! {
    let _alone = rustix::process::kill_current_process_group(Signal::KILL);
    std::process::exit(i32::from(REFUSED))
}

/// Says the last word.
fn say(word: &impl serde::Serialize, code: u8) -> ExitCode {
    tell(word);
    ExitCode::from(code)
}

/// Says a word at once. When nobody listens, there is nothing more to do.
fn tell(word: &impl serde::Serialize) {
    let Ok(mut line) = serde_json::to_vec(word) else { return };
    line.push(b'\n');
    let mut stdout = io::stdout().lock();
    if stdout.write_all(&line).and_then(|()| stdout.flush()).is_err() {
        leave();
    }
}
