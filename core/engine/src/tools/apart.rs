//! Work of other crates that may break off where a file is not what they expect.
use crate::Failure;
use std::thread;

/// Drawings and pages hold things within things, and are followed by functions that call themselves.
pub const STACK: usize = 64 << 20;

/// Does `make` on a stack that is deep enough; where it breaks off, the file is to blame.
pub fn apart<T: Send>(make: impl FnOnce() -> Result<T, Failure> + Send) -> Result<T, Failure> {
    thread::scope(|scope| {
        let maker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, make)?;
        maker.join().unwrap_or_else(|_| Err(Failure::broken("it is not as it should be")))
    })
}

#[cfg(test)]
mod tests {
    use super::apart;
    use crate::{Code, Failure};

    #[test]
    fn what_breaks_off_is_a_broken_file() {
        assert_eq!(apart(|| Ok(1)), Ok(1));
        let refused = Failure::new(Code::TooManyPages, "too many");
        assert_eq!(apart(|| Err::<(), _>(refused.clone())), Err(refused));
        let broken = apart::<()>(|| panic!("as a crate does that meets what it did not expect"));
        assert_eq!(broken.expect_err("it broke off").code, Code::FileBroken);
    }
}
