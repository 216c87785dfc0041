/// Returns the logarithm to base 2 of the collision bound of XTITLE under a random secret key:
/// XMESSAGES, chosen without knowledge of the key, collide with at
/// most this probability.
#[unsafe(no_mangle)]
pub extern "C" fn ph_XNAME_collision_bound(len: u64) -> f64 {
    XBOUNDFN(len)
}
