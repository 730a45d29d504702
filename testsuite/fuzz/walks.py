#!/usr/bin/python3
"""walks.py WAVECC FROM TO: random kernels whose threads go along rows or down columns, one for each seed; what they store is held
against the same arithmetic here, which takes thread by thread. What differs is printed with its shader; exit status 1 if something
did.

A thread has one loop, whose turns are a constant, an input or what memory says, around a machine's vector and a wave as often as
not; some go round it twice. Its row has a place of its own, or begins where memory says, behind the row before, or has been
fetched by its group, of which all threads may go along one. In each turn it loads up to four words of its row, side by side, and
one of a table that all threads share; sums of one operation each grow by these, under conditions, or by what the turn before had;
and a word of a row of its own is stored, computed, changed in place or made of the word before it, right behind the row before
or with a gap, now and then every other one. What sums come to is stored, or added up once more by atomics, for the group or all.
Some loops stand in a branch, or behind a return; some rows lie outside in part, where zeros are."""
import functools
import random
import sys

from seeds import is_right, judge_all

MASK = 0xffffffff
TURNS = [1, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 32, 32, 33, 40, 63, 64, 64, 65, 71, 72, 96, 100, 128, 130]
OF_WAVES = [15, 16, 17, 30, 31, 31, 32, 33, 40, 62, 63, 63, 64, 65, 100]
SUMS = {"+": (lambda x, y: x + y, "{0} += {1};"), "^": (lambda x, y: x ^ y, "{0} ^= {1};"), "|": (lambda x, y: x | y, "{0} |= {1};"),
        "&": (lambda x, y: x & y, "{0} &= {1};"), "min": (min, "{0} = min({0}, {1});"), "max": (max, "{0} = max({0}, {1});"),
        "*": (lambda x, y: x * y, "{0} *= {1};"), "3": (lambda x, y: x * 3 + y, "{0} = {0} * 3 + ({1});")}
ATOMICS = {"Add": "+", "Min": "min", "Max": "max", "Or": "|", "Xor": "^", "And": "&"}  # as SUMS has them
OFTEN = ["+", "+", "+", "^", "|", "&", "min", "max"]
OPTIONS = [[], [], [], ["--wave-size=8"], ["--wave-size=16"], ["--wave-size=32"], ["--wave-size=64"], ["--target=x86-64-v2"],
           ["--target=x86-64-v2", "--wave-size=16"], ["--cc=gcc"], ["--lanes=16"], ["--join-groups=off"],
           ["--target=generic"], ["--wave-size=4"], ["--wave-size=128"], ["--lane-order=random:1"], ["--extra-waves=1"]]


@functools.lru_cache(None)
def code_of(text):
    return compile(text, text, "eval")


