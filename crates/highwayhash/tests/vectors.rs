//! Values of the published library.

use highwayhash::named::{Highwayhash64, Highwayhash128, Highwayhash256};

testkit::vectors! {
    highwayhash64: of Highwayhash64;
    highwayhash128: of Highwayhash128;
    highwayhash256: of Highwayhash256;
}
