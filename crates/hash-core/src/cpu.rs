//! Which target features the CPU has.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    cpufeatures::new!(sse2, "sse2");
    cpufeatures::new!(ssse3, "sse3", "ssse3");
    cpufeatures::new!(sse41, "sse3", "ssse3", "sse4.1");
    cpufeatures::new!(avx, "sse3", "ssse3", "sse4.1", "sse4.2", "avx");
    cpufeatures::new!(avx2, "avx2");
    cpufeatures::new!(bmi1, "bmi1");
    cpufeatures::new!(bmi2, "bmi2");
    cpufeatures::new!(pclmulqdq, "sse2", "pclmulqdq");
    cpufeatures::new!(avx512f, "fma", "avx512f");
    cpufeatures::new!(avx512bw, "avx512bw");
    cpufeatures::new!(avx512dq, "avx512dq");
    cpufeatures::new!(avx512vl, "avx512vl");
    cpufeatures::new!(avx512ifma, "avx512ifma");
    cpufeatures::new!(avx512vbmi, "avx512vbmi");

    /// Whether bit `bit` of ECX is set in a leaf of CPUID, for features that cpufeatures does not
    /// know, or knows for wider registers only. Asked only after AVX was found, so leaf 7 exists.
    #[cfg_attr(
        not(any(target_env = "sgx", miri)),
        allow(unused_unsafe, reason = "CPUID became a safe function after Rust 1.89")
    )]
    fn cpuid_ecx(leaf: u32, bit: u32) -> bool {
        #[cfg(not(any(target_env = "sgx", miri)))]
        {
            #[cfg(target_arch = "x86")]
            use core::arch::x86::__cpuid_count;
            #[cfg(target_arch = "x86_64")]
            use core::arch::x86_64::__cpuid_count;
            // SAFETY: every CPU with AVX has CPUID and these leaves.
            unsafe { __cpuid_count(leaf, 0) }.ecx & (1 << bit) != 0
        }
        // CPUID faults inside an enclave, and an interpreter has none.
        #[cfg(any(target_env = "sgx", miri))]
        {
            let _ = (leaf, bit);
            false
        }
    }

    /// Each feature, with those that `rustc` enables along with it.
    pub(super) fn has(feature: &str) -> bool {
        match feature {
            "sse2" => sse2::get(),
            "ssse3" => sse2::get() && ssse3::get(),
            "sse4.1" => sse2::get() && sse41::get(),
            "avx" => sse2::get() && avx::get(),
            "avx2" => has("avx") && avx2::get(),
            "bmi1" => bmi1::get(),
            "bmi2" => bmi2::get(),
            "pclmulqdq" => pclmulqdq::get(),
            // cpufeatures reports VPCLMULQDQ only where 512-bit registers can be used; the
            // instruction on 256-bit registers needs no more than AVX.
            "vpclmulqdq" => has("avx") && pclmulqdq::get() && cpuid_ecx(7, 10),
            // AVX-512 F implies FMA (checked with it) and F16C.
            "avx512f" => has("avx2") && avx512f::get() && cpuid_ecx(1, 29),
            "avx512bw" => has("avx512f") && avx512bw::get(),
            "avx512dq" => has("avx512f") && avx512dq::get(),
            "avx512vl" => has("avx512f") && avx512vl::get(),
            "avx512ifma" => has("avx512f") && avx512ifma::get(),
            "avx512vbmi" => has("avx512bw") && avx512vbmi::get(),
            "avx512vnni" => has("avx512f") && cpuid_ecx(7, 11),
            _ => panic!("no detection of the target feature {feature}"),
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    #[cfg(not(all(
        feature = "std",
        not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))
    )))]
    cpufeatures::new!(aes, "aes");

    pub(super) fn has(feature: &str) -> bool {
        match feature {
            "neon" => cfg!(target_feature = "neon"),
            // On these systems cpufeatures answers no without looking, and std knows more.
            #[cfg(all(
                feature = "std",
                not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))
            ))]
            "aes" => std::arch::is_aarch64_feature_detected!("aes"),
            #[cfg(not(all(
                feature = "std",
                not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))
            )))]
            "aes" => aes::get(),
            _ => panic!("no detection of the target feature {feature}"),
        }
    }
}

/// Whether the CPU and, for wide registers, the operating system support a target feature of
/// `rustc`, and every feature that `rustc` enables along with it.
///
/// # Panics
/// If the feature is none that the family uses, on x86 and aarch64. Other architectures have
/// nothing to detect, and the answer is no.
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

#[cfg(all(test, any(target_arch = "x86", target_arch = "x86_64")))]
mod tests {
    /// Standard's own detection, with the features that it does not imply spelled out.
    #[test]
    fn agrees_with_std() {
        macro_rules! agree {
            ($($feature:tt: [$($all:tt)*];)*) => {
                $(assert_eq!(
                    super::has($feature),
                    true $(&& std::arch::is_x86_feature_detected!($all))*,
                    $feature
                );)*
            };
        }
        agree! {
            "sse2": ["sse2"];
            "ssse3": ["ssse3"];
            "sse4.1": ["sse4.1"];
            "avx": ["avx"];
            "avx2": ["avx2"];
            "bmi1": ["bmi1"];
            "bmi2": ["bmi2"];
            "pclmulqdq": ["pclmulqdq"];
            "vpclmulqdq": ["vpclmulqdq" "avx"];
            "avx512f": ["avx512f" "fma" "f16c" "avx2"];
            "avx512bw": ["avx512bw" "avx512f" "fma" "f16c" "avx2"];
            "avx512dq": ["avx512dq" "avx512f" "fma" "f16c" "avx2"];
            "avx512vl": ["avx512vl" "avx512f" "fma" "f16c" "avx2"];
            "avx512ifma": ["avx512ifma" "avx512f" "fma" "f16c" "avx2"];
            "avx512vbmi": ["avx512vbmi" "avx512bw" "avx512f" "fma" "f16c" "avx2"];
            "avx512vnni": ["avx512vnni" "avx512f" "fma" "f16c" "avx2"];
        }
    }
}
