#!/bin/sh
# Builds the C library and installs it:
#
#   crates/capi/install.sh                      to /usr/local
#   PREFIX=$HOME/.local crates/capi/install.sh  elsewhere
#   DESTDIR=/tmp/package crates/capi/install.sh to a staging folder, for packages
#
# LIBDIR (default PREFIX/lib) is the folder of the libraries, CARGO_BUILD_TARGET another target, and
# FEATURES (default "zeroize") the features of the crate. Needs only Rust 1.89 (https://rustup.rs).
set -eu

prefix=${PREFIX:-/usr/local}
libdir=${LIBDIR:-$prefix/lib}
features=${FEATURES-zeroize}
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# The part of the version that changes when programs linked to the library would break.
abi=0

# Leaves out the rlib of the tests, because it keeps the library from being optimised as a whole.
cargo rustc --release -p capi --lib --features "$features" --crate-type cdylib,staticlib
built=${CARGO_TARGET_DIR:-target}${CARGO_BUILD_TARGET:+/$CARGO_BUILD_TARGET}/release

include=${DESTDIR:-}$prefix/include
lib=${DESTDIR:-}$libdir
mkdir -p "$include/provenhash/drop-in/highwayhash" "$lib/pkgconfig" "$lib/cmake/provenhash"
cp "$here/include/provenhash.h" "$include/"
cp "$here"/include/provenhash/*.h "$include/provenhash/"
cp "$here"/include/drop-in/*.h "$include/provenhash/drop-in/"
cp "$here"/include/drop-in/highwayhash/*.h "$include/provenhash/drop-in/highwayhash/"

cp "$built/libprovenhash.a" "$lib/"
if [ -f "$built/libprovenhash.dylib" ]; then
  cp "$built/libprovenhash.dylib" "$lib/"
else
  # Removes the file instead of overwriting it, because running programs may have it in memory.
  rm -f "$lib/libprovenhash.so.$version"
  cp "$built/libprovenhash.so" "$lib/libprovenhash.so.$version"
  ln -sf "libprovenhash.so.$version" "$lib/libprovenhash.so.$abi"
  ln -sf "libprovenhash.so.$abi" "$lib/libprovenhash.so"
fi

# The line tables of the workspace's profiles are most of the size.
if [ -z "${CARGO_BUILD_TARGET:-}" ] && [ "$(uname)" = Linux ] && command -v strip >/dev/null; then
  strip --strip-debug "$lib/libprovenhash.a" "$lib/libprovenhash.so.$version"
fi

fill() {
  sed -e "s|@PREFIX@|$prefix|g" -e "s|@LIBDIR@|$libdir|g" -e "s|@VERSION@|$version|g" "$1" >"$2"
}
fill "$here/pkg/provenhash.pc.in" "$lib/pkgconfig/provenhash.pc"
fill "$here/pkg/provenhash-config.cmake.in" "$lib/cmake/provenhash/provenhash-config.cmake"
fill "$here/pkg/provenhash-config-version.cmake.in" \
  "$lib/cmake/provenhash/provenhash-config-version.cmake"
echo "installed provenhash $version in ${DESTDIR:-}$prefix"
