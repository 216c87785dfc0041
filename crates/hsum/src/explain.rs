//! `hsum list` and `hsum explain`: what the table of algorithms contains.

use crate::algorithms::{self, ALGORITHMS, Algorithm, cut, lengths};
use crate::cli::{ExplainArgs, ListArgs};
use crate::json;
use crate::output::{Failure, Output};
use provenhash::{Attack, Bound, Description, Event, Pairs};
use serde_json::{Value, json};

/// Prints a line for each algorithm.
pub(crate) fn list(args: &ListArgs, out: &mut Output) {
    if args.json {
        return ALGORITHMS.iter().for_each(|a| json::line(out.buffer(), &object(a)));
    }
    let mut text = String::from("ALGORITHM          BITS  KEY BYTES  BACKEND         WHAT IT IS\n");
    for row in ALGORITHMS {
        let (Description { name, summary, .. }, output_bits) = (**row, row.output_bits);
        let key_bytes = row.key_lengths.first().unwrap_or(&0);
        let backend = row.detected_backend();
        text += &format!("{name:<18} {output_bits:>4} {key_bytes:>10}  {backend:<15} {summary}\n");
    }
    out.buffer().extend(text.into_bytes());
}

/// Describes an algorithm.
pub(crate) fn explain(args: &ExplainArgs, out: &mut Output) -> Result<(), Failure> {
    let bits = args.tag_bytes.map(|bytes| cut(args.algorithm, "--tag-bytes", bytes)).transpose()?;
    let tag_bits = bits.unwrap_or(args.algorithm.output_bits);
    let output_bits = args.algorithm.output_bits;
    let Description { name, summary, about, source, nonce: has_nonce, .. } = **args.algorithm;
    let backends = args.algorithm.backends();
    if args.json {
        let mut object = object(args.algorithm);
        object["about"] = about.into();
        object["source"] = source.into();
        object["secrets"] = args.algorithm.secrets.to_string().into();
        object["backends"] = backends.into();
        object["available"] = args.algorithm.available_backends().into();
        if let Some(bound) = args.algorithm.collision_bound(args.len) {
            object["collisions"] = json!({
                "bytes": args.len, "log2": rounded(bound.log2), "one_length": one_length(&bound),
                "plus": advantages(&bound)
            });
        }
        if let Some(bound) = forgery(args, tag_bits) {
            object["forgery"] = json!({
                "messages": args.messages, "attempts": args.attempts, "bytes": args.len,
                "tag_bits": tag_bits, "log2": rounded(bound.log2), "plus": advantages(&bound)
            });
            if let Some(senders) = args.senders {
                object["forgery"]["senders"] = senders.into();
            }
        }
        json::line(out.buffer(), &object);
        return Ok(());
    }
    let lengths = args.algorithm.key_lengths_text();
    let key = match args.algorithm.key_lengths {
        [] => "none".to_owned(),
        _ if args.algorithm.mac_only => format!("{lengths} bytes; there is no default"),
        _ => format!(
            "{lengths} bytes; the default is seed 0, which everyone knows: under it a hash is a \
             checksum and protects against nobody"
        ),
    };
    let stored = match (args.algorithm.version, algorithms::tag(args.algorithm)) {
        (None, tag) => format!("{tag}, whose values never change"),
        (Some(_), tag) => {
            format!("{tag}; until release 1.0 another version may become the default")
        }
    };
    let secret = match args.algorithm.key_lengths {
        [] => "nothing".to_owned(),
        _ => format!("under a secret key, {}", args.algorithm.secrets),
    };
    let nonce = if has_nonce { "another one for each message, by --nonce" } else { "none" };
    let text = format!(
        "{name}: {summary}\n\
         source:      {source}\n\
         about:       {about}\n\
         output:      {output_bits} bits{}\n\
         digits:      {}\n\
         stored as:   {stored}\n\
         key:         {key}\n\
         nonce:       {nonce}\n\
         secret:      {secret}\n\
         collisions:  {}\n\
         {}\
         backends:    {}\n\
         this CPU:    {}\n",
        cuts(args.algorithm),
        digits(args.algorithm),
        collisions(args),
        forgeries(args, tag_bits),
        backends.join(", "),
        this_cpu(args.algorithm),
    );
    out.buffer().extend(text.into_bytes());
    Ok(())
}

/// Returns how a hash may be cut, to follow its number of bits.
fn cuts(algorithm: &Algorithm) -> String {
    match algorithm.widths() {
        [_] => String::new(),
        widths => format!(", or cut by --length to {} bytes", lengths(widths)),
    }
}

/// Returns how the digits of a hash and its published bytes go together.
fn digits(algorithm: &Algorithm) -> String {
    match algorithm.word_bytes {
        1 => "the published bytes, in order".to_owned(),
        bytes => format!(
            "words of {bytes} bytes in order, the highest byte first; published bytes have the lowest first"
        ),
    }
}

/// Returns what `list` says about an algorithm.
fn object(algorithm: &Algorithm) -> Value {
    json!({
        "algorithm": algorithm.name,
        "stored_name": algorithm.stored_name(),
        "bits": algorithm.output_bits,
        "word_bytes": algorithm.word_bytes,
        "widths": algorithm.widths(),
        "key_bytes": algorithm.key_lengths,
        "nonce": algorithm.nonce,
        "backend": algorithm.detected_backend(),
        "summary": algorithm.summary,
    })
}

/// Returns the proven bound on forgeries.
fn forgery(args: &ExplainArgs, tag_bits: usize) -> Option<Bound> {
    let ExplainArgs { senders, messages, attempts, len: len_bytes, .. } = *args;
    let tag_bits = u32::try_from(tag_bits).ok()?;
    args.algorithm.forgery_bound(&Attack { senders, messages, attempts, len_bytes, tag_bits })
}

/// Rounds up to a thousandth.
fn rounded(log: f64) -> f64 {
    (log * 1000.0).ceil() / 1000.0
}

fn one_length(bound: &Bound) -> bool {
    matches!(bound.event, Event::Collision { pairs: Pairs::OneLength, .. })
}

/// Returns what must be added to a bound.
fn advantages(bound: &Bound) -> Vec<String> {
    bound.advantages().map(|advantage| advantage.to_string()).collect()
}

fn collisions(args: &ExplainArgs) -> String {
    match args.algorithm.collision_bound(args.len) {
        None => "no bound is proved".to_owned(),
        Some(bound) => format!("{bound}; given means chosen without knowledge of the key"),
    }
}

/// Returns the line on forgeries, if the algorithm is a MAC.
fn forgeries(args: &ExplainArgs, tag_bits: usize) -> String {
    if !args.algorithm.mac {
        return String::new();
    }
    let nonces = match args.senders {
        None if args.algorithm.nonce => "; no nonce may repeat",
        None => "",
        Some(_) => "; the senders draw the nonces, and this counts that two draw one prefix",
    };
    match forgery(args, tag_bits) {
        None => "forgeries:   no bound is proved\n".to_owned(),
        Some(bound) => format!("forgeries:   {bound}{nonces}\n"),
    }
}

fn this_cpu(algorithm: &Algorithm) -> String {
    let detected = algorithm.detected_backend();
    let mut others = algorithm.available_backends();
    others.retain(|name| *name != detected);
    if others.is_empty() {
        return format!("runs {detected}");
    }
    format!("runs {detected}; also has {}", others.join(", "))
}
