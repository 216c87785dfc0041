//! Encrypted connections, by the meanings that `sslmode` and `sslrootcert` have in libpq.

use super::parameters::{Parameters, path, unreadable};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{
    WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature,
};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use tokio_postgres_rustls::MakeRustlsConnect;

/// The file of root certificates in a home folder.
const ROOTS: &str = ".postgresql/root.crt";

/// How connections to TCP ports are encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Disable,
    /// Only if the server insists.
    Allow,
    /// If the server can.
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

impl Mode {
    pub(super) fn of(parameters: &Parameters) -> Result<Self, String> {
        let is_system = parameters.bytes("sslrootcert") == Some(b"system");
        let mode = match parameters.text("sslmode")? {
            Some("disable") => Self::Disable,
            Some("allow") => Self::Allow,
            Some("require") => Self::Require,
            Some("verify-ca") => Self::VerifyCa,
            Some("verify-full") => Self::VerifyFull,
            None if is_system => Self::VerifyFull,
            // The parameters have no other values.
            _ => Self::Prefer,
        };
        // Anybody can have a certificate for a name of their own.
        if is_system && mode != Self::VerifyFull {
            return Err("sslrootcert=system needs sslmode=verify-full".to_owned());
        }
        let is_direct = parameters.bytes("sslnegotiation") == Some(b"direct");
        if is_direct && matches!(mode, Self::Disable | Self::Allow | Self::Prefer) {
            return Err("sslnegotiation=direct needs sslmode=require or more".to_owned());
        }
        Ok(mode)
    }
}

/// Returns what encrypts connections. As in libpq, certificates are verified in all modes if there
/// is a file of root certificates.
pub(super) fn connector(
    mode: Mode,
    parameters: &Parameters,
    home: Option<&PathBuf>,
) -> Result<MakeRustlsConnect, String> {
    let roots = match parameters.bytes("sslrootcert") {
        Some(b"system") => Some(of_system()?),
        Some(file) => Some(of_file(&path(file))?.ok_or("the file of sslrootcert does not exist")?),
        None => home.map(|home| of_file(&home.join(ROOTS))).transpose()?.flatten(),
    };
    if roots.is_none() && matches!(mode, Mode::VerifyCa | Mode::VerifyFull) {
        return Err(format!(
            "there are no root certificates to verify the server's: give a file by sslrootcert or \
             as ~/{ROOTS}, or use sslrootcert=system"
        ));
    }
    let provider = ring::default_provider();
    let algorithms = provider.signature_verification_algorithms;
    let checks_name = mode == Mode::VerifyFull;
    let verifier = Verifier { roots, checks_name, algorithms };
    let config = ClientConfig::builder_with_provider(Arc::new(provider));
    let config = config.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
    let config = config.dangerous().with_custom_certificate_verifier(Arc::new(verifier));
    let mut config = config.with_no_client_auth();
    config.enable_sni = parameters.bytes("sslsni") != Some(b"0");
    config.alpn_protocols = vec![b"postgresql".to_vec()];
    Ok(MakeRustlsConnect::new(config))
}

/// Root certificates, and the store made of them.
#[derive(Debug)]
struct Roots {
    certificates: Vec<CertificateDer<'static>>,
    store: RootCertStore,
}

/// Reads a file, unless it does not exist.
fn of_file(file: &PathBuf) -> Result<Option<Roots>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("sslrootcert: {error}");
    let text = match fs::read(file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable("sslrootcert", file, &error)),
    };
    let certificates = CertificateDer::pem_slice_iter(&text).collect::<Result<Vec<_>, _>>();
    let certificates = certificates.map_err(|error| failed(&error))?;
    if certificates.is_empty() {
        return Err(failed(&"the file has no certificates in the PEM format"));
    }
    let mut store = RootCertStore::empty();
    for certificate in &certificates {
        store.add(certificate.clone()).map_err(|error| failed(&error))?;
    }
    Ok(Some(Roots { certificates, store }))
}

/// Returns the certificates that the system trusts, without those that it cannot read.
fn of_system() -> Result<Roots, String> {
    let mut store = RootCertStore::empty();
    store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if store.is_empty() {
        return Err("sslrootcert=system: the system has no root certificates".to_owned());
    }
    Ok(Roots { certificates: Vec::new(), store })
}

/// Verifies certificates of servers.
#[derive(Debug)]
struct Verifier {
    /// Without them any certificate will do: the connection is encrypted, but to whom is unknown.
    roots: Option<Roots>,
    checks_name: bool,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end: &CertificateDer<'_>,
        chain: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(roots) = &self.roots else { return Ok(ServerCertVerified::assertion()) };
        let parsed = ParsedCertificate::try_from(end)?;
        let algorithms = self.algorithms.all;
        match verify_server_cert_signed_by_trust_anchor(
            &parsed,
            &roots.store,
            chain,
            now,
            algorithms,
        ) {
            // A root that the server has as its own, as those that it makes for itself. That it is
            // one of an authority is noticed after the dates have been checked.
            Err(Error::InvalidCertificate(CertificateError::Other(_)))
                if roots.certificates.contains(end) => {}
            result => result?,
        }
        if self.checks_name {
            verify_server_name(&parsed, name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signature, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signature, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}
