//! The log of the process.
use super::{settings::LogFormat, traces::Traces};
use crate::panics;
use hosting_core::kernel::spans::TARGET;
use std::{
    fmt::{self, Debug, Write},
    io::IsTerminal,
};
use tracing_subscriber::{
    EnvFilter, Layer,
    field::MakeExt,
    filter::{FilterExt, filter_fn},
    fmt::{FormatFields, format::debug_fn},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// The one field that is written on lines of its own.
const BACKTRACE: &str = "backtrace";

/// Writes the log to the standard error, from now on, and hands traces to their collector, if there is one.
pub fn start(format: LogFormat, traces: Option<&Traces>) {
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,sea_orm_migration=warn"));
    // Spans are for the collector alone.
    let logged = filter.and(filter_fn(|about| about.target() != TARGET));
    let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(coloured());
    let log = match format {
        LogFormat::Text => log.fmt_fields(fields()).boxed(),
        LogFormat::Json => log.json().flatten_event(true).boxed(),
    };
    let spans = traces.map(|traces| {
        let layer = tracing_opentelemetry::layer().with_tracer(traces.tracer());
        layer.with_filter(filter_fn(|about| about.target() == TARGET))
    });
    let registry = tracing_subscriber::registry().with(log.with_filter(logged));
    // With a layer that is none every span would be made all the same.
    match spans {
        Some(spans) => registry.with(spans).init(),
        None => registry.init(),
    }
    panics::log();
}

/// Colours are for who reads along.
fn coloured() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty())
}

/// Fields as text. What clients sent stands among them, so nothing in a field begins a line of its own.
fn fields() -> impl for<'a> FormatFields<'a> {
    let write = |out: &mut tracing_subscriber::fmt::format::Writer<'_>,
                 field: &tracing::field::Field,
                 value: &dyn Debug| match field.name() {
        "message" => write!(Line(out), "{value:?}"),
        BACKTRACE => write!(out, "{BACKTRACE}={value:?}"),
        name => write!(Line(out), "{name}={value:?}"),
    };
    debug_fn(write).delimited(" ")
}

/// Writes control characters escaped.
struct Line<'a, W>(&'a mut W);

impl<W: Write> Write for Line<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.find(char::is_control) {
            let (plain, from) = rest.split_at(at);
            self.0.write_str(plain)?;
            let mut characters = from.chars();
            characters.by_ref().take(1).try_for_each(|one| write!(self.0, "{}", one.escape_default()))?;
            rest = characters.as_str();
        }
        self.0.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io,
        sync::{Arc, Mutex},
    };

    #[derive(Clone, Default)]
    struct Memory(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Memory {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("a memory").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn no_field_begins_a_line() {
        let memory = Memory::default();
        let writer = memory.clone();
        let log = tracing_subscriber::fmt().with_writer(move || writer.clone()).with_ansi(false);
        let forged = "Subscriber for 1\n2031-01-01T00:00:00Z  INFO answered\u{1b}[31m";
        tracing::subscriber::with_default(log.fmt_fields(fields()).finish(), || {
            tracing::info!(reason = %forged, text = forged, number = 7, "closed {forged}");
        });
        let written = String::from_utf8(memory.0.lock().expect("a memory").clone()).expect("text");
        assert_eq!(written.lines().count(), 1, "{written}");
        assert!(
            written.contains("reason=Subscriber for 1\\n2031") && written.contains("number=7"),
            "{written}"
        );
        assert!(!written.contains('\u{1b}'), "{written}");
    }
}
