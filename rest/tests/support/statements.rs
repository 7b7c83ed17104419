//! The statements that a test has its database run.
use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};
use tracing_subscriber::EnvFilter;

/// The statements that were run, read off the log.
#[derive(Clone, Default)]
pub struct Statements(Arc<Mutex<Vec<u8>>>);

impl Statements {
    /// Those that this process runs from now on: once in a process.
    pub fn logged() -> Self {
        let statements = Self::default();
        let writer = statements.clone();
        tracing_subscriber::fmt()
            .json()
            .with_env_filter(EnvFilter::new("sql=trace"))
            .with_writer(move || writer.clone())
            .init();
        statements
    }

    /// The statements since it was asked last, in the order in which they were run.
    pub fn seen(&self) -> Vec<String> {
        let log = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let sql = |line: &str| {
            let line: serde_json::Value = serde_json::from_str(line).ok()?;
            Some(line["fields"]["sql"].as_str()?.to_owned())
        };
        String::from_utf8_lossy(&log).lines().filter_map(sql).collect()
    }
}

impl io::Write for Statements {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
