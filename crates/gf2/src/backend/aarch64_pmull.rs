//! aarch64_pmull
