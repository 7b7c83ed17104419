//! Ways for work of different sorts: what one backend does slowly holds up no other.

/// A way for work of one sort, with hands of its own; mostly that of one port (`contract.md` §13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// What registrars are told.
    Registrar,
    /// What nameservers are told.
    Dns,
    /// What mail servers are told.
    Mail,
    /// What control panels are told.
    Panel,
    /// What is done with containers.
    Containers,
    /// What is done with virtual machines.
    Machines,
    /// What no backend is asked for.
    Platform,
    /// What keeps a processor busy.
    Converter,
}

impl Lane {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Registrar,
        Self::Dns,
        Self::Mail,
        Self::Panel,
        Self::Containers,
        Self::Machines,
        Self::Platform,
        Self::Converter,
    ];

    /// Its name in the queue.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Registrar => "registrar",
            Self::Dns => "dns",
            Self::Mail => "mail",
            Self::Panel => "panel",
            Self::Containers => "containers",
            Self::Machines => "machines",
            Self::Platform => "platform",
            Self::Converter => "converter",
        }
    }

    /// The names under which its work stands in the queue: earlier versions gave none.
    pub(super) fn names(self) -> &'static [&'static str] {
        match self {
            Self::Registrar => &["registrar"],
            Self::Dns => &["dns"],
            Self::Mail => &["mail"],
            Self::Panel => &["panel"],
            Self::Containers => &["containers"],
            Self::Machines => &["machines"],
            Self::Platform => &["platform", ""],
            Self::Converter => &["converter"],
        }
    }

    /// Its place among all.
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// How much of its work a process does at once that converts so much: what waits for a backend costs it little.
    pub(super) const fn hands(self, conversions: usize) -> usize {
        match self {
            Self::Converter => conversions,
            // A guest takes its time, and some never listen.
            Self::Containers | Self::Machines => 32,
            _ => 16,
        }
    }

    /// How many of its hands one account may have at once; what keeps a processor busy goes in turn alone.
    pub(super) const fn share(self, conversions: usize) -> usize {
        match self {
            Self::Converter => conversions,
            other => other.hands(conversions) / 4,
        }
    }
}
