//! All values of one name and type, checked together.

use super::super::kind::RecordType;
use super::value::{self, Value};
use hosting_kernel::refusals::fault::{Fault, Rule};

/// How many values a name and type can have.
pub const VALUES_MAX: usize = 100;

/// The values of one name and type, in canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordSet {
    /// The values. Where their priorities differ, each has its own in front.
    pub contents: Vec<String>,
    /// The priority that all values share (MX and SRV only).
    pub priority: Option<i32>,
}

/// Reads 1 to 100 distinct values of a type in the zone named `zone`; `single` says that the request
/// gave one as `content`.
///
/// The priority of MX and SRV is given once: in `priority` for all values, or in front of each.
pub fn record_set(
    kind: RecordType,
    contents: &[String],
    priority: Option<i64>,
    zone: &str,
    single: bool,
) -> Result<RecordSet, Fault> {
    let request = Request { kind, zone, single };
    request.count(contents)?;
    let shared = request.shared_priority(priority)?;
    let mut values = Vec::with_capacity(contents.len());
    for (index, content) in contents.iter().enumerate() {
        let value = request.value(index, content, shared)?;
        if let Some(earlier) = values.iter().position(|other| *other == value) {
            let message = format!("the value is the same as {}", request.pointer(earlier));
            return Err(Fault::new(Rule::Content, request.pointer(index), message));
        }
        values.push(value);
    }
    request.null_mx(&values, priority.is_some())?;
    Ok(written(values))
}

/// What the values of one request have in common.
struct Request<'a> {
    kind: RecordType,
    zone: &'a str,
    single: bool,
}

impl Request<'_> {
    fn whole(&self) -> &'static str {
        match self.single {
            true => "/content",
            false => "/contents",
        }
    }

    fn pointer(&self, index: usize) -> String {
        match self.single {
            true => self.whole().to_owned(),
            false => format!("{}/{index}", self.whole()),
        }
    }

    fn count(&self, contents: &[String]) -> Result<(), Fault> {
        let refused = |rule, message: &str| Err(Fault::new(rule, self.whole(), message));
        match contents.len() {
            0 => refused(Rule::ContentRequired, "give at least one value"),
            2.. if self.kind == RecordType::Cname => {
                refused(Rule::Content, "a CNAME has exactly one value (RFC 2181, section 10.1)")
            }
            1..=VALUES_MAX => Ok(()),
            _ => refused(Rule::Content, "a name and type has at most 100 values"),
        }
    }

    fn shared_priority(&self, priority: Option<i64>) -> Result<Option<u16>, Fault> {
        let Some(priority) = priority else { return Ok(None) };
        let message = match (self.kind, u16::try_from(priority)) {
            (RecordType::Svcb | RecordType::Https, _) => {
                "the priority of SVCB and HTTPS is part of the content"
            }
            (kind, _) if !kind.has_priority() => "only MX and SRV have a priority",
            (_, Err(_)) => value::PRIORITY_RANGE,
            (_, Ok(priority)) => return Ok(Some(priority)),
        };
        Err(Fault::new(Rule::Priority, "/priority", message))
    }

    fn value(&self, index: usize, content: &str, shared: Option<u16>) -> Result<Value, Fault> {
        let mut value = value::read(self.kind, content, self.zone)
            .map_err(|(rule, message)| Fault::new(rule, self.pointer(index), message))?;
        let message = match (value.priority, shared) {
            (Some(_), Some(_)) => "the priority is given twice: in the content and in `priority`",
            (None, None) if self.kind.has_priority() => {
                "give the priority: in `priority`, or in front of the content, as in a zone file"
            }
            (own, shared) => {
                value.priority = own.or(shared);
                return Ok(value);
            }
        };
        Err(Fault::new(Rule::Priority, "/priority", message))
    }

    /// A domain that takes no mail says so with one MX of priority 0 (RFC 7505, section 3).
    fn null_mx(&self, values: &[Value], shared: bool) -> Result<(), Fault> {
        let is_null = |value: &Value| self.kind == RecordType::Mx && value.content == ".";
        let Some(index) = values.iter().position(is_null) else { return Ok(()) };
        if values.len() > 1 {
            let message = "an MX of . says that there is no mail server: it stands alone (RFC 7505)";
            return Err(Fault::new(Rule::Content, self.pointer(index), message));
        }
        if values[index].priority == Some(0) {
            return Ok(());
        }
        let pointer = match shared {
            true => "/priority".to_owned(),
            false => self.pointer(index),
        };
        Err(Fault::new(Rule::Priority, pointer, "an MX of . has priority 0 (RFC 7505)"))
    }
}

/// One shared priority stands beside the values, different ones in front of them.
fn written(values: Vec<Value>) -> RecordSet {
    let first = values.first().and_then(|value| value.priority);
    if values.iter().all(|value| value.priority == first) {
        let contents = values.into_iter().map(|value| value.content).collect();
        return RecordSet { contents, priority: first.map(i32::from) };
    }
    let own = |value: Value| match value.priority {
        Some(priority) => format!("{priority} {}", value.content),
        None => value.content,
    };
    RecordSet { contents: values.into_iter().map(own).collect(), priority: None }
}
