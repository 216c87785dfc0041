//! x86_clmul
