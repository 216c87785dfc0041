//! x86_vpclmul_x2
