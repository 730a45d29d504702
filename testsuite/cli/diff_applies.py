"""Arguments: a command of wavecc. For each pass that ran, the patch of --diff makes the kernel before it, as --dump=all
has it, the kernel behind it, but for how values are numbered."""
import re
import subprocess
import sys


def lines_of(options):
    return subprocess.run(sys.argv[1:] + options, capture_output=True, text=True, check=True).stdout.splitlines()


def bare(line):
    return re.sub(r" ; .*", "", line).rstrip()


def renumbered(lines):
    """Values and constructs in the order of their appearance."""
    names = {}
    return [re.sub(r"[%^]\d+", lambda m: names.setdefault(m[0][1:], f"%{len(names)}"), line).replace(" ", "")
            for line in lines]


def dumps():
    """(label, kernel, lines) of each."""
    found = []
    for line in lines_of(["--dump=all"]):
        if line.startswith("; after "):
            label, kernel = line[len("; after "):].split(": ", 1)
            found.append((label, kernel, []))
        else:
            found[-1][2].append(bare(line))
    return found


def patches(name):
    """By (label, kernel): the lines behind its head; none where nothing changed."""
    found, hunks = {}, None
    for line in lines_of([f"--diff={name}"]):
        if line.startswith("+++ after "):
            hunks = found[tuple(line[len("+++ after "):].split(": ", 1))] = []
        elif line.endswith(": nothing changed"):
            found[tuple(line[2:].split(": ")[:2])] = []
        elif not line.startswith("--- before "):
            hunks.append(line)
    return found


def patched(before, hunks):
    after, at = [], 0
    for line in hunks:
        head = re.fullmatch(r"@@ -(\d+),(\d+) \+(\d+),(\d+) @@", line)
        if head:
            start = int(head[1]) - 1
            after += before[at:start]
            assert len(after) == int(head[3]) - 1, line
            at = start
            continue
        if line[0] in " -":
            assert before[at] == bare(line[1:]), (before[at], line)
            at += 1
        if line[0] in " +":
            after.append(bare(line[1:]))
    return after + before[at:]


every, known, changes = dumps(), {}, 0
for i, (label, kernel, lines) in enumerate(every):
    if label in ("lower", "join_groups"):
        continue
    name = re.split("[#.]", label)[0]
    if name not in known:
        known[name] = patches(name)
    before = every[i - 1][2]
    hunks = known[name].pop((label, kernel))
    assert renumbered(patched(before, hunks)) == renumbered(lines), (label, kernel)
    assert bool(hunks) == (renumbered(before) != renumbered(lines)), (label, kernel)
    changes += bool(hunks)
assert changes > 0 and not any(known.values()), known
