#!/usr/bin/env python3
"""Random kernels whose lanes are counted, take turns and add up what others have, held against a model of waves.

    lanes.py WAVECC FIRST LAST

Of each seed a shader: one to five groups of 32 to 1024 threads. Statements count lanes (WavePrefixCountBits), and some of those
store where the count says: behind each other or down from the last one, words or pairs, in two runs by a choice, partly outside
the buffer; right then or later, behind barriers, in branches and loops that other lanes have left. In loops each lane has its turn:
all take a word of it, and it keeps what they found. Threads are counted in cells by atomics, and store where they came. Groups add
up shared words, each thread for itself; trees, scans and sweeps in groupshared memory stand beside all this, or alone, where groups
may be one wave, or go in waves that hand on what they have added up.

The model takes statement by statement, each with all lanes that are on. The shader is run in waves of two sizes, and gives what the
model gives, word for word; where threads come in any order, in any order.
"""
import os
import random
import re
import sys

from seeds import judge_all, output_of

MASK = 0xFFFFFFFF
WAVES = [8, 16, 32, 64]
SHAPES = ["64,1,1", "64,1,1", "128,1,1", "256,1,1", "8,8,1", "16,16,1", "32,1,1", "40,1,1", "100,1,1", "320,1,1", "10,10,1", "20,3,1"]
SHAPES_OF_SCANS = ["256,1,1", "256,1,1", "512,1,1", "1024,1,1", "128,1,1", "320,1,1", "16,16,1"]
MACHINES = [[]] * 5 + [["--lanes=16"]] * 4 + [["--target=x86-64-v2"], ["--target=generic"], ["--cc=gcc"], ["--lanes=4"], ["--fp=strict"], ["--join-groups=off"]]
REGISTERS = "abcd"
BARRIER = "GroupMemoryBarrierWithGroupSync();"
BEFORE = 20  # words before the buffer that some would store to
OPERATIONS = {
    "+": lambda x, y: x + y & MASK,
    "-": lambda x, y: x - y & MASK,
    "*": lambda x, y: x * y & MASK,
    "^": lambda x, y: x ^ y,
    "&": lambda x, y: x & y,
}
JOINS = {
    "%s + %s": OPERATIONS["+"],
    "max(%s, %s)": max,
    "%s ^ %s": OPERATIONS["^"],
}


def indented(lines):
    return ["    " + line for line in lines]


def block_of(lines):
    return ["{"] + indented(lines) + ["}"]


class Group:
    """While the model runs it: words by name, of each thread one, and which threads have returned."""

    def __init__(self, number, threads, wave, data, kept):
        self.threads, self.wave, self.data, self.kept = range(threads), wave, data, kept
        self.first = number * threads
        self.names = {"t": list(self.threads), "all": [self.first + t for t in self.threads], "lane": [t % wave for t in self.threads]}
        self.gone = [False] * threads

    def waves(self, on):
        """Of each wave the lanes that are on, if there are any."""
        for first in range(0, len(self.threads), self.wave):
            lanes = [t for t in self.threads[first:first + self.wave] if on[t]]
            if lanes:
                yield lanes

    def add(self, name, t, word):
        self.names[name][t] = self.names[name][t] + word & MASK

    def store(self, at, word):
        if at & MASK < len(self.kept):
            self.kept[at & MASK] = word


