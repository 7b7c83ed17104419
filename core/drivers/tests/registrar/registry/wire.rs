//! What goes over the wire, whole or not.
use super::server::Fault;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::server::TlsStream;

/// Receives a document (RFC 5734 section 4).
pub async fn receive(stream: &mut TlsStream<TcpStream>) -> Option<String> {
    let length = stream.read_u32().await.ok()?;
    let mut document = vec![0; usize::try_from(length).ok()?.checked_sub(4)?];
    stream.read_exact(&mut document).await.ok()?;
    String::from_utf8(document).ok()
}

/// Sends a document as the fault allows: whether the session goes on.
pub async fn send(stream: &mut TlsStream<TcpStream>, document: &str, fault: Option<Fault>) -> bool {
    let mut unit = u32::try_from(document.len() + 4).unwrap().to_be_bytes().to_vec();
    unit.extend_from_slice(document.as_bytes());
    let sent = match fault {
        Some(Fault::Cut(bytes)) => {
            let _gone = stream.write_all(&unit[..bytes.min(unit.len())]).await;
            let _gone = stream.flush().await;
            return false;
        }
        Some(Fault::Silence) => {
            // Until the client goes away.
            let _gone = stream.read_u8().await;
            return false;
        }
        Some(Fault::Slow) => {
            for byte in &unit {
                if stream.write_all(&[*byte]).await.is_err() || stream.flush().await.is_err() {
                    return false;
                }
                tokio::task::yield_now().await;
            }
            Ok(())
        }
        _ => stream.write_all(&unit).await,
    };
    sent.is_ok() && stream.flush().await.is_ok()
}

/// Writes what is said into the folder that `REGISTRY_TRANSCRIPT` names, one file each, so that it can be held against the
/// schemas of the standards.
pub fn transcript(document: &str) {
    if let Some(folder) = std::env::var_os("REGISTRY_TRANSCRIPT") {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        document.hash(&mut hasher);
        let file = std::path::Path::new(&folder).join(format!("{:016x}.xml", hasher.finish()));
        std::fs::write(file, document).unwrap();
    }
}
