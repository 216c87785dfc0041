//! Databases of DuckDB, where its library is installed.

use adbc_core::error::Error;
use adbc_core::options::{AdbcVersion, OptionDatabase, OptionValue};
use adbc_core::{Connection as _, Database as _, Driver as _, Statement as _};
use adbc_driver_manager::{ManagedConnection, ManagedDriver};
use std::path::Path;

/// A connection that may write to a database. Others may not open the file while it is there.
pub(crate) struct DuckDb(ManagedConnection);

impl DuckDb {
    /// Returns whether the library is installed, after saying that the test is left out if it is
    /// not.
    pub(crate) fn is_installed() -> bool {
        let is_installed = std::env::var_os("HSUM_DUCKDB_LIBRARY").is_some();
        if !is_installed {
            println!("left out: databases: HSUM_DUCKDB_LIBRARY names no library of DuckDB");
        }
        is_installed
    }

    /// Opens a database, or creates one.
    pub(crate) fn open(path: &Path) -> Self {
        Self::try_open(path).expect("opened")
    }

    /// Opens a database, unless others have it open.
    pub(crate) fn try_open(path: &Path) -> Result<Self, Error> {
        let library = std::env::var_os("HSUM_DUCKDB_LIBRARY").expect("the library is installed");
        let entry = Some(&b"duckdb_adbc_init"[..]);
        let driver = ManagedDriver::load_dynamic_from_filename(library, entry, AdbcVersion::V110);
        let path = OptionValue::String(path.to_str().expect("UTF-8").to_owned());
        let option = (OptionDatabase::Other("path".to_owned()), path);
        Ok(Self(driver?.new_database_with_opts([option])?.new_connection()?))
    }

    /// Runs statements, which semicolons separate.
    pub(crate) fn run(&mut self, sql: &str) {
        for sql in sql.split(';').filter(|sql| !sql.trim().is_empty()) {
            let mut run = || {
                let mut statement = self.0.new_statement()?;
                statement.set_sql_query(sql)?;
                // Rows are computed when they are read.
                let batches = statement.execute()?.collect::<Result<Vec<_>, _>>();
                batches.map(drop).map_err(Error::from)
            };
            run().unwrap_or_else(|error| panic!("{sql}: {error}"));
        }
    }
}

/// Writes a database.
pub(crate) fn write(path: &Path, sql: &str) {
    let _ = std::fs::remove_file(path);
    DuckDb::open(path).run(sql);
}