class Generator:
    """Statements are lines and a function of the group and which threads are on."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.scans_alone = self.chance(0.35)
        self.shape = self.pick(*(SHAPES_OF_SCANS if self.scans_alone else SHAPES))
        x, y, z = map(int, self.shape.split(","))
        self.threads, self.groups = x * y * z, self.random.randint(1, 5)
        self.total = self.threads * self.groups
        self.counters = []  # of loops around
        self.counts = []    # names of counts of lanes that may be stored by, and whether all lanes were there
        self.are_all_on, self.may_leave, self.made, self.kept_size = True, False, 0, 0
        self.counts_waves = self.chance(0.5)  # lanes store from where their wave begins, not from the first that is on
        self.unordered = [] # parts of Kept where threads come in any order
        self.arrays = []

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, share):
        return self.random.random() < share

    def name(self, letter):
        self.made += 1
        return "%s%d" % (letter, self.made)

    # ---- values ----

    def value(self, depth=0):
        """Text, and a function of the group and the thread."""
        kind = self.random.randrange(6 if depth < 2 else 4)
        if kind == 2:
            number = self.pick(0, 1, 2, 3, 5, 7, 31, 100)
            return "%du" % number, lambda group, t: number
        if kind < 4:
            name = self.pick("t", "all", "t" if self.scans_alone else "lane") if kind == 3 else self.pick(*REGISTERS, *self.counters)
            return name, lambda group, t: group.names[name][t]
        left, right = self.value(depth + 1), self.value(depth + 1)
        if kind == 4:
            return "In[%s & 63]" % left[0], lambda group, t: group.data[left[1](group, t) & 63]
        operation = self.pick(*OPERATIONS)
        return "(%s %s %s)" % (left[0], operation, right[0]), lambda group, t: OPERATIONS[operation](left[1](group, t), right[1](group, t))

    def condition(self):
        value, bits, end = self.value(1), self.pick(1, 2, 3, 4, 6), self.random.randrange(self.threads)
        if self.chance(0.2):
            return "t < %d" % end, lambda group, t: t < end
        return "(%s & %d) != 0" % (value[0], bits), lambda group, t: value[1](group, t) & bits != 0

    def assign(self):
        name, value = self.pick(*REGISTERS), self.value()

        def run(group, on):
            for t in group.threads:
                if on[t]:
                    group.names[name][t] = value[1](group, t)

        return ["%s = %s;" % (name, value[0])], run

    # ---- lanes that are counted ----

    def count(self):
        """Who is, how many are so below, the wave's first thread, or the first that asks, and how many there are: k, b, f and m of a name."""
        name, condition = self.name("n"), self.condition()

        def run(group, on):
            for letter in "kbfm":
                group.names.setdefault(letter + name, [0] * len(group.threads))
            for lanes in group.waves(on):
                holds = [condition[1](group, t) for t in lanes]
                for at, t in enumerate(lanes):
                    first = t - t % group.wave if self.counts_waves else lanes[0]
                    for letter, word in zip("kbfm", (holds[at], sum(holds[:at]), group.first + first, sum(holds))):
                        group.names[letter + name][t] = word

        self.counts.append((name, self.are_all_on or self.counts_waves))
        first = "WaveReadLaneFirst(all%s)" % (" - lane" if self.counts_waves else "")
        return ["k{0} = {1}, b{0} = WavePrefixCountBits(k{0}), f{0} = {2}, m{0} = WaveActiveCountBits(k{0});".format(name, condition[0], first)], run

    def region(self, words):
        """Where so many words of Kept begin, with room on both sides; the first ones' may begin before the buffer."""
        first = self.kept_size + 8 if self.kept_size > 0 or self.chance(0.5) else -BEFORE
        self.kept_size = first + words + 8
        return first

    def counted_store(self):
        if not self.counts or self.chance(0.4):
            made = [self.count(), self.store_by(*self.counts[-1])]
            return made[0][0] + made[1][0], lambda group, on: [run(group, on) for _, run in made]
        return self.store_by(*self.pick(*self.counts[-2:]))

    def store_by(self, name, has_room):
        turn, width, value = self.counters[-1] if self.counters else None, self.pick(1, 1, 1, 2), self.value()
        first = self.region(self.total * width * (5 if turn else 1))
        asks, one, other = self.pick(("k", "b", None), ("k", "b", None), ("k", "m - 1 - b", None),
                                     ("!k", None, "b"), *[("!k", None, "m + lane - b"), ("", "b", "m + lane - b"), ("", "m - 1 - b", "m + lane - b"),
                                       ("", "b", "m / 2 + lane - b"), ("", "b", "lane - b")] * has_room)  # of two at one place the higher one stays
        place = "(k ? %s : %s)" % (one, other) if asks == "" else one or other
        place, asks = (re.sub(r"\b([kbm])\b", r"\1" + name, text) for text in (place, asks))
        start = "f%s * %d + %d" % (name, width, first) + (" + %s * %d" % (turn, self.total * width) if turn else "")
        lines = ["uint at = %s + (%s) * %d;" % (start, place, width), "Kept[at] = %s;" % value[0]] + ["Kept[at + 1] = lane;"] * (width > 1)
        if width == 1 and self.chance(0.7):
            lines = ["Kept[%s + %s] = %s;" % (start, place, value[0])]

        def run(group, on):
            for t in group.threads:
                k, b, f, m = (group.names[letter + name][t] for letter in "kbfm")
                how = one if k else other
                if not on[t] or how is None:
                    continue
                at = (f + {"b": b, "m - 1 - b": m - 1 - b, "m + lane - b": m + t % group.wave - b,
                          "m / 2 + lane - b": m // 2 + t % group.wave - b, "lane - b": t % group.wave - b}[how]) * width + first
                at += group.names[turn][t] * self.total * width if turn else 0
                group.store(at, value[1](group, t))
                if width > 1:
                    group.store(at + 1, t % group.wave)

        return (["if (%s)" % asks] if asks else []) + block_of(lines), run

    # ---- turns of lanes ----

    def turns(self):
        """Each lane has its turn, or those of a formula; whose number the turn has keeps what all have found."""
        k, given = self.name("k"), self.value()
        of, lane_of = self.pick(("%s", lambda k: k), ("%s", lambda k: k), ("%s * 3", lambda k: k * 3), ("%s + 60", lambda k: k + 60), ("%s - 2", lambda k: k - 2))
        end, turns_of = self.pick(("WaveGetLaneCount()", lambda group: group.wave), ("11", lambda group: 11), ("In[5] % 70", lambda group: group.data[5] % 70))
        keeps, operation = self.chance(0.7), self.pick("+", "^", "-")
        found, find = self.pick(("WaveActiveCountBits(d > y)", lambda d, y: sum(x > y for x in d)), ("WaveActiveSum(d & y)", lambda d, y: sum(x & y for x in d) & MASK),
                                ("y + 1", lambda d, y: y + 1 & MASK), ("WaveActiveMax(y ^ d)", lambda d, y: max(y ^ x for x in d)))
        turn = ["uint y = WaveReadLaneAt(v, %s);" % of % k, "c = c * 5 %s y;" % operation]
        if keeps:
            turn += ["uint u = %s;" % found, "if (lane == %s)" % k, "    own = u;"]
        head = "for (uint {0} = 0; {0} < {1}; {0}++)".format(k, end)
        if self.chance(0.3):  # what lanes would have stands above the test
            head = "for (uint {0} = 0; ; {0}++)".format(k)
            turn = turn[:1] + ["uint u = %s, next = lane == %s ? u : own;" % (found, k)] * keeps + ["if (%s < %s)" % (k, end), "{", "}", "else", "    break;"] + turn[1:2] + ["own = next;"] * keeps
        lines = ["uint v = %s, own = a;" % given[0], head] + block_of(turn) + ["b += own;"]

        def run(group, on):
            given_to = [given[1](group, t) if on[t] else 0 for t in group.threads]
            for lanes in group.waves(on):
                first, kept, d = lanes[0] - lanes[0] % group.wave, {t: group.names["a"][t] for t in lanes}, [group.names["d"][t] for t in lanes]
                for k in range(turns_of(group)):
                    at = lane_of(k)
                    y = given_to[first + at] if 0 <= at < group.wave and first + at in kept else 0
                    for t in lanes:
                        group.names["c"][t] = OPERATIONS[operation](group.names["c"][t] * 5 & MASK, y)
                    if keeps and k < group.wave and first + k in kept:
                        kept[first + k] = find(d, y)
                for t in lanes:
                    group.add("b", t, kept[t])

        return block_of(lines), run

    # ---- branches and loops ----

    def several(self, depth, count):
        made = [self.statement(depth) for _ in range(count)]

        def run(group, on):
            for _, each in made:
                each(group, on() if callable(on) else on)

        return [line for lines, _ in made for line in lines], run

    def branch(self, depth):
        condition, were_all_on, known = self.condition(), self.are_all_on, len(self.counts)
        self.are_all_on = False
        sides = []
        for count in (self.random.randint(1, 3), self.pick(0, 0, 1)):
            sides.append(self.several(depth, count))
            del self.counts[known:]
        self.are_all_on = were_all_on

        def run(group, on):
            holds = [on[t] and condition[1](group, t) for t in group.threads]
            sides[0][1](group, holds)
            sides[1][1](group, [on[t] and not holds[t] for t in group.threads])

        return ["if (%s)" % condition[0]] + block_of(sides[0][0]) + (["else"] + block_of(sides[1][0]) if sides[1][0] else []), run

    def loop(self, depth):
        k, turns, were_all_on, known = self.name("k"), self.random.randint(2, 5), self.are_all_on, len(self.counts)
        leaves, goes_on = (self.condition() if self.chance(share) else None for share in (0.6, 0.3))
        self.are_all_on = self.are_all_on and leaves is None
        self.counters.append(k)
        head = self.several(depth, 1)
        self.are_all_on = self.are_all_on and goes_on is None
        rest = self.several(depth, self.random.randint(1, 2))
        self.counters.pop()
        self.are_all_on = were_all_on
        del self.counts[known:]

        def run(group, on):
            on = list(on)
            for turn in range(turns):
                group.names[k] = [turn] * len(on)
                head[1](group, on)
                on = [on[t] and not (leaves and leaves[1](group, t)) for t in group.threads]
                rest[1](group, [on[t] and not (goes_on and goes_on[1](group, t)) for t in group.threads])

        lines = head[0] + (["if (%s)" % leaves[0], "    break;"] if leaves else []) + (["if (%s)" % goes_on[0], "    continue;"] if goes_on else []) + rest[0]
        return ["for (uint {0} = 0; {0} < {1}; {0}++)".format(k, turns)] + block_of(lines), run

    def statement(self, depth):
        if depth < 2 and self.chance(0.3):
            return self.pick(self.branch, self.branch, self.loop)(depth + 1)
        return self.pick(self.count, self.count, *[self.counted_store] * 4, self.turns, self.turns, self.assign, self.assign)()

    def leave(self):
        condition = self.condition()
        self.are_all_on, self.may_leave = False, True

        def run(group, on):
            group.gone = [group.gone[t] or condition[1](group, t) for t in group.threads]

        return ["if (%s)" % condition[0], "    return;"], run

    # ---- of the group ----

    def array(self, size):
        name = self.name("s")
        self.arrays.append("groupshared uint %s[%d];" % (name, size))
        return name

    def steps_of(self, kind, s, join):
        """Lines, and functions of all words of the array."""
        count, of = self.threads, JOINS[join]
        widths = [1 << n for n in range((count - 1).bit_length())]
        up, down = "for (uint w = 1; w < %d; w *= 2)" % count, "for (uint w = %d; w > 0; w >>= 1)" % (count // 2)
        at_pairs = ["uint at = 2 * w * (t + 1) - 1;", "if (at < %d)" % count]

        def join_pairs(words, w):
            return [of(word, words[at - w]) if (at + 1) % (2 * w) == 0 else word for at, word in enumerate(words)]

        def hand_down(words, w):
            words = list(words)
            for at in range(2 * w - 1, count, 2 * w):
                words[at - w], words[at] = words[at], words[at] + words[at - w] & MASK
            return words

        if kind == "scan":
            turn = ["uint e = t >= w ? %s : s[t];" % (join % ("s[t]", "s[t - w]")), BARRIER, "s[t] = e;", BARRIER]
            steps = [lambda words, w=w: [of(word, words[t - w]) if t >= w else word for t, word in enumerate(words)] for w in widths]
            return [up] + block_of(turn), steps
        if kind == "halves":
            steps = [lambda words, w=w: [of(word, words[t + w]) if t < w else word for t, word in enumerate(words)] for w in reversed(widths)]
            return [down] + block_of(["if (t < w)", "    s[t] = %s;" % (join % ("s[t]", "s[t + w]")), BARRIER]), steps
        lines = [up] + block_of(at_pairs + ["    s[at] = %s;" % (join % ("s[at]", "s[at - w]")), BARRIER])
        steps = [lambda words, w=w: join_pairs(words, w) for w in widths]
        if kind == "sweeps":
            lines += ["if (t == 0)", "    s[%d] = 0;" % (count - 1), BARRIER, down] + block_of(
                at_pairs + indented(block_of(["uint e = s[at - w];", "s[at - w] = s[at];", "s[at] = s[at] + e;"])) + [BARRIER])
            steps += [lambda words: words[:-1] + [0]] + [lambda words, w=w: hand_down(words, w) for w in reversed(widths)]
        return lines, steps

    def sweep(self):
        """A tree, or a scan, of what a register is, of which each thread takes something."""
        name, to, count = self.array(self.threads), self.pick(*REGISTERS), self.threads
        register = self.pick(*"aaa" * self.scans_alone, *REGISTERS)
        kind = self.pick("scan", "scan", "halves", "pairs", "sweeps", "sweeps") if count & count - 1 == 0 else "scan"
        lines, steps = self.steps_of(kind, name, self.pick(*["%s + %s"] * 4, *JOINS))
        takes, place = self.pick(*[("t", lambda t: t)] * (6 if self.scans_alone else 2), ("t - 1", lambda t: t - 1), ("%d" % (count - 1), lambda t: count - 1),
                                 ("0", lambda t: 0), ("%d - t" % (count - 1), lambda t: count - 1 - t))
        lines = ["s[t] = %s;" % register, BARRIER] + lines + ["%s += s[%s];" % (to, takes)]

        def run(group, on):
            words = list(group.names[register])
            for each in steps:
                words = each(words)
            for t in group.threads:
                group.add(to, t, words[place(t)] if place(t) >= 0 else 0)

        return [re.sub(r"\bs\[", name + "[", line) for line in lines], run

    def shared_sum(self):
        """Of words that all have stored, by each thread."""
        name, register, begun, join = self.array(self.threads), self.pick(*REGISTERS), self.pick("3", "d"), self.pick(*JOINS)
        first = self.pick(self.random.randrange(3), self.random.randrange(self.threads - 16))
        end = self.pick(self.random.randint(17, self.threads), self.threads, min(first + self.random.randint(16, 40), self.threads))
        lines = ["uint w = %s;" % begun, "for (uint j = %d; j < %d; j++)" % (first, end), "    w = %s;" % (join % ("w", "%s[j]" % name)), "a += w;"]

        def run(group, on):
            words = list(group.names[register])
            for t in group.threads:
                sum_up = 3 if begun == "3" else group.names["d"][t]
                for j in range(first, end):
                    sum_up = JOINS[join](sum_up, words[j])
                group.add("a", t, sum_up)

        return ["%s[t] = %s;" % (name, register), BARRIER] + block_of(lines), run

    def packed(self):
        """Lanes that are counted go together to a shared array, of which each thread takes a word, as of what lies beside it."""
        (counted, count), words, beside = self.count(), self.array(self.threads), self.array(self.threads)
        name, register, splits, is_down = self.counts[-1][0], self.pick(*REGISTERS), self.chance(0.4), self.chance(0.3)
        place = "(k{0} ? {1} : m{0} + lane - b{0})" if splits else "{1}"
        place = place.format(name, ("m%s - 1 - b%s" % (name, name)) if is_down else "b%s" % name)
        lines = ["%s[t] = a;" % words, "%s[t] = c;" % beside, BARRIER] + counted + ["if (k%s)" % name] * (not splits) + [
            "    %s[f%s - (all - t) + %s] = %s;" % (words, name, place, register), BARRIER, "a += %s[t] * 3 + %s[t];" % (words, beside)]

        def run(group, on):
            stored = list(group.names["a"])
            count(group, on)
            for t in group.threads:
                k, b, f, m = (group.names[letter + name][t] for letter in "kbfm")
                if k or splits:
                    stored[f - group.first + ((m - 1 - b if is_down else b) if k else m + t % group.wave - b)] = group.names[register][t]
            for t in group.threads:
                group.add("a", t, stored[t] * 3 + group.names["c"][t])

        return lines, run

    def cells(self):
        """Threads come to a few cells in any order, and each stores where it came who it is, or leaves that place out. Some look
        there once more."""
        name, cells, condition, stays = self.array(4), self.pick(1, 1, 2, 4), self.condition(), self.condition() if self.chance(0.6) else None
        first, cell = self.region(self.total * cells), "0" if cells == 1 else "(a & %d)" % (cells - 1)
        self.unordered += [(first + n * self.threads, self.threads) for n in range(cells * self.groups)]
        place = "Kept[(all - t) * %d + %s * %d + at + %d]" % (cells, cell, self.threads, first)
        store = ["%s = all * 7 + 1;" % place]
        store = ["stays_%s = %s;" % (name, stays[0]), "if (stays_%s)" % name] + indented(store) if stays else store
        lines = ["if (t < 4)", "    %s[t] = 0;" % name, BARRIER, "if (%s)" % condition[0]]
        own = "(stays_%s ? all * 7 + 1 : 0)" % name if stays else "all * 7 + 1"
        look = ["if (%s != 0 && %s != %s)" % (place, place, own), "    c += 1000;"] if self.chance(0.7) else []  # outside are zeros
        lines = ["bool stays_%s = false;" % name] * bool(stays) + lines
        lines += block_of(["uint at;", "InterlockedAdd(%s[%s], 1, at);" % (name, cell)] + store + look) + [BARRIER, "b += %s[%s];" % (name, cell)]

        def run(group, on):
            came, of = [0] * cells, [a & cells - 1 for a in group.names["a"]]
            for t in group.threads:
                if condition[1](group, t):
                    if not stays or stays[1](group, t):
                        group.store(first + group.first * cells + of[t] * self.threads + came[of[t]], group.names["all"][t] * 7 + 1)
                    came[of[t]] += 1
            for t in group.threads:
                group.add("b", t, came[of[t]])

        return lines, run

    def barrier(self):
        return [BARRIER], lambda group, on: None

    # ---- the kernel ----

    def statements(self):
        if self.scans_alone:
            sweeps = [self.sweep() for _ in range(self.pick(1, 1, 1, 2))]
            return [self.assign() for _ in range(self.random.randint(0, 1))] + sweeps + [self.assign() for _ in range(self.random.randint(0, 1))]
        made = []
        for _ in range(self.random.randint(2, 7)):
            made.append(self.pick(self.sweep, self.shared_sum, self.cells, self.packed, self.barrier, self.barrier)() if self.chance(0.3) else self.statement(0))
        if self.chance(0.4):
            made += [self.leave()] + [self.statement(0) for _ in range(self.random.randint(1, 3))]
        return made

    def shader(self):
        made = self.statements()
        lines = [line for lines, _ in made for line in lines]
        self.c = self.pick("0", "all", "a & 1")
        begun = ["uint all = group.x * %d + t, a = In[all], b = t, c = %s, d = 5;" % (self.threads, self.c)] + ["uint lane = WaveGetLaneIndex();"] * (not self.scans_alone)
        used = ["Out[all] = 1;"] * self.may_leave + ["Kept[all] = 1;"] * any("Kept[" in line for line in lines)
        begun += ["if (a > 1000)"] * bool(used) + block_of(used) * bool(used)  # whatever is folded
        begun += ["bool k{0} = false;\n    uint b{0} = 0, f{0} = 0, m{0} = 0;".format(name) for name in re.findall(r"\bk(n\d+) =", "\n".join(lines))]
        text = ["StructuredBuffer<uint> In;", "RWStructuredBuffer<uint4> Out;", "RWStructuredBuffer<uint> Kept;"] + self.arrays + [
            "[numthreads(%s)]" % self.shape, "void main(uint t : SV_GroupIndex, uint3 group : SV_GroupID)"] + block_of(begun + lines + ["Out[all] = uint4(a, b, c, d);"])
        return "\n".join(text + [""]), [run for _, run in made]

    def model(self, runs, wave, data, kept):
        """What is in Out; what is in Kept is stored there."""
        out = []
        for number in range(self.groups):
            group = Group(number, self.threads, wave, data, kept)
            a = [data[at] for at in group.names["all"]]
            c = {"0": [0] * self.threads, "all": list(group.names["all"]), "a & 1": [word & 1 for word in a]}[self.c]
            group.names.update(a=a, b=list(group.threads), c=c, d=[5] * self.threads)
            for run in runs:
                run(group, [not gone for gone in group.gone])
            out += [0 if group.gone[t] else group.names[name][t] for t in group.threads for name in REGISTERS]
        return out

    def in_order(self, kept):
        """Parts where threads come in any order, sorted; those that lie partly outside are of any of them."""
        kept = list(kept)
        for first, count in self.unordered:
            is_inside = first >= 0 and first + count <= len(kept)
            part = slice(max(first, 0), max(first + count, 0))
            kept[part] = sorted(kept[part]) if is_inside else [0] * len(kept[part])
        return kept


def check(wavecc, folder, seed):
    generator = Generator(seed)
    text, runs = generator.shader()
    data = [generator.random.getrandbits(generator.pick(1, 3, 8)) for _ in range(max(generator.total, 64))]
    stores, size = "Kept[" in text, max(generator.kept_size - generator.pick(0, 0, 40, generator.threads), 1)
    path, program = os.path.join(folder, "lanes.hlsl"), os.path.join(folder, "lanes")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    waves, options = sorted(generator.random.sample(WAVES, 2)), ["-O1"] + generator.pick(*MACHINES)
    if output_of([wavecc, path, "-o", program, "-no-warnings", "--wave-size=" + ",".join(map(str, waves))] + options) is None:
        print("seed %d %s:\n%s" % (seed, " ".join(options), text))
        return False
    for wave in waves:
        kept, end = [0] * size, len(REGISTERS) * generator.total
        wanted = generator.model(runs, wave, data, kept) + generator.in_order(kept) * stores
        words = [program, "--wave-size=%d" % wave, "--dispatch", "%d,1,1" % generator.groups, "--in", "In=u32(%s)" % ",".join(map(str, data)),
                 "--size", "Out=%d" % generator.total, "--print", "Out:%d" % generator.total]
        words += ["--size", "Kept=%d" % size, "--print", "Kept:%d" % size] * stores
        found = [int(word) for word in re.findall(r"\d+", output_of(words) or "")]
        found[end:] = generator.in_order(found[end:])
        if found != wanted:
            at = next((i for i, (one, other) in enumerate(zip(found, wanted)) if one != other), min(len(found), len(wanted)))
            place = "thread %d, %s" % (at // 4, REGISTERS[at % 4]) if at < end else "Kept[%d]" % (at - end)
            print("seed %d, waves of %d %s: %s: %s instead of %s\n%s" % (
                seed, wave, " ".join(options), place, found[at:at + 1], wanted[at:at + 1], text))
            return False
    return True


if __name__ == "__main__":
    sys.exit(judge_all("kernels of lanes", check))
