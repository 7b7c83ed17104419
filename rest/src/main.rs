//! The process.
use clap::Parser;
use hosting_engine::worker;
use hosting_rest::commands::Cli;
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
    serve()
}

#[tokio::main]
async fn serve() -> ExitCode {
    match Cli::parse().run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}
