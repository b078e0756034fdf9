#!/usr/bin/env python3
"""Recomputes the answers of gate-timer (test/unit/Gate/Timer.cpp) from its raw samples.

  bench/timer.py FILE.json[.gz]

A line for each length and slowdown: how many comparisons were accepted, slower and noisy by the rule of kopt-gate (at
most three looks, intervals of the median by order statistics, widened by the timer's resolution), and the upper 95 %
bound of each share, by the resolution of now. Fails where an answer is another one than gate-timer's at its resolution.
"""
import gzip
import json
import math
import sys

LEVELS = 0.01, 0.015, 0.025  # of the three looks
RESOLUTION = 0.15  # microseconds


def load(path):
    """A report, compressed or not."""
    opened = gzip.open if str(path).endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def median_interval(samples, level):
    """The widest pair of ranks whose tails hold at most level / 2 each, and the median."""
    samples, n = sorted(samples), len(samples)
    rank, tail = 0, 0.5**n
    while rank + 1 < n // 2 and tail + math.comb(n, rank + 1) * 0.5**n <= level / 2:
        rank += 1
        tail += math.comb(n, rank) * 0.5**n
    return samples[rank], (samples[(n - 1) // 2] + samples[n // 2]) / 2, samples[n - 1 - rank]


def answer(samples, blocks, slack, resolution=RESOLUTION):
    for number, level in enumerate(LEVELS):
        arms = [arm[:2 * (blocks << number)] for arm in samples]
        if len(arms[0]) < 2 * (blocks << number):
            return "cut short"
        ratios = [sum(arms[0][i:i + 2]) / sum(arms[1][i:i + 2]) for i in range(0, len(arms[0]), 2)]
        low, _, high = median_interval(ratios, level)
        share = resolution / min(median_interval(arm, 0.05)[1] for arm in arms)
        if high * (1 + share) < 1 - slack:
            return "slower"
        if low * max(0, 1 - share) > 1 - slack:
            return "accepted"
    return "noisy"


def bound(count, of):
    """The upper 95 % bound of a share by Clopper and Pearson."""
    low, high = count / of, 1.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        below = sum(math.comb(of, k) * middle**k * (1 - middle)**(of - k) for k in range(count + 1))
        low, high = (middle, high) if below > 0.05 else (low, middle)
    return high


def figures(report):
    for row in report["timer"]:
        arguments = [(c["samples_us"], row["blocks"], row["slack"]) for c in row["comparisons"]]
        told = [answer(*a, report["resolution_us"]) for a in arguments]
        wrong = [a for a, c in zip(told, row["comparisons"]) if a != c["answer"]]
        if wrong:
            raise SystemExit(f"{len(wrong)} answers are not those of the samples")
        answers = [answer(*a) for a in arguments]
        more = row["turns_of_candidate"] / row["turns"] - 1
        counts = ", ".join(f"{a} {answers.count(a)} (at most {100 * bound(answers.count(a), len(answers)):.1f} %)"
                           for a in ("accepted", "slower", "noisy"))
        yield f"{row['microseconds']:g} us, {100 * more:.1f} % more work, {len(answers)} comparisons: {counts}"


if __name__ == "__main__":
    print("\n".join(figures(load(sys.argv[1]))))
