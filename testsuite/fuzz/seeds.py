"""What the random suites of Python share: seeds one after the other, and programs that are run."""
import subprocess
import sys
import tempfile

SECONDS = 240  # on a machine that others use, too


def output_of(words, folder=None):
    """What the program, run in the folder, prints; None where it fails, or does not end, which is told."""
    try:
        ran = subprocess.run(words, capture_output=True, text=True, cwd=folder, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        print("%s\nruns for more than %d seconds" % (" ".join(words), SECONDS))
        return None
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


def is_right(wavecc, folder, source, options, constants, memory, wanted, groups, what):
    """Whether the kernel stores the words `wanted` to To, with the words `constants` in Sizes and `memory` in From; what
    differs is told, with `what` it was."""
    path, program = folder + "/kernel.hlsl", folder + "/kernel"
    with open(path, "w") as file:
        file.write(source)
    with open(folder + "/from.csv", "w") as file:
        file.write("\n".join(map(str, memory)) + "\n")
    if output_of([wavecc, path, "-o", program, "-O1", "-no-warnings"] + options) is None:
        print(source)
        return False
    ran = output_of([program, "--in", "Sizes=u32(%s)" % ",".join(map(str, constants)), "--in", "From=%s/from.csv" % folder,
                     "--out", "To=%s/to.csv" % folder, "--size", "To=%d" % len(wanted), "--dispatch", "%d,%d,%d" % tuple(groups), "-j", "1"], folder)
    if ran is None:
        return False
    with open(folder + "/to.csv") as file:
        found = [int(line) for line in file.read().split()]
    wrong = [at for at, value in enumerate(wanted) if found[at] != value]
    if wrong:
        print("%s, %s, %s, %s groups: [%d] is %d, not %d, and %d more\n%s" % (
            what, " ".join(options), constants, groups, wrong[0], found[wrong[0]], wanted[wrong[0]], len(wrong) - 1, source))
    return not wrong
