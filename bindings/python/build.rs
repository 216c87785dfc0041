//! Tells the code which version of Python it is compiled for.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}
