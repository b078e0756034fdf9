#!/usr/bin/env bash
# Runs on a bare machine with a GPU, from the repository root: unpacks what
# bench/carry.sh packed, runs the tests there, gates and times the rows.
#   bench/device.sh CARRIED OUT [STEP…]    steps: doctor tests kernels gate bench accuracy timer
set -uo pipefail
carried=${1:?usage: bench/device.sh CARRIED OUT [STEP…]}
out=${2:?usage: bench/device.sh CARRIED OUT [STEP…]}
shift 2
steps=${*:-doctor tests kernels gate bench}
export KOPT_BUILD=${KOPT_BUILD:-/tmp/kopt-device}
mkdir -p "$out" "$KOPT_BUILD"
for part in libraries tools; do tar -xJf "$carried/$part.tar.xz" -C "$KOPT_BUILD" & done
wait
export LD_LIBRARY_PATH=$KOPT_BUILD/lib:${LD_LIBRARY_PATH:-}
bin=$KOPT_BUILD/bin

doctor() {
  nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,power.draw --format=csv
  "$bin/kopt-gate" --doctor
}

suite() {
  local name=$1
  shift
  cat >"$KOPT_BUILD/test/lit.site.cfg.py" <<CFG
config.kopt_source = "$PWD"
config.kopt_build = "$KOPT_BUILD"
config.llvm_tools = "$KOPT_BUILD/llvm"
lit_config.load_config(config, config.kopt_source + "/test/lit.cfg.py")
CFG
  PYTHONPATH=$KOPT_BUILD/llvm python3 -c 'import lit.main; lit.main.main()' -sv -j8 --output "$out/$name.json" "$@"
}

# The tests that do more where the feature `cuda` is: the others need no GPU, and
# run elsewhere.
tests() {
  local files
  files=$(cd test && grep -rlE 'REQUIRES:.*cuda|%if cuda' --include='*.mlir' --include='*.test' . | sed 's|^\./||; s|\.|\\.|g')
  suite tests --filter=":: ($(paste -sd'|' <<<"$files"))\$" "$KOPT_BUILD/test"
}

# What the suite judges of kernels and modules on the simulated device, on the GPU.
kernels() { suite kernels --param device=cuda:0 "$KOPT_BUILD/test/kernels" "$KOPT_BUILD/test/inputs"; }

# Every row at its reduced size, per recipe, on the GPU.
gate() {
  local rows=$KOPT_BUILD/rows
  mkdir -p "$rows"
  for recipe in plain memory_bound memory_bound,approximate; do
    for row in bench/tasks/small/T*.mlir; do
      local name permit=none
      name=$(basename "$row" .mlir)@${recipe//,/+}
      # tanh.approx is off by 2^-11 of its value.
      case $recipe in *approximate*) permit='approximates(8192)' ;; esac
      "$bin/kopt-opt" "$row" --apply-skills="skills=skills recipe=$recipe" -o "$rows/$name.mlir" &&
        "$bin/kopt-gate" "$row" "$rows/$name.mlir" --question=equivalent --device=cuda:0 \
          --permit="$permit" |
        sed "s/^/$name: /"
    done
  done
}

bench() {
  bench/compile.sh "$KOPT_BUILD/programs" ${RECIPES:-memory_bound memory_bound,approximate}
  python3 bench/run.py --programs "$KOPT_BUILD/programs" --out "$out/results.json" ${BENCH_ARGS:-}
}

accuracy() {
  python3 bench/accuracy.py --bin "$bin" --skills skills --out "$out/accuracy.json" ${ACCURACY_ARGS:-}
}

# How often the timing rule calls a program slower than itself, and how often it
# finds 3 % of extra work; some 3 minutes.
timer() { "$bin/unit/gate-timer" "$out/timer.json" "$bin/kopt-gpu-worker"; }

for step in $steps; do
  echo "== $step"
  $step 2>&1
done | tee "$out/log.txt"
