//! Authenticates packets with VMAC, and shows the effect of a changed byte, a repeated packet and a
//! reused nonce.
//!
//! ```text
//! cargo run --release -p examples --example packets
//! ```
//!
//! The sender counts packets and uses the counter as the nonce. It travels with the packet, and no
//! two packets have the same counter. The receiver first checks the tag and then that the counter
//! has grown, because a replayed packet has a valid tag.

use std::process::ExitCode;
use vhash::hash;
use vhash::vmac::{Nonce, Vmac64};

/// A packet as it is sent.
#[derive(Clone)]
struct Packet {
    counter: u64,
    payload: Vec<u8>,
    tag: [u8; 8],
}

struct Sender {
    vmac: Vmac64,
    next: u64,
}

impl Sender {
    fn send(&mut self, payload: &[u8]) -> Packet {
        let counter = self.next;
        // The counter must not restart under the same key; 2^64 packets are enough.
        self.next = counter.checked_add(1).expect("the key is replaced long before");
        let tag = self.vmac.tag(&Nonce::from(counter), payload);
        Packet { counter, payload: payload.to_vec(), tag }
    }
}

struct Receiver {
    vmac: Vmac64,
    next: u64,
}

#[derive(Debug, PartialEq)]
enum Refused {
    /// The packet was changed.
    Forged,
    /// This packet, or a later one, has already arrived.
    Replayed,
}

impl Receiver {
    fn receive<'p>(&mut self, packet: &'p Packet) -> Result<&'p [u8], Refused> {
        let nonce = Nonce::from(packet.counter);
        self.vmac.verify(&nonce, &packet.payload, &packet.tag).map_err(|_| Refused::Forged)?;
        if packet.counter < self.next {
            return Err(Refused::Replayed);
        }
        self.next = packet.counter + 1;
        Ok(&packet.payload)
    }
}

fn main() -> ExitCode {
    // Both sides have this key from a key exchange, and use it in this direction only.
    let key = *b"a key of 16 byte";
    let vmac = || Vmac64::from_key(&key).expect("16 bytes");
    let mut sender = Sender { vmac: vmac(), next: 0 };
    let mut receiver = Receiver { vmac: vmac(), next: 0 };

    let packets = ["pay 10 to Alice", "pay 20 to Bob", "pay 10 to Alice"];
    let packets = packets.map(|text| sender.send(text.as_bytes()));
    for Packet { counter, payload, tag } in &packets {
        println!("{counter}: {:<16} {:016x}", payload.escape_ascii(), u64::from_be_bytes(*tag));
    }
    println!("Equal packets have different tags, as their nonces differ.\n");

    let mut changed = packets[1].clone();
    changed.payload[4] = b'9';
    let mut renumbered = packets[1].clone();
    renumbered.counter = 7;
    let arrivals = [
        ("0 as sent", &packets[0]),
        ("1 with a changed byte", &changed),
        ("1 as number 7", &renumbered),
        ("1 as sent", &packets[1]),
        ("0 once more", &packets[0]),
        ("2 as sent", &packets[2]),
    ];
    let mut verdicts = Vec::new();
    for (what, packet) in arrivals {
        let verdict = receiver.receive(packet).map(<[u8]>::escape_ascii);
        match &verdict {
            Ok(payload) => println!("packet {what:<22} accepted: {payload}"),
            Err(refused) => println!("packet {what:<22} refused:  {refused:?}"),
        }
        verdicts.push(verdict.err());
    }
    let expected =
        [None, Some(Refused::Forged), Some(Refused::Forged), None, Some(Refused::Replayed), None];

    // The mistake: a restarted sender counts from 0 again under the old key. Equal pads cancel and
    // leave a difference of hashes, from which the hash key can be computed.
    let mut restarted = Sender { vmac: vmac(), next: 0 };
    let again = restarted.send(b"pay 30 to Carol");
    let difference = u64::from_be_bytes(again.tag).wrapping_sub(u64::from_be_bytes(packets[0].tag));
    let hash_of = |packet: &Packet| hash(vmac().key(), &packet.payload);
    let leaked = hash_of(&again).wrapping_sub(hash_of(&packets[0]));
    println!("\nA nonce used twice: the tags of two packets 0 differ by {difference:016x},");
    println!("and their hashes, which must stay secret, by {leaked:016x}.");

    if verdicts == expected && difference == leaked {
        ExitCode::SUCCESS
    } else {
        eprintln!("unexpected result");
        ExitCode::FAILURE
    }
}
