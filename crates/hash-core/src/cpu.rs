//! Detection of target features.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    #[cfg(target_arch = "x86")]
    use core::arch::x86::{__cpuid, __cpuid_count};
    #[cfg(target_arch = "x86_64")]
    use core::arch::x86_64::{__cpuid, __cpuid_count};
    use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

    cpufeatures::new!(sse, "sse");
    cpufeatures::new!(sse2, "sse2");
    cpufeatures::new!(sse3, "sse3");
    cpufeatures::new!(ssse3, "ssse3");
    cpufeatures::new!(sse41, "sse4.1");
    cpufeatures::new!(sse42, "sse4.2");
    cpufeatures::new!(avx, "avx");
    cpufeatures::new!(avx2, "avx2");
    cpufeatures::new!(fma, "fma");
    cpufeatures::new!(bmi2, "bmi2");
    cpufeatures::new!(aes, "aes");
    cpufeatures::new!(pclmulqdq, "pclmulqdq");
    cpufeatures::new!(avx512f, "avx512f");
    cpufeatures::new!(avx512bw, "avx512bw");
    cpufeatures::new!(avx512dq, "avx512dq");
    cpufeatures::new!(avx512vl, "avx512vl");
    cpufeatures::new!(avx512ifma, "avx512ifma");
    cpufeatures::new!(avx512vbmi, "avx512vbmi");

    /// The result of [`ask`] and `KNOWN`, or 0 before the first call. It is cached because CPUID
    /// takes a microsecond or more under a hypervisor, and detection asks for many features.
    static FOUND: AtomicU8 = AtomicU8::new(0);
    const KNOWN: u8 = 1;
    /// Leaf 7 of CPUID exists. A CPU without a leaf answers with the contents of another one.
    const LEAF_7: u8 = 1 << 1;
    const F16C: u8 = 1 << 2;
    const VPCLMULQDQ: u8 = 1 << 3;
    const AVX512VNNI: u8 = 1 << 4;
    const INTEL: u8 = 1 << 5;
    const ZEN_5: u8 = 1 << 6;

    /// Returns whether the CPU has a feature that `cpufeatures` does not detect, or detects only
    /// for wider registers.
    #[inline]
    fn found(what: u8) -> bool {
        let known = FOUND.load(Relaxed);
        let found = if known == 0 { find() } else { known };
        found & what != 0
    }

    #[cold]
    fn find() -> u8 {
        let found = KNOWN | ask();
        FOUND.store(found, Relaxed);
        found
    }

    #[allow(unused_unsafe, reason = "CPUID became a safe function after Rust 1.89")]
    fn ask() -> u8 {
        // CPUID faults inside an SGX enclave, and Miri has no CPUID.
        if cfg!(any(target_env = "sgx", miri)) || !sse2::get() {
            return 0;
        }
        // SAFETY: every CPU with SSE2 has CPUID.
        let first = unsafe { __cpuid(0) };
        let highest = first.eax;
        // SAFETY: as above.
        let read = |leaf| (leaf <= highest).then(|| unsafe { __cpuid_count(leaf, 0) });
        let flag = |leaf, bit: u32, flag| {
            if read(leaf).is_some_and(|found| found.ecx >> bit & 1 == 1) { flag } else { 0 }
        };
        let leaf_7 = if highest < 7 { 0 } else { LEAF_7 };
        let name = [first.ebx, first.edx, first.ecx];
        let intel = if is_named_intel(name) { INTEL } else { 0 };
        let signature = read(1).map_or(0, |found| found.eax);
        let zen_5 = if is_at_least_zen_5(name, signature) { ZEN_5 } else { 0 };
        let flags = flag(1, 29, F16C) | flag(7, 10, VPCLMULQDQ) | flag(7, 11, AVX512VNNI);
        leaf_7 | intel | zen_5 | flags
    }

    /// Returns whether these registers spell Intel's name, in CPUID's order EBX, EDX, ECX.
    pub(super) fn is_named_intel(registers: [u32; 3]) -> bool {
        registers.map(u32::to_le_bytes).as_flattened() == b"GenuineIntel"
    }

    /// Returns whether these registers spell AMD's name, and the signature has family 26 or a later
    /// one: the base family, which is 15, plus the extended one.
    pub(super) fn is_at_least_zen_5(name: [u32; 3], signature: u32) -> bool {
        let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
        name.map(u32::to_le_bytes).as_flattened() == b"AuthenticAMD" && family >= 26
    }

    #[inline]
    pub(super) fn is_intel() -> bool {
        found(INTEL)
    }

    #[inline]
    pub(super) fn is_zen_5() -> bool {
        found(ZEN_5)
    }

    /// Returns whether the CPU and the operating system support this feature, without checking the
    /// features that it implies.
    fn has_alone(feature: &str) -> bool {
        match feature {
            "sse" => sse::get(),
            "sse2" => sse2::get(),
            "sse3" => sse3::get(),
            "ssse3" => ssse3::get(),
            "sse4.1" => sse41::get(),
            "sse4.2" => sse42::get(),
            "avx" => avx::get(),
            "f16c" => found(F16C),
            "fma" => fma::get(),
            "aes" => aes::get(),
            "pclmulqdq" => pclmulqdq::get(),
            "avx2" => found(LEAF_7) && avx2::get(),
            "bmi2" => found(LEAF_7) && bmi2::get(),
            // `cpufeatures` reports VPCLMULQDQ only where 512-bit registers are usable, but the
            // instruction on 256-bit registers needs only AVX.
            "vpclmulqdq" => found(VPCLMULQDQ),
            "avx512f" => found(LEAF_7) && avx512f::get(),
            "avx512bw" => found(LEAF_7) && avx512bw::get(),
            "avx512dq" => found(LEAF_7) && avx512dq::get(),
            "avx512vl" => found(LEAF_7) && avx512vl::get(),
            "avx512ifma" => found(LEAF_7) && avx512ifma::get(),
            "avx512vbmi" => found(LEAF_7) && avx512vbmi::get(),
            "avx512vnni" => found(AVX512VNNI),
            _ => panic!("hash-core cannot detect the target feature {feature}"),
        }
    }

    /// Lists the features that `rustc` enables directly along with this one.
    fn implied(feature: &str) -> &'static [&'static str] {
        match feature {
            "sse2" => &["sse"],
            "sse3" | "aes" | "pclmulqdq" => &["sse2"],
            "ssse3" => &["sse3"],
            "sse4.1" => &["ssse3"],
            "sse4.2" => &["sse4.1"],
            "avx" => &["sse4.2"],
            "avx2" | "fma" | "f16c" => &["avx"],
            "vpclmulqdq" => &["avx", "pclmulqdq"],
            "avx512f" => &["avx2", "fma", "f16c"],
            "avx512vbmi" => &["avx512bw"],
            "avx512bw" | "avx512dq" | "avx512vl" | "avx512ifma" | "avx512vnni" => &["avx512f"],
            _ => &[],
        }
    }

    pub(super) fn has(feature: &str) -> bool {
        all(feature, &has_alone)
    }

    /// Returns whether `alone` holds for a feature and for every feature that it implies.
    pub(super) fn all(feature: &str, alone: &dyn Fn(&str) -> bool) -> bool {
        alone(feature) && implied(feature).iter().all(|feature| all(feature, alone))
    }
}

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    /// Returns whether the kernel announces both AES and PMULL, which make up the `aes` of `rustc`.
    /// The macro of cpufeatures 0.3 accepts either one, and a CPU may have AES without PMULL.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn has_aes() -> bool {
        // HWCAP_AES and HWCAP_PMULL of Linux.
        const BOTH: u64 = 1 << 3 | 1 << 4;
        cfg!(target_feature = "aes") || cpufeatures::aarch64::getauxval_hwcap() & BOTH == BOTH
    }

    /// Asks `std`, because `cpufeatures` knows only Linux, Android and Apple's systems and answers
    /// no on all others.
    #[cfg(all(
        feature = "std",
        not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))
    ))]
    fn has_aes() -> bool {
        std::arch::is_aarch64_feature_detected!("aes")
    }

    /// Asks `cpufeatures`: every Apple CPU with AES has PMULL.
    #[cfg(not(any(
        target_os = "linux",
        target_os = "android",
        all(feature = "std", not(target_vendor = "apple"))
    )))]
    fn has_aes() -> bool {
        cpufeatures::new!(aes, "aes");
        aes::get()
    }

    pub(super) fn has(feature: &str) -> bool {
        match feature {
            "neon" => cfg!(target_feature = "neon"),
            "aes" => has("neon") && has_aes(),
            _ => panic!("hash-core cannot detect the target feature {feature}"),
        }
    }
}

