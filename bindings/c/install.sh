#!/bin/sh
# Builds and installs the C library; `install.sh --help` says how.
set -eu

usage() {
  cat <<'HELP'
Builds the C library and installs it, or removes it again.

  install.sh [install] [OPTIONS]      builds and installs
  install.sh uninstall [OPTIONS]      removes what the list of installed files names

  --prefix DIR      where to install; default: $PREFIX, or /usr/local
  --libdir DIR      the folder of the libraries; default: $LIBDIR, or PREFIX/lib, or below /usr the folder
                    that the C compiler of Debian and Ubuntu searches, PREFIX/lib/x86_64-linux-gnu
  --destdir DIR     stages the files below DIR, for packages; default: $DESTDIR
  --target TRIPLE   builds for another target of rustc; default: $CARGO_BUILD_TARGET
  --features LIST   features of the crate; default: $FEATURES, or zeroize
  -h, --help        prints this and does nothing

Relative folders are below the current one. Needs only Rust 1.89 (https://rustup.rs). The files are
listed in LIBDIR/provenhash/files.txt.
HELP
}

fail() {
  echo "install.sh: $1" >&2
  echo "install.sh --help lists the options" >&2
  exit 2
}

prefix=${PREFIX:-/usr/local} libdir=${LIBDIR:-} destdir=${DESTDIR:-}
target=${CARGO_BUILD_TARGET:-} features=${FEATURES-zeroize} action=install
case ${1:-} in install | uninstall) action=$1; shift ;; esac
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --*=*) option=${1%%=*} value=${1#*=}; shift; set -- "$option" "$value" "$@"; continue ;;
    --prefix | --libdir | --destdir | --target | --features)
      [ $# -ge 2 ] || fail "$1 needs a value"
      case $1 in
        --prefix) prefix=$2 ;;
        --libdir) libdir=$2 ;;
        --destdir) destdir=$2 ;;
        --target) target=$2 ;;
        --features) features=$2 ;;
      esac
      shift 2
      ;;
    *) fail "unknown argument: $1" ;;
  esac
done

