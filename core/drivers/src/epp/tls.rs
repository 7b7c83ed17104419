//! TLS with a registry (RFC 5734 section 9): its certificate is looked at, and ours is shown where it asks for one.
use rustls_platform_verifier::BuilderVerifierExt;
use std::{path::Path, sync::Arc};
use tokio_rustls::rustls::{
    ClientConfig, RootCertStore,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};

/// What the registrar shows: PEM.
pub(super) struct Identity<'a> {
    pub certificate: &'a str,
    pub key: &'a str,
}

/// How sessions are begun; what is wrong, in words that name the option.
pub(super) fn client(
    authority: Option<&Path>,
    identity: Option<&Identity<'_>>,
) -> Result<Arc<ClientConfig>, String> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|why| format!("server: {why}"))?;
    let builder = match authority {
        Some(file) => builder.with_root_certificates(roots(file).map_err(|why| format!("authority: {why}"))?),
        None => builder
            .with_platform_verifier()
            .map_err(|why| format!("authority: the system has no roots: {why}"))?,
    };
    let Some(Identity { certificate, key }) = identity else {
        return Ok(Arc::new(builder.with_no_client_auth()));
    };
    // What was given is never told: it is a secret.
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(certificate.as_bytes()).collect();
    let chain = chain.ok().filter(|chain| !chain.is_empty()).ok_or("client_certificate: it is not PEM")?;
    let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).map_err(|_| "client_key: it is not PEM")?;
    let config = builder.with_client_auth_cert(chain, key);
    Ok(Arc::new(config.map_err(|why| format!("client_certificate: it does not go with client_key: {why}"))?))
}

fn roots(file: &Path) -> Result<RootCertStore, String> {
    let certificates = CertificateDer::pem_file_iter(file).map_err(|why| why.to_string())?;
    let mut roots = RootCertStore::empty();
    for certificate in certificates {
        let certificate = certificate.map_err(|why| why.to_string())?;
        roots.add(certificate).map_err(|why| why.to_string())?;
    }
    match roots.is_empty() {
        true => Err("there is no certificate in it".to_owned()),
        false => Ok(roots),
    }
}
