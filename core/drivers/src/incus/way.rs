//! The way to a server: a socket of this machine, or TLS.
use super::meaning::UNREACHED;
use hosting_kernel::providers::{Failure, hypervisor::Bytes};
use std::{path::PathBuf, sync::Arc, time::Duration};
use tokio::{
    net::{TcpStream, UnixStream},
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{ClientConfig, pki_types::ServerName},
};

/// How long a connection may take.
pub(super) const CONNECT: Duration = Duration::from_secs(5);

/// Where a server is.
pub(super) enum Way {
    Unix(PathBuf),
    Tls(Box<Tls>),
}

/// A server behind TLS.
pub(super) struct Tls {
    /// `host:port`.
    pub address: String,
    pub name: ServerName<'static>,
    pub config: Arc<ClientConfig>,
}

impl Way {
    /// What addresses of the API begin with.
    pub(super) fn base(&self) -> String {
        match self {
            // A name has to be there, and is not looked up.
            Self::Unix(_) => "http://incus".to_owned(),
            Self::Tls(tls) => format!("https://{}", tls.address),
        }
    }

    /// A connection of its own, for what is no request and answer.
    pub(super) async fn connect(&self) -> Result<Box<dyn Bytes>, Failure> {
        let connected = timeout(CONNECT, self.connected()).await.map_err(|_| Failure::Timeout)?;
        connected.map_err(|cause| {
            tracing::warn!(%cause, "the hypervisor cannot be reached");
            Failure::Unavailable(UNREACHED.to_owned())
        })
    }

    /// The same, of which nothing is logged and which takes as long as it takes.
    pub(super) async fn connected(&self) -> std::io::Result<Box<dyn Bytes>> {
        Ok(match self {
            Self::Unix(path) => Box::new(UnixStream::connect(path).await?),
            Self::Tls(tls) => {
                let stream = TcpStream::connect(&tls.address).await?;
                stream.set_nodelay(true)?;
                let connector = TlsConnector::from(Arc::clone(&tls.config));
                Box::new(connector.connect(tls.name.clone(), stream).await?)
            }
        })
    }
}