class Walk:
    def __init__(self, choose):
        self.choose = choose
        rows = choose.choice(["own", "own", "own", "list", "list", "list", "fetched", "same", "same", "columns", "columns"])
        self.goes_down, self.is_list, self.is_same = rows == "columns", rows == "list", rows == "same"
        self.threads = choose.choice([128, 256, 256, 512] if self.goes_down else [16, 32, 64, 64, 64, 128, 256, 100])
        self.groups = choose.randint(1, max(2 if self.goes_down else 1, 300 // self.threads))
        self.total = self.threads * self.groups
        self.words = 1 if self.goes_down else choose.choice([1, 1, 1, 1, 2, 2, 3, 4])
        self.first, self.turns = choose.choice([0, 0, 0, 0, 1, 2, 5]), choose.choice(OF_WAVES if self.is_same else TURNS)
        self.last = self.first + self.turns
        self.ends = choose.choice(["constant", "input"] if self.goes_down else ["constant"] if self.is_same else ["constant"] * 3 + ["input", "memory", "wave"])
        self.stores = choose.choice([None, None, "made", "made", "changed", "made" if self.is_list else "carried"])
        if (self.goes_down or self.is_same) and choose.random() < 0.8:
            self.stores = None
        self.counts = choose.random() < 0.5
        self.kind = choose.choice(["uint", "uint", "int"])
        self.bound = None if self.is_same else choose.choice([None, None, None, choose.randint(0, self.total), self.total])
        self.leaves = choose.random() < 0.5
        self.pitch = self.words * self.last + choose.choice([0, 0, 0, 1, 4])
        self.apart = choose.choice([1, 1, 1, 1, 2])  # words that are stored
        self.own = 1 + self.last + choose.choice([0, 0, 1, 3])  # words of a thread's row of To, of which nobody stores the first
        self.offset = choose.choice([0, 0, 0, 1, 7])
        self.sums = [choose.choice(list(SUMS) if choose.random() < 0.2 else OFTEN)
                     for _ in range(choose.choice([0, 0, 1, 1, 2]) if self.stores else choose.choice([1, 1, 1, 2, 3, 6]))]
        self.begins = [choose.choice(["0", "0", "1", "i" if not self.is_same else "3", "7"]) for _ in self.sums]
        self.takes_last = len(self.sums) > 0 and not self.is_same and choose.random() < 0.2
        self.adds = [self.value() for _ in self.sums]
        if self.takes_last:
            self.adds[0] = choose.choice(["x - last", "x - last", "x ^ last", "max(x, last) - i", "last"])
        self.asks = [choose.choice([None] * (9 if self.is_same else 3) + ["x > 0x80000000", "k != 3", "(x & 3) == 1"]) for _ in self.sums]
        self.filled, self.made = choose.choice(["i", "7", "k", "k * i", "i ^ k"]), self.value()
        self.totals = None if self.stores else choose.choice([None, None, None, None, "group", "dispatch"])
        self.atomics = [choose.choice(list(ATOMICS)) for _ in self.sums]
        self.wide = self.total * choose.choice([1, 1, 2])  # words from row to row, of columns
        self.rounds = choose.choice([1, 1, 1, 1, 2])
        self.buffer, self.stored = choose.choice(["StructuredBuffer", "StructuredBuffer", "Buffer"]), choose.choice(["RWStructuredBuffer", "RWStructuredBuffer", "RWBuffer"])
        self.pitch *= not self.is_same
        self.rows = self.threads * self.pitch if not self.is_same else self.words * self.last  # words of a group's
        self.held = self.rows + self.offset + 4
        self.is_shared = self.is_same or (rows == "fetched" and self.held <= 8192)
        words = self.total + 1 + (self.wide * self.last if self.goes_down else self.groups * self.rows) + self.offset + 4
        self.memory = [choose.randrange(1 << 32) for _ in range(words if choose.random() < 0.8 else max(self.total + 1, words * 3 // 4))]
        lengths = [choose.randint(0, self.turns) for _ in range(self.total)]
        for i in range(self.total):
            self.memory[i] = sum(lengths[:i]) if self.is_list else self.first + lengths[i]
        self.memory[self.total] = sum(lengths)

    # ---- what is one text for both, of words without a sign ----

    def value(self):
        """Of x and the words beside it, y, k and i."""
        beside = ["x%d" % w for w in range(1, self.words)]
        if self.is_same:
            return self.choose.choice(["x", "x", "x + k", "x * y", "y ^ x", "x * k"])
        alone = ["x", "x", "x", "x + k", "x ^ y", "x * y", "x * 5 + i", "x >> (k & 7)", "y", "1", "max(x, y)", "x - y", "k * i + x"]
        return self.choose.choice(alone if not beside else ["x + " + " * ".join(beside), "x ^ " + " + ".join(beside), "min(x, %s)" % beside[-1], "x"])

    def compute(self, text, names):
        return int(eval(code_of(text), {"min": min, "max": max}, names)) & MASK

    def place(self):
        """Of the first word of a turn, behind what says where rows begin and end."""
        behind = self.total + 1 + self.offset
        if self.goes_down:
            return "k * %d + i + %d" % (self.wide, behind)
        if self.is_list:
            return "(%s) * %d + %d" % ("start + k" if self.counts else "k", self.words, behind)
        if self.is_same:
            return "i // %d * %d + k * %d + %d" % (self.threads, self.rows, self.words, behind)
        return "i * %d + k * %d + %d" % (self.pitch, self.words, behind)

    def word(self, w):
        if self.is_shared:
            return "Rows[%sk * %d + %d]" % ("" if self.is_same else "t * %d + " % self.pitch, self.words, self.offset + w)
        return "From[%s + %d]" % (self.place(), w)

    def behind(self):
        """Of the sums, and a word."""
        return len(self.sums) * self.total + 1

    def own_place(self):
        if self.is_list:
            return "(%s) * %d + %d" % ("start + k" if self.counts else "k", self.apart, self.behind())
        return "i * %d + k * %d + %d" % (self.own * self.apart, self.apart, self.behind())

    def ends_of_row(self):
        """The first turn and what is behind the last one."""
        if self.is_list:
            return ("0", "From[i + 1] - start") if self.counts else ("start", "From[i + 1]")
        return "%d" % self.first, {"constant": "%d" % self.last, "input": "N", "memory": "From[i]", "wave": "From[i >> 6 << 6]"}[self.ends]

    # ---- the shader ----

    def turn(self, word):
        lines = ["uint x = %s;" % (word if self.stores == "changed" else self.word(0)), "uint y = From[k];"]
        lines += ["uint x%d = %s;" % (w, self.word(w)) for w in range(1, self.words)]
        lines += ["x ^= %s * 3;" % word.replace(" + %d]" % self.behind(), " + %d]" % (self.behind() - 1))] if self.stores == "carried" else []
        for s, name in enumerate(self.sums):
            lines += ["if (%s)" % self.asks[s]] if self.asks[s] else []
            lines.append(("    " if self.asks[s] else "") + SUMS[name][1].format("s%d" % s, self.adds[s]))
        return lines + ["last = x;"] * self.takes_last + (["%s = %s;" % (word, self.made)] if self.stores else [])

    def body(self):
        word, (first, end) = "To[%s]" % self.own_place(), self.ends_of_row()
        lines = ["uint s%d = %s;" % at for at in enumerate(self.begins)] + ["uint last = 11;"] * self.takes_last
        lines += ["uint start = From[i];"] * self.is_list + ["%s end = %s;" % (self.kind, end)]
        head = "for (%s k = %s; k < end; k++)" % (self.kind, first)
        turns = [head, "    %s = %s;" % (word, self.filled)] if self.stores == "changed" else []
        turns += [head, "{"] + ["    " + line for line in self.turn(word)] + ["}"]
        if self.rounds > 1:
            turns = ["for (uint r = 0; r < %d; r++)" % self.rounds, "{"] + ["    " + line for line in turns] + ["}"]
        return lines + turns + [self.result(s) for s in range(len(self.sums))]

    def result(self, s):
        if self.totals is None:
            return "To[i * %d + %d] = s%d;" % (len(self.sums), s, s)
        return "Interlocked%s(%s[%d], s%d);" % (self.atomics[s], "Cells" if self.totals == "group" else "To", s, s)

    def source(self):
        lines, bound = self.body(), []
        if self.bound is not None and self.leaves and not self.is_shared and self.totals != "group":
            bound = ["if (i >= Bound)", "    return;"]
        elif self.bound is not None:
            lines = ["if (i < Bound)", "{"] + ["    " + line for line in lines] + ["}"]
        if self.is_shared:
            base = "g * %d + %d" % (self.rows, self.total + 1)
            bound = ["for (uint w = t; w < %d; w += %d)" % (self.held, self.threads), "    Rows[w] = From[%s + w];" % base, "GroupMemoryBarrierWithGroupSync();"]
        if self.totals == "group":
            count = len(self.sums)
            bound += ["if (t < %d)" % count, "    Cells[t] = t * 77;", "GroupMemoryBarrierWithGroupSync();"]
            lines += ["GroupMemoryBarrierWithGroupSync();", "if (t < %d)" % count, "    To[g * %d + t] = Cells[t];" % count]
        text = "cbuffer Sizes { uint N, Bound; };\n%s<uint> From;\n%s<uint> To;\n" % (self.buffer, self.stored)
        text += "groupshared uint Rows[%d];\n" % self.held if self.is_shared else ""
        text += "groupshared uint Cells[%d];\n" % len(self.sums) if self.totals == "group" else ""
        text += "[numthreads(%d, 1, 1)]\nvoid main(uint i : SV_DispatchThreadID, uint g : SV_GroupID, uint t : SV_GroupIndex)\n{\n" % self.threads
        return text + "".join("    %s\n" % line for line in bound + lines) + "}\n"

    # ---- and what it comes to ----

    def load(self, at):
        return self.memory[at] if at < len(self.memory) else 0

    def run(self, i, to):
        last, place, own_place = 11, self.place(), self.own_place()
        sums = [self.compute(text, {"i": i}) for text in self.begins]
        first, end = (self.compute(text, {"i": i, "N": self.last, "start": self.memory[i], "From": self.memory}) for text in self.ends_of_row())
        for k in self.rounds * list(range(first, end)):
            places = {"i": i, "k": k, "start": self.memory[i]}
            at = self.compute(place, places)
            names = {"x%s" % (w or ""): self.load(at + w) for w in range(self.words)}
            names.update(i=i, k=k, y=self.load(k), last=last)
            if self.stores == "changed":
                names["x"] = self.compute(self.filled, names)
            if self.stores == "carried":
                names["x"] ^= to[self.compute(own_place, places) - 1] * 3 & MASK
            for s, name in enumerate(self.sums):
                if not self.asks[s] or eval(code_of(self.asks[s]), {}, names):
                    sums[s] = SUMS[name][0](sums[s], self.compute(self.adds[s], names)) & MASK
            last = names["x"]
            if self.stores:
                to[self.compute(own_place, places)] = self.compute(self.made, names)
        for s, value in enumerate(sums):
            at = s + len(sums) * {None: i, "group": i // self.threads, "dispatch": 0}[self.totals]
            to[at] = value if self.totals is None else SUMS[ATOMICS[self.atomics[s]]][0](to[at], value) & MASK

    def expected(self):
        to = [0] * (self.total * (len(self.sums) + self.own * self.apart) + 8)
        if self.totals == "group":
            to[:self.groups * len(self.sums)] = [s * 77 for s in range(len(self.sums))] * self.groups
        for i in range(self.total if self.bound is None else min(self.bound, self.total)):
            self.run(i, to)
        return to


def check(wavecc, folder, seed):
    choose = random.Random(seed)
    walk = Walk(choose)
    return is_right(wavecc, folder, walk.source(), choose.choice(OPTIONS), [walk.last, walk.bound or 0], walk.memory, walk.expected(),
                    [walk.groups, 1, 1], "seed %d" % seed)


if __name__ == "__main__":
    sys.exit(judge_all("walks along rows", check))
