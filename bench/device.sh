#!/usr/bin/env bash
# Runs on the machine with the GPU, from the repository root. $1 holds the
# programs made by bench/compile.sh; results go to $OUT (or the folder $2).
set -uo pipefail
programs=${1:?usage: bench/device.sh PROGRAMS [OUT]}
out=${2:-${OUT:?no folder for results}}
mkdir -p "$out"
nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,power.draw --format=csv | tee "$out/device.txt"
python3 bench/run.py --programs "$programs" --out "$out/results.json" 2>&1 | tee "$out/log.txt"