# absolute DIR: prints the folder with a leading slash and without trailing ones.
absolute() {
  case $1 in
    /*) path=$1 ;;
    *) path=$(pwd)/$1 ;;
  esac
  while [ "$path" != / ] && [ "${path%/}" != "$path" ]; do path=${path%/}; done
  printf '%s\n' "$path"
}
[ -n "$prefix" ] || fail "the prefix is empty"
prefix=$(absolute "$prefix")
if [ -n "$destdir" ]; then destdir=$(absolute "$destdir"); fi

here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -n 1)
# The part of the version that changes when programs linked to the library would break: the major
# version, and before 1.0 the minor one; build.rs has the same rule.
abi=${version%%.*}
if [ "$abi" = 0 ]; then abi=0.$(echo "$version" | cut -d. -f2); fi
system=$(uname)
case $target in
  '') ;;
  *-windows-*) system=Windows ;;
  *-apple-*) system=Darwin ;;
  *) system=Linux ;;
esac

if [ -z "$libdir" ]; then
  libdir=$prefix/lib
  # Debian's linkers search the folder of the architecture; lib is for packages of any.
  if [ "$prefix" = /usr ] && [ -f /etc/debian_version ] && [ "$system" = Linux ]; then
    case ${target:-$(uname -m)-} in
      i?86-*) multiarch=i386-linux-gnu ;;
      armv7*hf*) multiarch=arm-linux-gnueabihf ;;
      *) multiarch=$(echo "${target:-$(uname -m)}" | sed 's/-.*//')-linux-gnu ;;
    esac
    libdir=$libdir/$multiarch
  fi
fi
libdir=$(absolute "$libdir")
include=$prefix/include
# The CMake package finds the prefix from the folder of the libraries, so that an installation may
# be moved as a whole, and lie in a sysroot. pkg-config needs `--define-prefix` or
# PKG_CONFIG_SYSROOT_DIR for that.
case $libdir in
  "$prefix"/*)
    below=${libdir#"$prefix"/}
    up=$(echo "$below/cmake/provenhash" | sed 's|[^/][^/]*|..|g')
    cmake_prefix="\${CMAKE_CURRENT_LIST_DIR}/$up" pc_libdir="\${prefix}/$below"
    ;;
  *) cmake_prefix=$prefix pc_libdir=$libdir ;;
esac
# What a program needs besides the static library.
case $system in
  Windows) private="-lkernel32 -lntdll -luserenv -lws2_32 -ldbghelp -lbcrypt" ;;
  Darwin) private="-lm" ;;
  *) private="-lpthread -ldl -lm" ;;
esac
doc=$prefix/share/doc/provenhash
man=$prefix/share/man/man3
list=$libdir/provenhash/files.txt

if [ "$action" = uninstall ]; then
  [ -f "$destdir$list" ] || fail "nothing is installed: $destdir$list does not exist"
  while IFS= read -r file; do rm -f "$destdir$file"; done <"$destdir$list"
  rm -f "$destdir$list"
  # Folders that others use stay.
  for folder in "$include/provenhash" "$libdir/cmake/provenhash" "$libdir/provenhash" "$doc"; do
    find "$destdir$folder" -depth -type d -exec rmdir {} \; 2>/dev/null || true
  done
  echo "uninstalled provenhash from $destdir$prefix"
  exit 0
fi

cd "$root"
# Leaves out the rlib of the tests, because it keeps the library from being optimised as a whole.
CARGO_BUILD_TARGET=$target
if [ -n "$target" ]; then export CARGO_BUILD_TARGET; else unset CARGO_BUILD_TARGET; fi
cargo rustc --release -p provenhash-c --lib --features "$features" --crate-type cdylib,staticlib
built=${CARGO_TARGET_DIR:-target}${target:+/$target}/release

installed=
# put MODE SOURCE TARGET: installs a file, and lists it.
put() {
  mkdir -p "$destdir${3%/*}"
  # Removes the file instead of overwriting it, because running programs may have it in memory.
  rm -f "$destdir$3"
  cp "$2" "$destdir$3"
  chmod "$1" "$destdir$3"
  listed "$3"
}
listed() {
  installed="$installed$1
"
}
# link TARGET NAME: installs a symbolic link in the folder of the libraries.
link() {
  ln -sf "$1" "$destdir$libdir/$2"
  listed "$libdir/$2"
}
# fill SOURCE TARGET: installs a file with the folders and the version.
fill() {
  mkdir -p "$destdir${2%/*}"
  sed -e "s|@PREFIX@|$prefix|g" -e "s|@LIBDIR@|$pc_libdir|g" -e "s|@VERSION@|$version|g" \
    -e "s|@CMAKE_PREFIX@|$cmake_prefix|g" -e "s|@PRIVATE@|$private|g" "$1" >"$destdir$2"
  listed "$2"
}

put 644 "$here/include/provenhash.h" "$include/provenhash.h"
(cd "$here/include" && find provenhash drop-in -name '*.h') >"$built/headers.txt"
while IFS= read -r header; do
  case $header in
    drop-in/*) put 644 "$here/include/$header" "$include/provenhash/$header" ;;
    *) put 644 "$here/include/$header" "$include/$header" ;;
  esac
done <"$built/headers.txt"

case $system in
  Windows)
    put 755 "$built/provenhash.dll" "$prefix/bin/provenhash.dll"
    # gcc names the import library and the static one like this, Microsoft's tools like that.
    for file in libprovenhash.dll.a libprovenhash.a provenhash.dll.lib provenhash.lib; do
      if [ -f "$built/$file" ]; then put 644 "$built/$file" "$libdir/$file"; fi
    done
    ;;
  Darwin)
    put 644 "$built/libprovenhash.a" "$libdir/libprovenhash.a"
    # Its install name is @rpath/libprovenhash.ABI.dylib: see build.rs.
    put 755 "$built/libprovenhash.dylib" "$libdir/libprovenhash.$version.dylib"
    link "libprovenhash.$version.dylib" "libprovenhash.$abi.dylib"
    link "libprovenhash.$abi.dylib" libprovenhash.dylib
    ;;
  *)
    put 644 "$built/libprovenhash.a" "$libdir/libprovenhash.a"
    put 755 "$built/libprovenhash.so" "$libdir/libprovenhash.so.$version"
    link "libprovenhash.so.$version" "libprovenhash.so.$abi"
    link "libprovenhash.so.$abi" libprovenhash.so
    # The line tables of the workspace's profiles are most of the size.
    if [ -z "$target" ] && command -v strip >/dev/null; then
      strip --strip-debug "$destdir$libdir/libprovenhash.a" "$destdir$libdir/libprovenhash.so.$version"
    fi
    ;;
esac

fill "$here/pkg/provenhash.pc.in" "$libdir/pkgconfig/provenhash.pc"
fill "$here/pkg/provenhash-config.cmake.in" "$libdir/cmake/provenhash/provenhash-config.cmake"
fill "$here/pkg/provenhash-config-version.cmake.in" \
  "$libdir/cmake/provenhash/provenhash-config-version.cmake"
put 644 "$here/README.md" "$doc/README.md"
put 644 "$root/LICENSE-APACHE" "$doc/LICENSE-APACHE"
put 644 "$root/LICENSE-MIT" "$doc/LICENSE-MIT"
put 644 "$here/provenhash.3" "$man/provenhash.3"

mkdir -p "$destdir${list%/*}"
printf '%s' "$installed" >"$destdir$list"
echo "installed provenhash $version in $destdir$prefix"