/// Returns whether the CPU supports a target feature of `rustc` and every feature that `rustc`
/// enables along with it. For wide registers the operating system must support them too.
///
/// # Panics
/// Panics on x86 and aarch64 if `feature` is not one that this family uses. Other architectures
/// have nothing to detect: the answer is `false`.
#[must_use]
pub fn has(feature: &str) -> bool {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        x86::has(feature)
    }
    #[cfg(target_arch = "aarch64")]
    {
        aarch64::has(feature)
    }
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    {
        let _ = feature;
        false
    }
}

/// Returns whether this is an Intel CPU, for kernels of one level that are faster on Intel and
/// slower on AMD, or the reverse.
#[inline]
#[must_use]
pub fn is_intel() -> bool {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        x86::is_intel()
    }
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    false
}

/// Returns whether this is an AMD CPU of the family of Zen 5 or a later one. Its prefetcher differs
/// from that of Zen 4, and it rotates vectors as fast as it adds them.
#[inline]
#[must_use]
pub fn is_zen_5() -> bool {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        x86::is_zen_5()
    }
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    false
}

#[cfg(all(test, any(target_arch = "x86", target_arch = "x86_64")))]
mod tests {
    use std::collections::BTreeSet;
    use std::process::Command;

    /// Calls a macro with each feature that backend rows name and all features that it implies.
    macro_rules! with_implied {
        ($then:ident) => {
            $then! {
                "sse2": ["sse"];
                "ssse3": ["sse" "sse2" "sse3"];
                "sse4.1": ["sse" "sse2" "sse3" "ssse3"];
                "avx": ["sse" "sse2" "sse3" "ssse3" "sse4.1" "sse4.2"];
                "avx2": ["avx" "sse" "sse2" "sse3" "ssse3" "sse4.1" "sse4.2"];
                "bmi2": [];
                "aes": ["sse" "sse2"];
                "pclmulqdq": ["sse" "sse2"];
                "vpclmulqdq": ["pclmulqdq" "avx" "sse" "sse2" "sse3" "ssse3" "sse4.1" "sse4.2"];
                "avx512f": [
                    "fma" "f16c" "avx2" "avx" "sse" "sse2" "sse3" "ssse3" "sse4.1" "sse4.2"];
                "avx512bw": ["avx512f"
                    "fma" "f16c" "avx2" "avx" "sse" "sse2" "sse3" "ssse3" "sse4.1" "sse4.2"];
                "avx512dq": ["avx512f"
                    "fma" "f16c" "avx2" "avx" "sse" "sse2" "sse3" "ssse3" "sse4.1" "sse4.2"];
                "avx512vl": ["avx512f"
                    "fma" "f16c" "avx2" "avx" "sse" "sse2" "sse3" "ssse3" "sse4.1" "sse4.2"];
                "avx512ifma": ["avx512f"
                    "fma" "f16c" "avx2" "avx" "sse" "sse2" "sse3" "ssse3" "sse4.1" "sse4.2"];
                "avx512vnni": ["avx512f"
                    "fma" "f16c" "avx2" "avx" "sse" "sse2" "sse3" "ssse3" "sse4.1" "sse4.2"];
                "avx512vbmi": ["avx512bw" "avx512f"
                    "fma" "f16c" "avx2" "avx" "sse" "sse2" "sse3" "ssse3" "sse4.1" "sse4.2"];
            }
        };
    }

