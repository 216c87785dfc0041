//! The program `hsum`; the library of the same name describes it.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    hsum::main()
}
