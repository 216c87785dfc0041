//! An SQL function that stops tasks until a test lets them continue.

use datafusion::arrow::datatypes::DataType;
use datafusion::error::Result;
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The variable with the directory in which the processes and the test leave files for each other.
pub(crate) const DIRECTORY: &str = "GATE_DIRECTORY";

/// The longest wait. On a loaded machine or under an emulator, a minute may be too short.
const PATIENCE: Duration = Duration::from_secs(240);
const STEP: Duration = Duration::from_millis(20);

/// Registers `gate(x)`, which returns x. If the directory is set, it records the call, and returns
/// when the gate is open.
pub(crate) fn register(registry: &mut dyn FunctionRegistry) -> Result<()> {
    let signature = Signature::any(1, Volatility::Volatile);
    registry.register_udf(Arc::new(ScalarUDF::from(GateFunction { signature })))?;
    Ok(())
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct GateFunction {
    signature: Signature,
}

impl ScalarUDFImpl for GateFunction {
    fn name(&self) -> &'static str {
        "gate"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        Ok(types[0].clone())
    }

    fn invoke_with_args(&self, mut args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        if let Some(directory) = std::env::var_os(DIRECTORY).map(PathBuf::from) {
            fs::write(directory.join(format!("entered-{}", std::process::id())), "")?;
            let start = Instant::now();
            while !directory.join("open").exists() && start.elapsed() < PATIENCE {
                std::thread::sleep(STEP);
            }
        }
        Ok(args.args.swap_remove(0))
    }
}

/// The test's side of the gate.
pub(crate) struct Gate(PathBuf);

impl Gate {
    pub(crate) fn new(directory: &Path) -> Self {
        Self(directory.to_owned())
    }

    /// Returns whether this process is or was at the gate.
    pub(crate) fn has(&self, process: u32) -> bool {
        self.0.join(format!("entered-{process}")).exists()
    }

    /// Waits until these processes are at the gate.
    #[allow(dead_code, reason = "not all tests use it")]
    pub(crate) async fn wait_for(&self, processes: &[u32]) {
        let start = Instant::now();
        while !processes.iter().all(|id| self.has(*id)) {
            assert!(start.elapsed() < PATIENCE, "not all of {processes:?} reached the gate");
            tokio::time::sleep(STEP).await;
        }
    }

    /// Closes the gate again, and forgets who was there.
    #[allow(dead_code, reason = "not all tests use it")]
    pub(crate) fn close(&self) {
        for entry in fs::read_dir(&self.0).expect("readable") {
            let path = entry.expect("readable").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name == "open" || name.starts_with("entered-") {
                fs::remove_file(path).expect("removable");
            }
        }
    }

    pub(crate) fn open(&self) {
        fs::write(self.0.join("open"), "").expect("written");
    }
}
