//! The list on the page of the crate is the table.

use provenhash::{ALGORITHMS, Algorithm};

/// Writes a number as pages do.
fn grouped(number: usize) -> String {
    match number {
        1000.. => format!("{},{:03}", number / 1000, number % 1000),
        _ => number.to_string(),
    }
}

#[test]
fn the_page_lists_every_row() {
    let page = include_str!("../README.md");
    let (_, section) = page.split_once("## Algorithms\n").expect("the section");
    let (section, _) = section.split_once("\n## ").expect("its end");
    let listed: Vec<Vec<_>> = section
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let expected: Vec<_> = ALGORITHMS
        .iter()
        .map(|row| {
            let mac = match (row.mac, row.mac_only, row.nonce) {
                (false, ..) => "",
                (true, false, false) => "yes",
                (true, true, false) => "only",
                (true, _, true) => "only, with nonces",
            };
            let lengths: Vec<_> = row.key_lengths.iter().map(|len| grouped(*len)).collect();
            let key = if lengths.is_empty() { "none".to_owned() } else { lengths.join(", ") };
            [format!("`{}`", row.name), row.output_bits.to_string(), key, mac.to_owned()]
        })
        .collect();
    let named: Vec<_> =
        listed.iter().map(|row| [row[0], row[1], row[2], row[5]].map(str::to_owned)).collect();
    assert_eq!(named, expected);
    assert!(page.contains(&format!("[{} rows](#algorithms)", ALGORITHMS.len())));
    assert!(listed.iter().all(|row| !row[4].is_empty()), "what each is for");
    let has_theorem = |row: &&Algorithm| row.collisions.is_some() || row.forgeries.is_some();
    for (row, cells) in ALGORITHMS.iter().zip(&listed) {
        let says_one = !["claimed", "none"].contains(&cells[3]);
        assert_eq!(says_one, has_theorem(&row), "{}: {}", row.name, cells[3]);
    }
}
