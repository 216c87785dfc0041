//! A scheduler and two executors on the loopback interface, each in its own process.

mod harness;

use datafusion::arrow::array::AsArray;
use datafusion::error::Result;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::prelude::SessionContext;
use harness::gate::Gate;
use harness::{Cluster, SEED, lineitem, local, register};
use hash_datafusion::Keys;
use std::fs::{self, File};
use std::process::Command;

async fn text(ctx: &SessionContext, sql: &str) -> Result<String> {
    let batches = ctx.sql(sql).await?.collect().await?;
    Ok(datafusion::arrow::util::pretty::pretty_format_batches(&batches)?.to_string())
}

/// A query of two stages with a shuffle between them.
const GROUPS: &str = "SELECT fingerprint(k, f) AS value, count(*) AS groups, sum(n) AS rows FROM
    (SELECT l_suppkey AS k, fingerprint(l_orderkey, l_comment) AS f, count(*) AS n
     FROM lineitem GROUP BY 1)";

#[tokio::test]
async fn a_cluster_has_the_value_of_one_process() -> Result<()> {
    let cluster = Cluster::start(&[SEED, SEED]);
    let local = local(&cluster.table()).await?;
    let queries = [
        "SELECT fingerprint(l_orderkey, l_quantity, l_shipdate, l_comment) FROM lineitem",
        "SELECT row_digest(l_comment, l_tax ORDER BY l_shipdate DESC, l_orderkey) FROM lineitem",
        "SELECT l_shipmode, fingerprint(l_comment), min(clhash(l_comment)), max(siphash_2_4(l_partkey))
         FROM lineitem GROUP BY l_shipmode ORDER BY l_shipmode",
        GROUPS,
        "SELECT fingerprint(a.l_orderkey, b.l_comment) FROM lineitem a
         JOIN lineitem b ON a.l_partkey = b.l_suppkey",
    ];
    for partitions in [1, 3, 8] {
        let client = cluster.client(partitions).await?;
        for sql in queries {
            assert_eq!(text(&client, sql).await?, text(&local, sql).await?, "{sql}");
        }
        let check = text(&client, "SELECT hash_key_check()").await?;
        assert!(check.contains(&format!("{:016x}", Keys::from_seed(SEED).check())), "{check}");
    }

    // The same rows are written to other files, in another order.
    let before = text(&local, queries[0]).await?;
    let all = lineitem();
    let other = cluster.dir.path().join("other");
    fs::create_dir(&other).expect("mkdir");
    for (i, (start, end)) in [(7000, all.num_rows()), (3, 7000), (0, 3)].into_iter().enumerate() {
        let file = File::create(other.join(format!("{i}.parquet"))).expect("created");
        let mut writer =
            ArrowWriter::try_new(file, all.schema(), None).expect("the schema is supported");
        writer.write(&all.slice(start, end - start)).expect("written");
        writer.close().expect("written");
    }
    let client = cluster.client(4).await?;
    client.deregister_table("lineitem")?;
    register(&client, &other).await?;
    assert_eq!(text(&client, queries[0]).await?, before);
    Ok(())
}

/// Kills an executor in the middle of a query. Returns the result, that of another run on the
/// surviving executor, and that of this process. `gated` is `sql` with a gate.
async fn kill_one(sql: &str, gated: String) -> Result<(Result<String>, String, String)> {
    let mut cluster = Cluster::gated(&[SEED, SEED], 2);
    let expected = text(&local(&cluster.table()).await?, sql).await?;
    let client = cluster.client(6).await?;
    let gate = Gate::new(cluster.dir.path());
    let query = tokio::spawn(async move { (text(&client, &gated).await, client) });
    gate.wait_for(&cluster.executors.iter().map(|e| e.child.id()).collect::<Vec<_>>()).await;
    // Both executors are in the middle of the query.
    drop(cluster.executors.remove(0));
    fs::remove_dir_all(cluster.dir.path().join("work0")).expect("its shuffles can be deleted");
    gate.open();
    let (result, client) = query.await.expect("the query does not panic");
    Ok((result, text(&client, sql).await?, expected))
}

