"""Whether the fuzzer finds a card that lacks a guard.

    drop_guard.py SKILLS FOLDER [--seed N] [--count N] [--tries N] [--guard CARD.G]

For each try, one guard of GUARDS, chosen by the seed, is deleted from a copy of the cards, and kopt-fuzz runs on these.
GUARDS are those whose absence lets a card make a program that is wrong or is refused later; the others say where a card
pays, or their rewrite refuses by itself. docs/fuzzing.md lists both.
"""
import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys

GUARDS = [f"widen_global_{kind}.{guard}" for kind in ("load", "store") for guard in ("G1", "G3", "G4", "G5", "G6", "G9", "G10")]


def drop(skills, folder, which):
    """A copy of the cards without that guard."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(skills, folder)
    card, guard = which.split(".")
    path = next(pathlib.Path(folder).glob(f"*/{card.replace('_', '-')}.mlir"))
    path.chmod(0o644)
    text = path.read_text(encoding="utf-8")
    less = re.sub(rf'  skill\.guard "{guard}" .*\n', "", text)
    assert less != text, which
    path.write_text(less, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("skills")
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--guard")
    options = parser.parse_args()
    rng, found = random.Random(options.seed), 0
    for number in range(options.tries):
        which = options.guard or rng.choice(GUARDS)
        drop(options.skills, options.folder, which)
        done = subprocess.run(["kopt-fuzz", f"--skills={options.folder}", f"--seed={1 + 1000 * number}", "--reduce-time=0",
                               f"--count={options.count}", "--findings=1", f"--jobs={options.jobs}",
                               f"--output={options.folder}.found"], capture_output=True, text=True)
        if done.returncode not in (0, 2):
            sys.exit(done.stderr)
        found += done.returncode == 2
        programs = re.findall(r"^(\d+) programs", done.stdout, re.M)[-1]
        reason = re.findall(r"^// (\w[\w-]*: .*)", done.stdout, re.M)
        print(f"without {which}: " + (f"found after {programs} programs: {reason[0]}" if done.returncode else
                                      f"not found in {programs} programs"), flush=True)
    print(f"found {found} of {options.tries}")


if __name__ == "__main__":
    main()
