//! Data units over TCP (RFC 5734 section 4): four bytes that say how many there are, these included, and a document.
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// The bytes that say how many there are.
const HEAD: usize = 4;
/// How long an answer may be: 1 MiB. The longest, that of a check of many names with their fees, has some 50 KiB.
const LONGEST: usize = 1 << 20;

/// Sends `document`.
pub(super) async fn send(stream: &mut (impl AsyncWrite + Unpin), document: &str) -> io::Result<()> {
    let length = u32::try_from(HEAD + document.len()).map_err(io::Error::other)?;
    let mut unit = Vec::with_capacity(HEAD + document.len());
    unit.extend_from_slice(&length.to_be_bytes());
    unit.extend_from_slice(document.as_bytes());
    stream.write_all(&unit).await?;
    stream.flush().await
}

/// Receives a document.
pub(super) async fn receive(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<String> {
    let mut head = [0; HEAD];
    stream.read_exact(&mut head).await?;
    let length = usize::try_from(u32::from_be_bytes(head)).ok().and_then(|length| length.checked_sub(HEAD));
    let length = length.filter(|length| *length <= LONGEST).ok_or(io::ErrorKind::InvalidData)?;
    let mut document = vec![0; length];
    stream.read_exact(&mut document).await?;
    String::from_utf8(document).map_err(|_| io::ErrorKind::InvalidData.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_sent_is_received() {
        let mut wire = Vec::new();
        send(&mut wire, "<a/>ü").await.unwrap();
        assert_eq!(wire[..4], [0, 0, 0, 10]);
        assert_eq!(receive(&mut wire.as_slice()).await.unwrap(), "<a/>ü");
        for cut in 0..wire.len() {
            let why = receive(&mut &wire[..cut]).await.unwrap_err();
            assert_eq!(why.kind(), io::ErrorKind::UnexpectedEof);
        }
    }

    #[tokio::test]
    async fn a_length_that_cannot_be_is_no_answer() {
        for wrong in [[0, 0, 0, 3], [0xff; 4], [0, 0x20, 0, 0]] {
            let why = receive(&mut wrong.as_slice()).await.unwrap_err();
            assert_eq!(why.kind(), io::ErrorKind::InvalidData);
        }
    }
}
