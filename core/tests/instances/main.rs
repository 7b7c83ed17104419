//! Instances on the sandboxes: what becomes of them when they are changed, and when nobody asks.
#[cfg(test)]
mod change;
#[cfg(test)]
mod poll;
#[cfg(test)]
mod stage;
