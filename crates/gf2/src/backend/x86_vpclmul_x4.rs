//! x86_vpclmul_x4
