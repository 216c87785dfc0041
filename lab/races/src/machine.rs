//! The description of the machine and the build.

use crate::catalog;
use crate::results::Machine;
use std::time::{SystemTime, UNIX_EPOCH};

/// Lists the features that some contender uses: the name, whether this build requires it, whether
/// this CPU has it.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn features() -> Vec<(&'static str, bool, bool)> {
    macro_rules! list {
        ($($feature:tt)*) => {
            vec![$((
                $feature,
                cfg!(target_feature = $feature),
                std::arch::is_x86_feature_detected!($feature),
            )),*]
        };
    }
    list!("sse4.1" "pclmulqdq" "aes" "avx2" "bmi2" "vpclmulqdq" "vaes" "avx512f" "avx512bw"
        "avx512dq" "avx512vl")
}

#[cfg(target_arch = "aarch64")]
fn features() -> Vec<(&'static str, bool, bool)> {
    macro_rules! list {
        ($($feature:tt)*) => {
            vec![$((
                $feature,
                cfg!(target_feature = $feature),
                std::arch::is_aarch64_feature_detected!($feature),
            )),*]
        };
    }
    list!("neon" "aes" "sha3" "sve")
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
fn features() -> Vec<(&'static str, bool, bool)> {
    Vec::new()
}

/// Returns `native` if the build requires a carry-less multiplier, as with `-C target-cpu=native`
/// (and on Apple's targets by default), and `default` otherwise.
#[must_use]
pub const fn build() -> &'static str {
    if cfg!(any(target_feature = "pclmulqdq", all(target_arch = "aarch64", target_feature = "aes")))
    {
        "native"
    } else {
        "default"
    }
}

/// Describes this machine and build. `lockfile` is the text of the build's Cargo.lock, and `peers`
/// are the packages whose versions to list.
#[must_use]
pub fn describe(lockfile: &str, peers: &[&str]) -> Machine {
    let pick = |pick: fn(&(&'static str, bool, bool)) -> bool| {
        features().iter().filter(|f| pick(f)).map(|f| f.0.to_owned()).collect()
    };
    let cpu = cpu();
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    Machine {
        name: name(&cpu),
        cpu,
        build: build().to_owned(),
        rustc: env!("BENCHES_RUSTC").to_owned(),
        features: pick(|f| f.2),
        required: pick(|f| f.1),
        backends: catalog::backends(),
        peers: peers.iter().filter_map(|p| locked(lockfile, p)).collect(),
        date: date(),
        load: load.split(' ').next().unwrap_or_default().to_owned(),
        quick: false,
    }
}

/// Returns a short name for a CPU: its microarchitecture if it is one that was measured before,
/// else the words of its name.
fn name(cpu: &str) -> String {
    let number = |word: &str| {
        let (_, rest) = cpu.split_once(word)?;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let family: Option<u32> = number(", family ");
    let model: Option<u32> = number(" model ");
    match (family, model) {
        (Some(25), Some(0x10..=0x1f | 0x60..=0x7f | 0xa0..=0xaf)) => "zen4".to_owned(),
        (Some(25), Some(_)) => "zen3".to_owned(),
        (Some(26), Some(_)) => "zen5".to_owned(),
        (Some(6), Some(143)) => "sapphire-rapids".to_owned(),
        (Some(6), Some(207)) => "emerald-rapids".to_owned(),
        _ => {
            let words = cpu.split(|c: char| !c.is_ascii_alphanumeric());
            let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
            words.join("-").to_ascii_lowercase()
        }
    }
}

/// Returns `name version` of a package in a Cargo.lock.
fn locked(lockfile: &str, name: &str) -> Option<String> {
    let entry = format!("name = \"{name}\"\nversion = \"");
    let (_, rest) = lockfile.split_once(&entry)?;
    Some(format!("{name} {}", rest.split_once('"')?.0))
}

/// Returns the CPU's name, as the system reports it.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let mut lines = info.lines().filter_map(|l| l.split_once(':'));
        lines.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
    };
    let arch = std::env::consts::ARCH;
    match (field("model name"), field("cpu family"), field("model")) {
        (Some(name), Some(family), Some(model)) => {
            format!("{name}, family {family} model {model}, {arch}")
        }
        (Some(name), ..) => format!("{name}, {arch}"),
        _ => format!("unnamed, {arch}"),
    }
}

/// Returns today's date in UTC.
fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let (year, month, day) = civil(seconds / 86400);
    format!("{year}-{month:02}-{day:02}")
}

/// Returns the date of a day since 1970 (Hinnant, "chrono-compatible low-level date algorithms").
const fn civil(days: u64) -> (u64, u64, u64) {
    // Counts days since 1 March of the year 0, in eras of 400 years and in years that end with
    // February.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * era + year + carry, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(11_017), (2000, 3, 1));
        assert_eq!(civil(20_453), (2025, 12, 31));
    }

    #[test]
    fn names() {
        assert_eq!(name("AMD EPYC, family 25 model 17, x86_64"), "zen4");
        assert_eq!(name("AMD EPYC, family 26 model 2, x86_64"), "zen5");
        assert_eq!(name("Intel(R) Xeon(R) Processor, family 6 model 207"), "emerald-rapids");
        assert_eq!(
            name("Intel(R) Xeon(R) 8481C, family 6 model 85"),
            "intel-r-xeon-r-8481c-family-6-model-85"
        );
        assert_eq!(name("unnamed, aarch64"), "unnamed-aarch64");
    }

    #[test]
    fn versions() {
        let lockfile = "[[package]]\nname = \"ab\"\nversion = \"1.2.3\"\n";
        assert_eq!(locked(lockfile, "ab").as_deref(), Some("ab 1.2.3"));
        assert_eq!(locked(lockfile, "b"), None);
    }
}
