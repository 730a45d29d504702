"""What the random suites of Python share: seeds one after the other, and programs that are run."""
import subprocess
import sys
import tempfile


def output_of(words):
    """What the program prints; None where it fails, which is told."""
    ran = subprocess.run(words, capture_output=True, text=True)
    if ran.returncode != 0:
        print("%s\n%s" % (" ".join(words), ran.stderr))
        return None
    return ran.stdout


def judge_all(what, check):
    """`check(wavecc, folder, seed)` of the command line's seeds, SCRIPT WAVECC FIRST LAST; the exit status."""
    wavecc, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        wrong = sum(not check(wavecc, folder, seed) for seed in range(first, last + 1))
    print("%d %s, %d wrong" % (last - first + 1, what, wrong))
    return 1 if wrong else 0
