"""What bench/run.py measures and scripts/figures recomputes in the same way."""
import math
import statistics

# The arms that kopt is compared with; a copy of as many bytes is a ceiling, and no peer.
PEERS = "eager", "compile", "autotune"


def interval(ratios):
    """95 % interval of the median by order statistics: (low, median, high)."""
    ratios = sorted(ratios)
    n = len(ratios)
    half = 0.98 * math.sqrt(n)
    low, high = max(0, int(n / 2 - half)), min(n - 1, math.ceil(n / 2 + half))
    return ratios[low], statistics.median(ratios), ratios[high]
