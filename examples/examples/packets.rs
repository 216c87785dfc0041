//! Authenticates packets with VMAC, and shows what a changed byte, a repeated packet and a reused
//! nonce do.
//!
//! ```text
//! cargo run --release -p examples --example packets
//! ```
//!
//! The sender counts packets, and the counter is the nonce: it travels with the packet, and no two
//! packets have the same. The receiver checks the tag first and then that the counter has grown, as
//! a packet that is sent again has a right tag.

use std::process::ExitCode;
use vhash::hash;
use vhash::vmac::{Nonce, Vmac64};

/// What goes over the wire.
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
        // A counter that starts again would be the end of the key: 2^64 packets are enough.
        self.next = counter.checked_add(1).expect("a new key long before");
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
    /// The packet is not as it was sent.
    Forged,
    /// It, or a later one, has arrived already.
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
    // Both sides have this key from a key exchange, and it is for this direction alone.
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
        ("0 as it was sent", &packets[0]),
        ("1 with a changed byte", &changed),
        ("1 as number 7", &renumbered),
        ("1 as it was sent", &packets[1]),
        ("0 once more", &packets[0]),
        ("2 as it was sent", &packets[2]),
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

    // The mistake: a restarted sender that counts from 0 under the old key. Equal pads cancel, and
    // what is left is a difference of hashes, from which the hash key can be computed.
    let mut restarted = Sender { vmac: vmac(), next: 0 };
    let again = restarted.send(b"pay 30 to Carol");
    let difference = u64::from_be_bytes(again.tag).wrapping_sub(u64::from_be_bytes(packets[0].tag));
    let hash_of = |packet: &Packet| hash(vmac().key(), &packet.payload);
    let leaked = hash_of(&again).wrapping_sub(hash_of(&packets[0]));
    println!("\nA nonce used twice: the tags of 0 and of another 0 differ by {difference:016x},");
    println!("their hashes, which nobody may see, by {leaked:016x}.");

    if verdicts == expected && difference == leaked {
        ExitCode::SUCCESS
    } else {
        eprintln!("this is not what should happen");
        ExitCode::FAILURE
    }
}
