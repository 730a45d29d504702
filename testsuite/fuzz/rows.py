#!/usr/bin/python3
"""rows.py WAVECC FROM TO: random kernels of threads that are counted in one dimension and find out by quotients of their
number where they are, one for each seed; what they store is held against the same arithmetic here, which takes thread by
thread. What differs is printed with its shader; exit status 1 if something did."""
import random
import sys

from seeds import is_right, judge_all

MASK = 0xffffffff
BEHIND = 40  # elements behind the last thread's, which nobody stores


def divided(left, right):
    return left // right if right else MASK


def remainder(left, right):
    return left % right if right else MASK


class Kernel:
    """Of digits, the first of which counts fastest: as a shader and as numbers."""

    def __init__(self, choose):
        self.choose = choose
        self.threads = choose.choice([32, 64, 64, 100, 128, 256, 256, 512, 1024])
        self.sizes = [choose.choice([1, 2, 3, 5, 7, 12, 16, 17, 20, 24, 28, 31, 32, 33, 40, 56, 100, 250])]
        self.sizes += [choose.randint(1, 9) for _ in range(choose.randint(0, 3))]
        if choose.random() < 0.05:
            self.sizes[choose.randrange(len(self.sizes))] = 0
        self.groups = choose.randint(1, 1 + 6000 // self.threads)
        self.constant = [choose.random() < 0.25 and size > 0 for size in self.sizes]
        self.is_channels = choose.random() < 0.3
        if self.is_channels:
            self.sizes[0], self.constant[0] = choose.choice([2, 3, 3, 4]), choose.random() < 0.6
        self.is_signed = choose.random() < 0.3 and 0 not in self.sizes
        self.is_nested = choose.random() < 0.4
        total = self.groups * self.threads
        self.bound = choose.choice([None, choose.randint(0, total), total, total + BEHIND])
        self.leaves = choose.random() < 0.5
        self.offset = choose.choice([0, 0, 0, choose.randint(1, 300)])
        self.stretch = choose.choice([1, 1, 3])
        self.weights = [choose.randint(0, 2000) for _ in self.sizes] + [choose.randint(0, 3)]
        self.asks = choose.random() < 0.3
        self.loops = choose.randint(2, 6) if choose.random() < 0.3 else 0
        self.left = choose.choice([None, None, None, 0, 1, 2])  # threads whose first digit this is leave
        self.rests = len(self.sizes) > 1 and choose.random() < 0.3
        if self.rests and not self.is_signed and choose.random() < 0.4:
            self.sizes[1], self.constant[1] = (1 << 32) // max(2, self.sizes[0]) + 1, False  # the product wraps
        self.parts = choose.choice([2, 2, 3, 4]) if choose.random() < 0.4 else 0  # by which the first digit is taken apart
        self.cuts = []  # at which the first digit's threads part
        if self.parts == 0 and choose.random() < 0.6:
            self.cuts = [(choose.choice("< <= > >=".split()), choose.choice([0, 1, 16, 20, self.sizes[0] // 2, self.sizes[0], MASK]),
                          choose.random() < 0.6) for _ in range(choose.randint(1, 2))]

    def size(self, i):
        spelling = str(self.sizes[i]) if self.constant[i] else "D%d" % i
        return ("(int)" if self.is_signed and not self.constant[i] else "") + spelling

    def digits(self):
        """Declarations of d0, d1, ..., the last of which has what is left."""
        last, text = len(self.sizes) - 1, ""
        kind = "int" if self.is_signed else "uint"
        if self.is_nested:
            text = "    %s left = i;\n" % kind
            for i in range(last + 1):
                text += "    %s d%d = %s;\n" % (kind, i, "left % " + self.size(i) if i < last or last == 0 else "left")
                text += "    left /= %s;\n" % self.size(i) if i < last or last == 0 else ""
            return text + ("    %s more = left;\n" % kind if last == 0 else "    %s more = 0;\n" % kind)
        for i in range(last + 1):
            below = " * ".join(self.size(j) for j in range(i))
            quotient = "i / (%s)" % below if below else "i"
            text += "    %s d%d = %s;\n" % (kind, i, quotient if i == last and last > 0 else quotient + " % " + self.size(i))
        if self.constant[0] and self.sizes[0] in (2, 4):
            shift = self.sizes[0] // 2
            text = text.replace("= i %% %d;" % self.sizes[0], "= i & %d;" % (self.sizes[0] - 1)).replace("i / (%d)" % self.sizes[0], "(i >> %d)" % shift)
        return text + "    %s more = %s;\n" % (kind, "i / " + self.size(0) if last == 0 else "0")

    def source(self):
        names = ", ".join("D%d" % i for i in range(4))
        number = self.choose.choice(["id.x", "g.x * %d + t" % self.threads, "g.x * %d + l.x" % self.threads])
        text = "cbuffer Sizes { uint %s, bound, Cut0, Cut1; };\nStructuredBuffer<uint> From;\nRWStructuredBuffer<uint> To;\n" % names
        text += "[numthreads(%d, 1, 1)]\nvoid main(uint3 id : SV_DispatchThreadID, uint3 g : SV_GroupID, " % self.threads
        text += "uint t : SV_GroupIndex, uint3 l : SV_GroupThreadID)\n{\n    %s i = %s;\n" % ("int" if self.is_signed else "uint", number)
        if self.bound is not None and self.leaves:
            text += "    if (i >= %sbound)\n        return;\n" % ("(int)" if self.is_signed else "")
        body = self.digits() + ("    if (d0 == %d)\n        return;\n" % self.left if self.left is not None else "")
        place = " + ".join("d%d * %d" % (i, weight) for i, weight in enumerate(self.weights[:-1])) + " + more * %d" % self.weights[-1]
        body += "    uint at = %s, value = From[at] + d0 * 3;\n" % place
        if self.asks:
            body += "    if (d0 > 2)\n        value ^= From[at + 7];\n"
        if self.parts:
            body += "    value += From[at + d0 %% %d * 150 + d0 / %d] * 3 + (uint)d0 %% %d;\n" % ((self.parts,) * 3)
        for i, (order, cut, is_known) in enumerate(self.cuts):
            bound = "%du" % cut if is_known else "Cut%d" % i
            body += "    if ((uint)d0 %s %s)\n        value += From[at + %d] * 5;\n    else\n        value ^= From[at - %s];\n" % (order, bound, 9 + i, bound)
        if self.loops:
            body += "    for (uint k = 0; k < %d; k++)\n        value += From[at + k * %s] * (k + 1);\n" % (self.loops, self.size(0))
        if self.rests:
            body += "    value ^= i %% (%s * %s);\n" % (self.size(0), self.size(1))
        body += "    To[i * %d + %d] = value;\n" % (self.stretch, self.offset)
        if self.bound is not None and not self.leaves:
            body = "    if (i < %sbound)\n    {\n%s    }\n" % ("(int)" if self.is_signed else "", body)
        return text + body + "}\n"

    def count(self):
        return self.groups * self.threads * self.stretch + self.offset + BEHIND

    def value(self, i, memory):
        load = lambda at: memory[at & MASK] if at & MASK < len(memory) else 0
        last, left, digits, below = len(self.sizes) - 1, i, [], 1
        for k, size in enumerate(self.sizes):
            if self.is_nested:
                digits.append(left if k == last and last > 0 else remainder(left, size))
                left = divided(left, size) if k < last or last == 0 else left
            else:
                quotient = divided(i, below) if k > 0 else i
                digits.append(quotient if k == last and last > 0 else remainder(quotient, size))
                below = below * size & MASK
        more = divided(i, self.sizes[0]) if last == 0 else 0
        if digits[0] == self.left:
            return 0
        at = sum(digit * weight for digit, weight in zip(digits, self.weights)) + more * self.weights[-1] & MASK
        value = load(at) + digits[0] * 3 & MASK
        if self.asks and digits[0] > 2:
            value ^= load(at + 7)
        if self.parts:
            part, column = remainder(digits[0], self.parts), divided(digits[0], self.parts)
            value = value + load(at + part * 150 + column) * 3 + part & MASK
        for k, (order, cut, _) in enumerate(self.cuts):
            holds = {"<": digits[0] < cut, "<=": digits[0] <= cut, ">": digits[0] > cut, ">=": digits[0] >= cut}[order]
            value = value + load(at + 9 + k) * 5 & MASK if holds else value ^ load(at - cut)
        for k in range(self.loops):
            value = value + load(at + k * self.sizes[0]) * (k + 1) & MASK
        return value ^ remainder(i, self.sizes[0] * self.sizes[1] & MASK) if self.rests else value

    def expected(self, memory):
        to = [0] * self.count()
        bound = self.groups * self.threads if self.bound is None else self.bound
        for i in range(min(bound, self.groups * self.threads)):
            to[i * self.stretch + self.offset] = self.value(i, memory)
        return to


def check(wavecc, folder, seed):
    choose = random.Random(seed)
    kernel = Kernel(choose)
    memory = [choose.randrange(1 << 32) for _ in range(choose.choice([200, 3000, 20000]))]
    cuts = [cut for _, cut, _ in kernel.cuts]
    sizes = kernel.sizes + [0] * (4 - len(kernel.sizes)) + [kernel.bound or 0] + cuts + [0] * (2 - len(cuts))
    source = kernel.source()
    options = choose.choice([[], [], ["--wave-size=8"], ["--target=x86-64-v2"], ["--cc=gcc"], ["--wave-size=64"]])
    return is_right(wavecc, folder, source, options, sizes, memory, kernel.expected(memory), [kernel.groups, 1, 1], "seed %d" % seed)


if __name__ == "__main__":
    sys.exit(judge_all("kernels of rows", check))
