#!/usr/bin/env bash
# What each card is worth: writes TASK@RECIPE.{json,ptx} for every row and module and, for
# every card whose absence changes the row's PTX, TASK@RECIPE-without-CARD.
# bench/run.py --together times them side by side.
#   bench/without.sh OUT [RECIPE=memory_bound] [TASK…]
set -euo pipefail
cd "$(dirname "$0")/.."
bin=${KOPT_BUILD:-build}/bin
out=${1:?usage: bench/without.sh OUT [RECIPE=memory_bound] [TASK…]}
recipe=${2:-memory_bound}
shift $(($# < 2 ? $# : 2))
mkdir -p "$out"
names=${*:-$(basename -s .mlir bench/tasks/T*.mlir bench/modules/*.mlir)}

# emit TASK SUFFIX DISABLED: compiles a task; errors are the caller's to read.
emit() {
  local program=$out/$1@${recipe//,/+}$2 input
  for input in bench/{tasks,modules}/"$1.mlir"; do [ -e "$input" ] && break; done
  "$bin/kopt-opt" "$input" -o "$program.mlir" \
    --apply-skills="skills=skills recipe=$recipe disable=$3 lineage-out=$program.lineage" &&
    "$bin/kopt-run" "$program.mlir" --emit="$program"
}

for task in $names; do
  emit "$task" "" ""
  base=$out/$task@${recipe//,/+}
  # Only a card that did something here can matter here.
  cards=$(python3 -c 'import json, sys
print("\n".join(sorted({step["card"] for step in json.load(open(sys.argv[1]))["steps"]})))' "$base.lineage")
  for card in $cards; do
    without=$base-without-$card
    if ! emit "$task" "-without-$card" "$card" 2>"$without.errors"; then
      echo "$task: does not compile without $card: $(head -1 "$without.errors")"
      rm -f "$without".*
    elif cmp -s "$base.ptx" "$without.ptx"; then
      echo "$task: the same without $card"
      rm -f "$without".*
    else
      rm -f "$without".{errors,mlir,lineage}
    fi
  done
done
