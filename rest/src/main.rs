//! The process.
use hosting_engine::worker;
use std::process::ExitCode;

/// Answering is allocating and freeing small things: with this allocator the benchmark counts a seventh less CPU time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // A sealed process must be that before it is anything else.
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.peek().is_some_and(|first| first == worker::COMMAND) {
        return worker::main(arguments);
    }
    // All else is compiled in the library, once.
    hosting_rest::process::run(std::env::args_os())
}
