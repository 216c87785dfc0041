//! Message authentication codes: the section `mac` with the peers that need a C compiler.

use aegis::aegis128l::Aegis128LMac;
use aegis::aegis128x2::Aegis128X2Mac;
use aegis::aegis128x4::Aegis128X4Mac;
use races::ghash::{key_bytes, low_half};
use races::mac;
use races::{Options, Section, Subject};

/// Measures all MACs of this build.
pub(crate) fn sections(options: &Options) -> Vec<Section> {
    #[cfg(feature = "originals")]
    let mut others = crate::originals::macs::others();
    #[cfg(not(feature = "originals"))]
    let mut others = mac::Others::default();
    others.subjects.extend(aegis());
    #[cfg(feature = "aws-lc")]
    others.subjects.push(crate::gmac::aws_lc());
    mac::sections(options, &others)
}

/// Lists the MACs of AEGIS, which have no nonce. Each message starts from a copy of the state after
/// the key.
fn aegis() -> [Subject; 3] {
    macro_rules! tag {
        ($algorithm:literal, $Mac:ident) => {{
            let ready = $Mac::<16>::new(&key_bytes());
            Subject::new($algorithm, "libaegis", move |m| {
                let mut mac = ready.clone();
                mac.update(m);
                low_half(mac.finalize())
            })
        }};
    }
    [
        tag!("aegis128l-mac", Aegis128LMac),
        tag!("aegis128x2-mac", Aegis128X2Mac),
        tag!("aegis128x4-mac", Aegis128X4Mac),
    ]
}
