//! The header of a report: what was measured on what.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// Features that some contender makes use of: name, whether this build requires it, whether this
/// CPU has it.
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

/// `native` if the build requires a carry-less multiplier, as `-C target-cpu=native` makes it do
/// (and targets of Apple's do by themselves); `default` otherwise.
#[must_use]
pub const fn build() -> &'static str {
    if cfg!(any(target_feature = "pclmulqdq", all(target_arch = "aarch64", target_feature = "aes")))
    {
        "native"
    } else {
        "default"
    }
}

/// The header, as Markdown. `lockfile` is the text of the Cargo.lock of the build, and `peers`
/// are the packages whose versions are wanted.
#[must_use]
pub fn header(lockfile: &str, peers: &[&str]) -> String {
    let join = |pick: &dyn Fn(&(&'static str, bool, bool)) -> bool| {
        let names: Vec<_> = features().iter().filter(|f| pick(f)).map(|f| f.0).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
    };
    let backends: Vec<_> = clhash::Backend::available().map(clhash::Backend::name).collect();
    let versions: Vec<_> = peers.iter().filter_map(|p| locked(lockfile, p)).collect();
    let mut text = String::new();
    let mut line = |what: &str, value: &str| {
        let _ = writeln!(text, "* {what}: {value}");
    };
    line("CPU", &cpu());
    line("build", &format!("{}, {}", build(), env!("BENCHES_RUSTC")));
    line("features of the CPU", &join(&|f| f.2));
    line("of these the build requires", &join(&|f| f.1));
    line(
        "backends",
        &format!("{} (chosen: {})", backends.join(" "), clhash::Backend::detect().name()),
    );
    let highwayhash: Vec<_> =
        highwayhash::Backend::available().map(highwayhash::Backend::name).collect();
    line(
        "backends of highwayhash",
        &format!("{} (chosen: {})", highwayhash.join(" "), highwayhash::Backend::detect().name()),
    );
    line("peers", &versions.join(", "));
    line("date", &date());
    if let Ok(load) = std::fs::read_to_string("/proc/loadavg") {
        line("load at the start", load.split(' ').next().unwrap_or_default());
    }
    text
}

/// `name version` of a package in a Cargo.lock.
fn locked(lockfile: &str, name: &str) -> Option<String> {
    let entry = format!("name = \"{name}\"\nversion = \"");
    let (_, rest) = lockfile.split_once(&entry)?;
    Some(format!("{name} {}", rest.split_once('"')?.0))
}

/// The CPU's name, as the system gives it.
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

/// Today, in UTC.
fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let (year, month, day) = civil(seconds / 86400);
    format!("{year}-{month:02}-{day:02}")
}

/// The date of a day since 1970 (Hinnant, "chrono-compatible low-level date algorithms").
const fn civil(days: u64) -> (u64, u64, u64) {
    // Days since 1 March of the year 0; eras of 400 years; years that end with February.
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
    fn versions() {
        let lockfile = "[[package]]\nname = \"ab\"\nversion = \"1.2.3\"\n";
        assert_eq!(locked(lockfile, "ab").as_deref(), Some("ab 1.2.3"));
        assert_eq!(locked(lockfile, "b"), None);
    }
}
