//! Arrow IPC files and streams.

mod lengths;

use super::files::{Batches, FilesTable, TableFile, checked, selected, whole};
use super::listing::failure;
use super::schema::Columns;
use crate::output::quoted;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::ipc::reader::{FileReader, StreamReader, read_footer_length};
use datafusion::arrow::ipc::{MessageHeader, root_as_message};
use datafusion::catalog::TableProvider;
use datafusion::common::exec_err;
use datafusion::error::Result;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The first bytes of a file with a footer; a stream has none.
const MAGIC: &[u8; 6] = b"ARROW1";

#[derive(Debug)]
struct ArrowFile {
    path: PathBuf,
    /// The places of the table's columns in this file.
    places: Vec<usize>,
}

/// Opens a table.
pub(crate) fn open(paths: &[PathBuf]) -> Result<Arc<dyn TableProvider>> {
    let schemas = paths.iter().map(|path| Ok((&**path, batches(path)?.0)));
    let schemas = schemas.collect::<Result<Vec<_>>>()?;
    let columns = Columns::of(schemas.iter().map(|(path, schema)| (*path, &**schema)))?;
    let file = |(path, places): (&PathBuf, _)| ArrowFile { path: path.clone(), places };
    let files = paths.iter().zip(columns.places).map(file).collect();
    Ok(Arc::new(FilesTable::new(columns.schema, files)))
}

impl TableFile for ArrowFile {
    fn read(&self, columns: &[usize], schema: &SchemaRef) -> Result<Batches> {
        let places: Vec<_> = columns.iter().map(|column| self.places[*column]).collect();
        Ok(selected(&self.path, batches(&self.path)?.1, places, Arc::clone(schema)))
    }
}

/// Opens a file, and returns its columns and its batches.
fn batches(path: &Path) -> Result<(SchemaRef, Batches)> {
    let mut file = File::open(path).map_err(|error| failure(path, &error))?;
    let mut start = Vec::new();
    file.by_ref()
        .take(MAGIC.len() as u64)
        .read_to_end(&mut start)
        .and_then(|_| file.rewind())
        .map_err(|error| failure(path, &error))?;
    let is_stream = start != MAGIC;
    if start.starts_with(b"FEA1") {
        return exec_err!("{}: Feather V1 is not supported", quoted(path));
    }
    check_messages(&mut file, is_stream).map_err(|error| failure(path, &error))?;
    if !is_stream {
        let reader = checked(path, || FileReader::try_new_buffered(file, None))?;
        return Ok((reader.schema(), whole(path, reader)));
    }
    let reader = checked(path, || StreamReader::try_new_buffered(file, None))?;
    Ok((reader.schema(), whole(path, reader)))
}

/// Checks that a file is one complete table. The readers allocate as many bytes as a length field
/// claims, accept a stream that is cut between two messages as a shorter table, and ignore one of
/// two tables in a file.
fn check_messages(file: &mut File, is_stream: bool) -> io::Result<()> {
    let invalid = |reason| io::Error::new(io::ErrorKind::InvalidData, reason);
    let (start, end) = if is_stream { (0, file.metadata()?.len()) } else { inside(file)? };
    file.seek(SeekFrom::Start(start))?;
    let mut reader = BufReader::new(file);
    let mut metadata = Vec::new();
    // A file may omit the end mark, because its footer has the number of messages.
    while is_stream || reader.stream_position()? != end {
        let mut length = || {
            let mut bytes = [0; 4];
            reader.read_exact(&mut bytes).map(|()| u32::from_le_bytes(bytes))
        };
        let mut next = length();
        // Old writers omit this mark.
        if let Ok(u32::MAX) = next {
            next = length();
        }
        let length = match next {
            Ok(0) => break,
            Ok(length) => u64::from(length),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(invalid("not a complete Arrow stream: it has no end mark"));
            }
            Err(error) => return Err(error),
        };
        let at = reader.stream_position()?;
        let is_cut = || invalid("neither an Arrow file nor a complete Arrow stream");
        let left = end.checked_sub(at).and_then(|left| left.checked_sub(length));
        let left = left.ok_or_else(is_cut)?;
        metadata.clear();
        reader.by_ref().take(length).read_to_end(&mut metadata)?;
        let message = root_as_message(&metadata).map_err(|_| is_cut())?;
        match message.header_type() {
            // The reader checks this in files, and reads streams as if they were of this machine.
            MessageHeader::Schema
                if message
                    .header_as_schema()
                    .is_some_and(|schema| !schema.endianness().equals_to_target_endianness()) =>
            {
                return Err(invalid("the byte order is that of another machine"));
            }
            MessageHeader::Schema | MessageHeader::DictionaryBatch | MessageHeader::RecordBatch => {
            }
            // At a message without a header the reader stops as at the end.
            _ => return Err(invalid("a message that is not part of a table")),
        }
        let body = u64::try_from(message.bodyLength()).map_err(|_| is_cut())?;
        if body > left {
            return Err(is_cut());
        }
        let start = reader.stream_position()?;
        lengths::check(message, start, &mut reader)?;
        reader.seek(SeekFrom::Start(start + body))?;
    }
    // The footer of a file may be aligned.
    let padding = if is_stream { 0 } else { 63 };
    if end.abs_diff(reader.stream_position()?) > padding {
        return Err(invalid("more data after the end of the Arrow table"));
    }
    reader.into_inner().rewind()
}

/// Returns where the messages of a file with a footer start and end.
fn inside(file: &mut File) -> io::Result<(u64, u64)> {
    let mut end = [0; 10];
    let at = file.seek(SeekFrom::End(-10))?;
    file.read_exact(&mut end)?;
    let footer = read_footer_length(end).ok().and_then(|length| at.checked_sub(length as u64));
    let mut start = [0; 64];
    file.rewind()?;
    file.read_exact(&mut start)?;
    // Writers pad the magic number to 8 or to 64 bytes, and a message does not start with zeros.
    let first = start[MAGIC.len()..].iter().position(|byte| *byte != 0);
    let first = first.map_or(start.len(), |zeros| (MAGIC.len() + zeros).max(8) / 8 * 8) as u64;
    let cut = || io::Error::new(io::ErrorKind::InvalidData, "an Arrow file without its end");
    Ok((first, footer.filter(|footer| *footer >= first).ok_or_else(cut)?))
}
