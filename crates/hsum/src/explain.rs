//! `hsum list` and `hsum explain`: what the table says.

use crate::algorithms::{ALGORITHMS, Algorithm, Backends};
use crate::cli::ExplainArgs;
use crate::output::Output;

pub(crate) fn list(out: &mut Output) {
    let mut text = String::from("ALGORITHM          BITS  KEY BYTES  BACKEND         WHAT IT IS\n");
    for Algorithm { name, summary, key_bytes, output_bits, backends, .. } in ALGORITHMS {
        let backend = (backends.detect)();
        text += &format!("{name:<18} {output_bits:>4} {key_bytes:>10}  {backend:<15} {summary}\n");
    }
    out.buffer().extend(text.into_bytes());
}

pub(crate) fn explain(args: &ExplainArgs, out: &mut Output) {
    let Algorithm { name, summary, about, source, key_bytes, output_bits, backends, .. } =
        args.algorithm;
    let nonce = match args.algorithm.with_nonce {
        None => "none",
        Some(_) => "another one for each message, which --nonce gives",
    };
    let key = match key_bytes {
        0 => "none".to_owned(),
        _ => format!(
            "{}; without one, seed 0, which everyone knows: then this is a \
             checksum, not protection",
            args.algorithm.key_lengths_text()
        ),
    };
    let text = format!(
        "{name}: {summary}\n\
         source:      {source}\n\
         about:       {about}\n\
         output:      {output_bits} bits\n\
         key:         {key}\n\
         nonce:       {nonce}\n\
         collisions:  {}\n\
         backends:    {}\n\
         this CPU:    {}\n",
        collisions(args.algorithm, args.len),
        backends.names.join(", "),
        this_cpu(backends),
    );
    out.buffer().extend(text.into_bytes());
}

fn collisions(algorithm: &Algorithm, len: u64) -> String {
    let Some(bound) = algorithm.bound else {
        return "no bound is proved".to_owned();
    };
    // Up, as it is an upper bound.
    let log = (bound(len) * 1000.0).ceil() / 1000.0;
    format!(
        "at most 2^{log:.3} = {:.2e} for two given messages of at most {len} bytes, under a \
         random key that whoever chose them does not know",
        log.exp2()
    )
}

fn this_cpu(backends: &Backends) -> String {
    let detected = (backends.detect)();
    let mut others = (backends.available)();
    others.retain(|name| *name != detected);
    if others.is_empty() {
        return format!("gets {detected}, and has no other");
    }
    format!("gets {detected}, and has {} as well", others.join(", "))
}