    macro_rules! table {
        ($($feature:literal: [$($implied:literal)*];)*) => {
            [$(($feature, BTreeSet::from([$feature $(, $implied)*]))),*]
        };
    }

    /// Compares with std's detection of each feature and of all that it implies.
    #[test]
    fn agrees_with_std() {
        macro_rules! agree {
            ($($feature:tt: [$($implied:tt)*];)*) => {
                $(assert_eq!(
                    super::has($feature),
                    std::arch::is_x86_feature_detected!($feature)
                        $(&& std::arch::is_x86_feature_detected!($implied))*,
                    $feature
                );)*
            };
        }
        with_implied!(agree);
    }

    /// The CPUID registers of Intel and AMD, as in the manuals of both, and the signatures of a Zen
    /// 3, a Zen 4, a Zen 5 and a Sapphire Rapids.
    #[test]
    fn vendors() {
        let intel = [0x756e_6547, 0x4965_6e69, 0x6c65_746e];
        let amd = [0x6874_7541, 0x6974_6e65, 0x444d_4163];
        assert!(super::x86::is_named_intel(intel) && !super::x86::is_named_intel(amd));
        for (signature, is_zen_5) in [(0xa0_0f11, false), (0xa1_0f11, false), (0xb0_0f21, true)] {
            assert_eq!(super::x86::is_at_least_zen_5(amd, signature), is_zen_5, "{signature:x}");
            assert!(!super::x86::is_at_least_zen_5(intel, signature));
        }
        assert!(!super::x86::is_at_least_zen_5(intel, 0x806f8));
    }

