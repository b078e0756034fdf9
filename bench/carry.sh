#!/usr/bin/env bash
# Packs a build with shared libraries for a machine with a GPU and without LLVM:
# tools and unit tests that need a GPU, LLVM's test tools, lit, and every library
# they need but the C and C++ run times. bench/device.sh unpacks it there.
#   bench/carry.sh [FOLDER=.carry]     about 58 MB; the libraries' part is kept
set -euo pipefail
cd "$(dirname "$0")/.."
build=${KOPT_BUILD:-build}
out=${1:-.carry}
llvm=${KOPT_LLVM:-/usr/lib/llvm-22}
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin/unit" "$work/llvm" "$work/lib" "$work/test"

# What no test of a GPU runs stays here: it would not fit.
for tool in "$build"/bin/kopt-*; do
  case $tool in */kopt-fuzz | */kopt-lsp-server | */kopt-skill) continue ;; esac
  install -s "$tool" "$work/bin"
done
for test in "$build"/bin/unit/{capi,gate}-*; do install -s "$test" "$work/bin/unit"; done
for tool in FileCheck not count llvm-nm mlir-opt split-file mlir-runner; do
  [ -e "$llvm/bin/$tool" ] && install -s "$llvm/bin/$tool" "$work/llvm"
done
cp -r "$build/test/fake-driver" "$work/test/"
rm -rf "$work/test/fake-driver/CMakeFiles"
cp -r "$llvm/utils/lit/lit" "$work/llvm/lit"
# Host programs: the run-time library and what mlir-runner loads beside it.
install -s "$build"/lib/libkopt_runtime.so "$work/lib"
for library in c_runner_utils runner_utils; do install -s "$llvm/lib/libmlir_$library.so" "$work/lib"; done
for library in float16_utils apfloat_wrappers; do
  for file in "$llvm"/lib/libmlir_$library.so.*; do install -s "$file" "$work/lib"; done
done
tar -C "$work" -cf - bin lib llvm test | xz -T0 --x86 --lzma2=preset=6 >"$out/tools.tar.xz"
rm "$work"/lib/*

# The libraries change with the packages only.
libraries=$(ldd "$build"/bin/kopt-* "$llvm/bin/FileCheck" | grep -oE '/[^ ]+\.so[^ ]*' |
  grep -vE '/(ld-linux[^/]*|libc\.so|libm\.so|libpthread|libdl|librt|libstdc|libgcc)[^/]*$' |
  xargs -n1 readlink -f | sort -u)
stamp=$(md5sum $libraries | md5sum | cut -c1-32)
if [ "$(cat "$out/libraries.stamp" 2>/dev/null)" != "$stamp" ]; then
  echo "packing the libraries (some minutes, once)"
  for library in $(ldd "$build"/bin/kopt-* "$llvm/bin/FileCheck" | grep -oE '/[^ ]+\.so[^ ]*' | sort -u |
    grep -vE '/(ld-linux[^/]*|libc\.so|libm\.so|libpthread|libdl|librt|libstdc|libgcc)[^/]*$'); do
    cp -L "$library" "$work/lib/"
  done
  # ICU's 30 MB of data, which LLVM never reads: an empty table keeps its symbol.
  for data in "$work"/lib/libicudata.so.*; do
    [ -e "$data" ] || continue
    symbol=$(nm -D --defined-only "$data" | awk '/icudt/ {print $3; exit}')
    echo "const char $symbol[64];" | cc -x c -shared -o "$data" -Wl,-soname,"$(basename "$data")" -
  done
  # The solver that LLVM links and kopt never calls: its functions stop the process.
  for solver in "$work"/lib/libz3.so.*; do
    [ -e "$solver" ] || continue
    nm -D --undefined-only "$work"/lib/libLLVM.so.* | awk '$2 ~ /^Z3_/ {print "void " $2 "(void) { __builtin_trap(); }"}' |
      cc -x c -shared -o "$solver" -Wl,-soname,"$(basename "$solver")" -
  done
  strip "$work"/lib/*
  tar -C "$work" -cf - lib | xz -T2 --x86 --lzma2=preset=9 >"$out/libraries.tar.xz"
  echo "$stamp" >"$out/libraries.stamp"
fi
ls -la "$out"
