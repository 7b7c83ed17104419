//! TLS with a server of the operator's: its certificate is the one that the operator says, and ours is shown where it asks.
use rustls_platform_verifier::BuilderVerifierExt;
use std::{path::Path, sync::Arc};
use tokio_rustls::rustls::{
    ClientConfig, ConfigBuilder, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        WantsClientCert, WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime, pem::PemObject},
};

/// How connections are begun where ours is shown; what is wrong, in words that name the option.
pub(crate) fn client(
    certificate: &str,
    key: &str,
    server: Option<&Path>,
) -> Result<Arc<ClientConfig>, String> {
    let builder = verified(server)?;
    // What was given is never told: it is a secret.
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(certificate.as_bytes()).collect();
    let chain = chain.ok().filter(|chain| !chain.is_empty()).ok_or("client_certificate: it is not PEM")?;
    let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).map_err(|_| "client_key: it is not PEM")?;
    let config = builder.with_client_auth_cert(chain, key);
    Ok(Arc::new(config.map_err(|why| format!("client_certificate: it does not go with client_key: {why}"))?))
}

/// How connections are begun where nothing is shown; what is wrong, in words that name the option.
pub(crate) fn anonymous(server: Option<&Path>) -> Result<ClientConfig, String> {
    Ok(verified(server)?.with_no_client_auth())
}

fn verified(server: Option<&Path>) -> Result<ConfigBuilder<ClientConfig, WantsClientCert>, String> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|why| format!("endpoint: {why}"))?;
    match server {
        Some(file) => {
            let pinned = Pinned::read(file).map_err(|why| format!("server_certificate: {why}"))?;
            Ok(builder.dangerous().with_custom_certificate_verifier(Arc::new(pinned)))
        }
        None => builder
            .with_platform_verifier()
            .map_err(|why| format!("server_certificate: the system has no roots: {why}")),
    }
}

/// The server's own certificate, whatever names and dates it has, as servers make one for themselves when they are
/// installed (Incus, and most panels); or one that it comes from, for the name that it is asked by.
#[derive(Debug)]
struct Pinned {
    certificates: Vec<CertificateDer<'static>>,
    from_them: Arc<WebPkiServerVerifier>,
}

impl Pinned {
    fn read(file: &Path) -> Result<Self, String> {
        let all: Result<Vec<_>, _> = match CertificateDer::pem_file_iter(file) {
            Ok(all) => all.collect(),
            Err(why) => Err(why),
        };
        let certificates = all.map_err(|why| why.to_string())?;
        let mut roots = RootCertStore::empty();
        for certificate in &certificates {
            roots.add(certificate.clone()).map_err(|why| why.to_string())?;
        }
        let provider = Arc::new(aws_lc_rs::default_provider());
        let from_them = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build();
        Ok(Self { certificates, from_them: from_them.map_err(|why| why.to_string())? })
    }
}

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        // That it has the key of it, its signature shows.
        match self.certificates.contains(end_entity) {
            true => Ok(ServerCertVerified::assertion()),
            false => {
                self.from_them.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
            }
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.from_them.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.from_them.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.from_them.supported_verify_schemes()
    }
}