    /// A CPU that lacks one implied feature, as under some hypervisors, does not have the feature
    /// that implies it. Lacking any other feature makes no difference.
    #[test]
    fn everything_that_a_feature_implies_is_demanded() {
        let table = with_implied!(table);
        let every: BTreeSet<_> = table.iter().flat_map(|(_, all)| all.clone()).collect();
        for (feature, all) in &table {
            for hidden in &every {
                let found = super::x86::all(feature, &|alone| alone != *hidden);
                assert_eq!(found, !all.contains(hidden), "{feature} without {hidden}");
            }
        }
    }

    /// Compares the table with what the compiler reports for each feature.
    #[test]
    fn the_compiler_implies_no_more() {
        // Asks the compiler for a target that has almost no features by default.
        let features = |flags: &[&str]| {
            let target = ["--print=cfg", "--target=i586-unknown-linux-gnu"];
            let output = Command::new("rustc").args(target).args(flags).output().ok()?;
            let printed = std::string::String::from_utf8(output.stdout).expect("text");
            let names = printed
                .lines()
                .filter_map(|line| line.strip_prefix("target_feature=\"")?.strip_suffix('"'));
            Some(names.map(std::string::String::from).collect::<BTreeSet<_>>())
        };
        let mut left_out = 0;
        for (feature, all) in with_implied!(table) {
            let enabled = std::format!("-Ctarget-feature=+{feature}");
            let (Some(with), Some(without)) = (features(&[&enabled]), features(&[])) else {
                left_out += 1;
                continue;
            };
            let more: BTreeSet<_> =
                with.difference(&without).map(std::string::String::as_str).collect();
            assert_eq!(more, all, "{feature}");
        }
        std::println!("features not checked, for lack of a compiler: {left_out}");
    }
}
