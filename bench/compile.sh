#!/usr/bin/env bash
# From linalg to PTX by cards: writes TASK@RECIPE.{json,ptx} for every row and
# every memory-bound module; then the kernels written by hand in form 2, as
# TASK@hand.
#   bench/compile.sh OUT [RECIPE…]     recipes as --apply-skills takes them
set -euo pipefail
cd "$(dirname "$0")/.."
bin=${KOPT_BUILD:-build}/bin
out=${1:?usage: bench/compile.sh OUT [RECIPE…]}
shift
mkdir -p "$out"
for recipe in "${@:-memory_bound}"; do
  for row in bench/tasks/T*.mlir bench/modules/*.mlir; do
    name=$(basename "$row" .mlir)@${recipe//,/+}
    "$bin/kopt-opt" "$row" --apply-skills="skills=skills recipe=$recipe" -o "$out/$name.mlir"
    "$bin/kopt-run" "$out/$name.mlir" --emit="$out/$name"
  done
done
for kernel in test/kernels/hand/T*.mlir; do
  "$bin/kopt-run" "$kernel" --emit="$out/$(basename "$kernel" .mlir)@hand"
done
# The same kernel on other data.
for kind in json ptx; do cp "$out/T32-histogram@hand.$kind" "$out/T32-histogram-skewed@hand.$kind"; done
