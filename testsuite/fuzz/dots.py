#!/usr/bin/python3
"""dots.py WAVECC FROM TO: random kernels of threads that sum up what elements of two to four words have in all of their
components, along rows of their own, or side by side, in loops that all leave together or one by one, one for each seed; what
they store is held against the same arithmetic here. Words, and floats of numbers so small that sums of them are exact in any
order."""
import random
import sys

from seeds import is_right, judge_all

MASK = 0xffffffff
LETTERS = "xyzw"


class Kernel:
    def __init__(self, choose):
        self.choose = choose
        self.threads = choose.choice([8, 16, 32, 64, 64, 100])
        self.groups = choose.randint(1, 3)
        self.words = choose.choice([2, 3, 4, 4, 4, 4])
        self.turns = choose.choice([0, 1, 2, 3, 5, 8, 16, 20, 33, 64, 70])
        self.is_constant = choose.random() < 0.4
        self.are_floats = choose.random() < 0.5
        self.are_beside = choose.random() < 0.4
        self.elements = self.threads * self.groups * max(1, self.turns) + choose.choice([0, 0, -7, 40])
        self.back = choose.choice([0, 0, 0, 3, 40])  # elements that the first row begins before the buffer does
        self.start = choose.choice(["0", "0", "i", "5"])
        self.leaving = choose.choice(["", "", "", "i % 5", "next"])
        self.sums = [self.addend() for _ in range(choose.randint(1, 3))]
        self.guard = choose.choice([0, 0, 0, 9])  # threads at the end that leave before the loop

    def addend(self):
        """What is added up of each component, and a factor where it is the row's alone."""
        kind = self.choose.choice("product product square difference plain crossed partial more".split())
        return kind, self.choose.randint(1, 9)

    def addends(self, kind, factor, row, by):
        """The two factors of each addend, of the row's components and those that all threads share: texts or numbers."""
        other = [(c + 1) % self.words for c in range(self.words)]
        count = range(self.words)
        if kind == "product":
            return [(row[c], by[c]) for c in count]
        if kind == "square":
            return [(row[c], row[c]) for c in count]
        if kind == "difference":
            return [((row[c], "-", by[c]), (row[c], "-", by[c])) for c in count]
        if kind == "crossed":
            return [(row[c], by[other[c]]) for c in count]
        if kind == "partial":
            return [(row[c], by[c]) for c in range(self.words - 1)]
        scaled = [(row[c], str(factor)) for c in count]
        return scaled + [(by[0], by[0])] if kind == "more" else scaled

    def text(self, factor):
        one = lambda x: x if isinstance(x, str) else "(%s - %s)" % (x[0], x[2])
        return "%s * %s" % (one(factor[0]), one(factor[1]))

    def source(self):
        kind = "float" if self.are_floats else "uint"
        taken = "(%s%d)(%%s & 7)" % (kind, self.words)
        index = "k * Width + i" if self.are_beside else "i * Turns + k - %d" % self.back
        row, by = ["row." + c for c in LETTERS], ["by." + c for c in LETTERS]
        names = ["s%d" % n for n in range(len(self.sums))]
        lines = ["        if (k >= %s)\n            break;" % self.leaving] if self.leaving not in ("", "next") else []
        lines += ["        if ((i + k) % 7 == 6)\n            continue;"] if self.leaving == "next" else []
        lines += ["        %s%d row = %s, by = %s;" % (kind, self.words, taken % ("From[%s]" % index), taken % "From[k]")]
        lines += ["        %s += %s;" % (name, " + ".join(self.text(a) for a in self.addends(kind, factor, row, by)))
                  for name, (kind, factor) in zip(names, self.sums)]
        turns = str(self.turns) if self.is_constant else "Turns"
        return "\n".join(
            ["StructuredBuffer<uint%d> From : register(t0);" % self.words, "RWStructuredBuffer<uint> To : register(u0);",
             "cbuffer Sizes { uint Turns, Width, Threads; };", "[numthreads(%d, 1, 1)]" % self.threads,
             "void main(uint3 id : SV_DispatchThreadID)", "{", "    uint i = id.x;", "    if (i >= Threads)", "        return;"] +
            ["    %s %s = %s;" % (kind, name, self.start) for name in names] +
            ["    for (uint k = 0; k < %s; k++)" % turns, "    {"] + lines + ["    }"] +
            ["    To[i * %d + %d] = (uint)(int)%s;" % (len(names), n, name) for n, name in enumerate(names)] + ["}"])

    def memory(self):
        return [self.choose.randint(0, MASK) for _ in range(self.elements * self.words)]

    def value(self, factor):
        one = lambda x: x if not isinstance(x, tuple) else x[0] - x[2]
        return int(one(factor[0])) * int(one(factor[1]))

    def element(self, memory, at):
        return [(memory[at * self.words + c] & 7) if 0 <= at < self.elements else 0 for c in range(self.words)]

    def thread(self, memory, i, count):
        values = [{"0": 0, "i": i, "5": 5}[self.start]] * len(self.sums)
        for k in range(self.turns):
            if self.leaving == "i % 5" and k >= i % 5:
                break
            if self.leaving == "next" and (i + k) % 7 == 6:
                continue
            row, by = self.element(memory, k * count + i if self.are_beside else i * self.turns + k - self.back), self.element(memory, k)
            for n, (kind, factor) in enumerate(self.sums):
                values[n] += sum(self.value(a) for a in self.addends(kind, factor, row, by))
        return [value & MASK for value in values]


def check(wavecc, folder, seed):
    kernel = Kernel(random.Random(seed))
    count, memory = kernel.threads * kernel.groups, kernel.memory()
    wanted = [word for i in range(count) for word in (kernel.thread(memory, i, count) if i < count - kernel.guard else [0] * len(kernel.sums))]
    options = ["--wave-size=%d" % kernel.choose.choice([4, 8, 16, 32, 64]), "--target=" + kernel.choose.choice(["x86-64-v2", "x86-64-v3", "x86-64-v3"])]
    return is_right(wavecc, folder, kernel.source(), options, [kernel.turns, count, max(0, count - kernel.guard)], memory, wanted, (kernel.groups, 1, 1), "seed %d" % seed)


if __name__ == "__main__":
    sys.exit(judge_all("kernels of sums of elements", check))
