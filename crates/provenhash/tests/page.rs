//! The list on the page of the crate is the table.

use provenhash::ALGORITHMS;

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
            [format!("`{}`", row.name), row.output_bits.to_string(), mac.to_owned()]
        })
        .collect();
    let named: Vec<_> =
        listed.iter().map(|row| [row[0], row[1], row[3]].map(str::to_owned)).collect();
    assert_eq!(named, expected);
    assert!(page.contains(&format!("[{} rows](#algorithms)", ALGORITHMS.len())));
    assert!(listed.iter().all(|row| !row[2].is_empty()), "what each is for");
}