#[tokio::test]
async fn an_executor_dies_in_the_first_stage() -> Result<()> {
    let sql = "SELECT l_suppkey, fingerprint(l_orderkey, l_comment) AS f, count(*) AS n
               FROM lineitem GROUP BY 1 ORDER BY 1";
    let (result, again, expected) =
        kill_one(sql, sql.replace("(l_orderkey", "(gate(l_orderkey)")).await?;
    assert_eq!(result?, expected);
    assert_eq!(again, expected);
    Ok(())
}

/// The shuffles of the first stage are lost after the second stage has passed on some results.
/// Ballista 55.0 alone counts groups twice here.
#[tokio::test]
async fn an_executor_dies_in_the_second_stage() -> Result<()> {
    let (result, again, expected) =
        kill_one(GROUPS, GROUPS.replace("fingerprint(k, f)", "fingerprint(gate(k), f)")).await?;
    match result {
        Ok(value) => assert_eq!(value, expected),
        Err(error) => assert!(error.to_string().contains("run the query again"), "{error}"),
    }
    assert_eq!(again, expected);
    Ok(())
}

#[tokio::test]
async fn executors_with_different_keys_are_found() -> Result<()> {
    let cluster = Cluster::gated(&[SEED, SEED + 1], 2);
    let client = cluster.client(4).await?;
    let gate = Gate::new(cluster.dir.path());
    let sql = "SELECT fingerprint(gate(l_orderkey)) FROM lineitem";
    let query = tokio::spawn(async move { text(&client, sql).await });
    gate.wait_for(&cluster.executors.iter().map(|e| e.child.id()).collect::<Vec<_>>()).await;
    // Each executor has a part of the table.
    gate.open();
    let error = query
        .await
        .expect("the query does not panic")
        .expect_err("two keys are an error")
        .to_string();
    assert!(error.contains("different keys"), "{error}");
    Ok(())
}

/// The plan that is sent has only names of functions.
#[tokio::test]
async fn clients_have_no_key() -> Result<()> {
    let cluster = Cluster::start(&[SEED]);
    let client = cluster.client(2).await?;
    let batches = client.sql("SELECT hash_key_check()").await?.collect().await?;
    let check = batches[0].column(0).as_string::<i32>().value(0).to_owned();
    assert_eq!(check, format!("{:016x}", Keys::from_seed(SEED).check()));
    let sql = "SELECT clhash('a constant'), fingerprint(l_comment) FROM lineitem";
    let local = local(&cluster.table()).await?;
    assert_eq!(text(&client, sql).await?, text(&local, sql).await?);
    Ok(())
}

/// The example prints the fingerprint and the check value of the key.
#[tokio::test]
async fn the_example_of_a_client_runs() -> Result<()> {
    let cluster = Cluster::start(&[SEED]);
    let example = std::env::current_exe()?;
    let example = example.ancestors().nth(2).expect("the directory of the profile");
    let output = Command::new(example.join("examples/client"))
        .arg(cluster.scheduler.address.to_string())
        .arg(cluster.table())
        .output()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let columns: Vec<_> =
        lineitem().schema().fields().iter().map(|field| field.name().clone()).collect();
    let sql = format!(
        "SELECT fingerprint({}), count(*) AS rows, hash_key_check() AS key FROM lineitem",
        columns.join(", ")
    );
    let expected = text(&local(&cluster.table()).await?, &sql).await?;
    // The names of the first column differ.
    let row = expected.lines().nth(3).expect("a row");
    let cells = row.split('|').map(str::trim).filter(|cell| !cell.is_empty());
    for cell in cells {
        assert!(printed.contains(cell), "{cell} is not in {printed}{output:?}");
    }
    Ok(())
}
