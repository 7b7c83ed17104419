//! A guest that is asked to go down: it may not listen, and its hypervisor may be silent.
use hosting_kernel::providers::{Failure, within};
use std::{pin::pin, time::Duration};
use tokio::time::sleep;

/// How long things may take while a guest is asked.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// The guest: who is not listened to is told so, and may switch it off.
    guest: Duration,
    /// Between one look at whether the hypervisor answers and the next.
    look: Duration,
    /// Until a hypervisor that does not answer a look is silent.
    answer: Duration,
}

pub(super) const BOUNDS: Bounds =
    Bounds { guest: Duration::from_secs(90), look: Duration::from_secs(5), answer: Duration::from_secs(10) };

/// What comes of `asked`, which asks a guest: [`Failure::Timeout`] where the guest did not listen in its time, though its
/// hypervisor did all the while, which `look` tells. One that was silent meanwhile is [`Failure::Unavailable`]: nobody
/// knows whether the guest had its time.
pub(super) async fn listened<R, T, L: Future<Output = Result<T, Failure>>>(
    bounds: Bounds,
    asked: impl Future<Output = Result<R, Failure>>,
    look: impl Fn() -> L,
) -> Result<R, Failure> {
    let (mut asked, mut fell_silent) = (pin!(within(bounds.guest, asked)), false);
    let mut silence = pin!(async {
        loop {
            sleep(bounds.look).await;
            if within(bounds.answer, look()).await.is_err() {
                return;
            }
        }
    });
    loop {
        tokio::select! {
            biased;
            done = &mut asked => return if fell_silent { done.map_err(not_the_guest) } else { done },
            () = &mut silence, if !fell_silent => fell_silent = true,
        }
    }
}

/// What a failure is where it is the hypervisor that does not answer.
pub(super) fn not_the_guest(failure: Failure) -> Failure {
    match failure {
        Failure::Timeout => Failure::Unavailable("the hypervisor does not answer".to_owned()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::pending;

    const HASTY: Bounds = Bounds {
        guest: Duration::from_millis(200),
        look: Duration::from_millis(5),
        answer: Duration::from_millis(20),
    };

    fn away() -> Failure {
        Failure::Unavailable("it is away".to_owned())
    }

    #[tokio::test]
    async fn a_guest_that_does_not_listen_is_told_from_a_hypervisor_that_is_silent() {
        let deaf = listened::<(), _, _>(HASTY, pending(), || async { Ok(()) }).await;
        assert_eq!(deaf, Err(Failure::Timeout));
        let silent = listened::<(), _, _>(HASTY, pending(), pending::<Result<(), Failure>>).await;
        assert!(matches!(silent, Err(Failure::Unavailable(_))), "{silent:?}");
        let away = listened::<(), _, _>(HASTY, pending(), || async { Err::<(), _>(away()) }).await;
        assert!(matches!(away, Err(Failure::Unavailable(_))), "{away:?}");
    }

    #[tokio::test]
    async fn who_listened_after_all_has() {
        let after_silence = async {
            sleep(HASTY.look * 10).await;
            Ok(())
        };
        assert_eq!(listened(HASTY, after_silence, || async { Err::<(), _>(away()) }).await, Ok(()));
        let refused = || Failure::Refused("it is stopped".to_owned());
        assert_eq!(
            listened(HASTY, async { Err::<(), _>(refused()) }, || async { Ok(()) }).await,
            Err(refused())
        );
    }
}
