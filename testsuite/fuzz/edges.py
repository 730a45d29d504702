#!/usr/bin/python3
"""edges.py WAVECC FROM TO: random kernels of threads on a grid that look at their neighbours and keep to the grid's edges in
one of many ways, whose elements have one to four words, one for each seed; what they store is held against the same
arithmetic here, which takes thread by thread. What differs is printed with its shader; exit status 1 if something did."""
import random
import sys

from seeds import is_right, judge_all

MASK = 0xffffffff
SHAPES = [(8, 8, 1), (16, 16, 1), (32, 8, 1), (64, 1, 1), (10, 10, 1), (24, 8, 1), (128, 1, 1), (4, 4, 4), (20, 6, 1),
          (16, 2, 2), (256, 1, 1), (6, 5, 1), (32, 2, 2)]
AXES = "xyz"


def signed(value):
    value &= MASK
    return value - (1 << 32) if value >> 31 else value


class Value:
    """An expression: its text, and what it is of the names' values (modulo 2^32)."""

    def __init__(self, text, of, is_signed):
        self.text, self.of, self.is_signed = text, of, is_signed

    def ordered(self, names):
        return signed(self.of(names)) if self.is_signed else self.of(names) & MASK


def name(text, is_signed, spelling=None):
    return Value(spelling or text, lambda names: names[text], is_signed)


def number(value, is_signed):
    text = "(%d)" % value if is_signed else "%du" % (value & MASK)
    return Value(text, lambda names: value, is_signed)


def add(left, right):
    return Value("(%s + %s)" % (left.text, right.text), lambda names: left.of(names) + right.of(names), left.is_signed)


def subtract(left, right):
    return Value("(%s - %s)" % (left.text, right.text), lambda names: left.of(names) - right.of(names), left.is_signed)


def times(left, factor):
    return Value("(%s * %d)" % (left.text, factor), lambda names: left.of(names) * factor, left.is_signed)


def least(left, right):
    return Value("min(%s, %s)" % (left.text, right.text), lambda names: min(left.ordered(names), right.ordered(names)), left.is_signed)


def most(left, right):
    return Value("max(%s, %s)" % (left.text, right.text), lambda names: max(left.ordered(names), right.ordered(names)), left.is_signed)


COMPARISONS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
               "==": lambda a, b: a == b, "!=": lambda a, b: a != b}


def compare(sign, left, right):
    return Value("%s %s %s" % (left.text, sign, right.text), lambda names: COMPARISONS[sign](left.ordered(names), right.ordered(names)), False)


def both(conditions, word=" && "):
    join = all if word == " && " else any
    return Value("(%s)" % word.join("(%s)" % one.text for one in conditions), lambda names: join(one.of(names) for one in conditions), False)


def choose_of(condition, one, other):
    return Value("(%s ? %s : %s)" % (condition.text, one.text, other.text),
                 lambda names: one.of(names) if condition.of(names) else other.of(names), one.is_signed)


class Kernel:
    def __init__(self, choose):
        self.choose = choose
        self.threads = choose.choice(SHAPES)
        self.axes = 3 if self.threads[2] > 1 else 2 if self.threads[1] > 1 else choose.choice([1, 2])
        self.sizes = [choose.choice([1, 2, 3, 5, 16, 17, 31, 32, 33, 40, 64, 70, 100, 200, 300]) if a == 0 else
                      choose.choice([1, 2, 3, 7, 8, 16, 20, 33]) if a < self.axes else 1 for a in range(3)]
        self.groups = [-(-self.sizes[a] // self.threads[a]) + choose.choice([0, 0, 0, 1]) if a < self.axes else 1 for a in range(3)]
        self.is_signed = choose.random() < 0.6
        self.constant = [choose.random() < 0.15 for _ in range(3)]
        self.origin = choose.choice([0] * 6 + [5, 40, -3, (1 << 32) - 7, (1 << 31) - 20, 1 << 31])
        self.scale = choose.choice([1, 1, 1, 1, 2, 3])
        self.guard = choose.choice(["return", "return", "branch", None])
        self.words = choose.choice([1, 1, 1, 2, 3, 4])  # of an element of From
        self.tile = choose.random() < 0.25 and self.threads[0] * self.threads[1] * self.threads[2] <= 256
        self.reach = choose.randint(1, 3)
        self.rule = choose.choice(["clamp", "clamp", "select", "wrap", "ring", "zero", "zero", "branch", "equal", "mirror", "mixed"])
        self.loop = self.make_loop() if choose.random() < 0.4 else None
        self.taps = self.make_taps()
        self.kept_off = [self.margins(a) for a in range(self.axes) if not self.constant[a]] if choose.random() < 0.4 else []

    def margins(self, axis):
        """What keeps threads off the axis' two sides."""
        value, margin = self.place(axis), self.choose.randint(1, 3)
        low = self.choose.choice([compare("==", value, number(0, self.is_signed)), compare("<", value, number(margin, self.is_signed))])
        last = subtract(self.size(axis), number(margin, self.is_signed))
        return both([low, self.choose.choice([compare(">=", value, last), compare("<=", last, value)])], " || ")

    def make_loop(self):
        """A counter from one input to another, which may wrap, jump or go back; its turns are counted, too."""
        if self.choose.random() < 0.5:
            return {"is_signed": True, "first": -self.reach & MASK, "last": self.reach, "sign": "<=", "step": 1, "back": 0}
        first = self.choose.choice([0, 0, 1, -1, -3, -20, 5, (1 << 31) - 3, (1 << 31) - 1, 1 << 31])
        return {"is_signed": self.choose.random() < 0.5, "first": first & MASK,
                "last": first + self.choose.choice([0, 1, 2, 2, 4, 5, -1, 1 << 20]) & MASK, "sign": self.choose.choice(["<", "<="]),
                "step": self.choose.choice([1, 1, 2, 3]), "back": self.choose.choice([0, 0, 2, 30])}

    # ---- places

    def size(self, axis):
        if self.constant[axis]:
            return number(self.sizes[axis], self.is_signed)
        return name("size" + AXES[axis], self.is_signed, "(int)size%s" % AXES[axis] if self.is_signed else None)

    def place(self, axis):
        return name("p" + AXES[axis], self.is_signed)

    def at(self, axis, distance):
        value = self.place(axis)
        return value if distance == 0 else add(value, number(distance, self.is_signed)) if distance > 0 or self.is_signed \
            else subtract(value, number(-distance, False))

    def outside(self, axis, value):
        conditions = [compare(*self.choose.choice([(">=", value, self.size(axis)), ("<=", self.size(axis), value)]))]
        if self.is_signed:
            conditions.append(compare("<", value, number(0, True)))
        return both(conditions, " || ")

    def edge(self, rule, axis, distance):
        """Where the neighbour is, and what must hold for it to count."""
        value, zero, one = self.at(axis, distance), number(0, self.is_signed), number(1, self.is_signed)
        last = subtract(self.size(axis), one)
        if rule == "mixed":
            rule = self.choose.choice(["clamp", "select", "wrap", "ring", "zero", "equal", "mirror"])
        if rule == "clamp":
            return (least(most(value, zero), last) if self.is_signed or distance >= 0 else least(value, last)), None
        if rule == "select":
            inside = compare("<", value, self.size(axis)) if distance > 0 else compare(">=", self.place(axis), number(-distance, self.is_signed))
            return choose_of(inside, value, self.place(axis)), None
        if rule == "wrap":
            inside = compare("<", value, self.size(axis)) if distance > 0 else compare(">", self.place(axis), number(-distance - 1, self.is_signed))
            other = subtract(value, self.size(axis)) if distance > 0 else add(value, self.size(axis))
            return choose_of(inside, value, other), None
        if rule == "ring":
            around = add(self.place(axis), add(self.size(axis), number(distance, self.is_signed)))
            size = self.sizes[axis]
            is_mask = size & (size - 1) == 0 and self.choose.random() < 0.5
            by = "& %du" % (size - 1) if is_mask else "%% (uint)(%s)" % self.size(axis).text
            text = "(%s)((uint)%s %s)" % ("int" if self.is_signed else "uint", around.text, by)
            return Value(text, lambda names: (around.of(names) & MASK) % size, self.is_signed), None
        if rule == "equal":
            place = self.place(axis)
            end = zero if distance <= 0 else last
            return choose_of(compare("==", place, end), place, self.at(axis, (distance > 0) - (distance < 0))), None
        if rule == "mirror":
            return choose_of(compare(">", value, last), subtract(add(last, last), value), value), None
        return value, both([compare("<", value, self.size(axis))] + ([compare(">=", value, zero)] if self.is_signed else []))

    def make_taps(self):
        taps = []
        for _ in range(self.choose.randint(0, 2) if self.loop else self.choose.randint(2, 9)):
            distances = [self.choose.randint(-self.reach, self.reach) if a < self.axes else 0 for a in range(3)]
            edges = [self.edge(self.rule, a, distances[a]) for a in range(self.axes)]
            conditions = [condition for _, condition in edges if condition]
            taps.append(([place for place, _ in edges], both(conditions) if conditions else None, self.choose.randint(1, 99)))
        return taps

    def index(self, places):
        text = places[-1].text
        for axis in reversed(range(self.axes - 1)):
            text = "(%s) * size%s + %s" % (text, AXES[axis], places[axis].text)
        return text

    def load(self, places):
        return ("From[%s]" if self.words == 1 else "At(%s)") % self.index(places)

    def element(self, memory, at):
        words = memory[at * self.words:(at + 1) * self.words]
        return sum(word * factor for word, factor in zip(words, [1, 3, 5, 7])) & MASK

    def number_of(self, places, names):
        index = 0
        for axis in reversed(range(self.axes)):
            index = (index * self.sizes[axis] if axis < self.axes - 1 else 0) + places[axis].of(names)
        return index & MASK

    # ---- the shader

    def loop_source(self):
        loop, kind = self.loop, "int" if self.loop["is_signed"] else "uint"
        body = "    uint turn = 0;\n    [loop] for (%s k = first; k %s (%s)last; k += %d)\n    {\n" % (
            kind, loop["sign"], kind, loop["step"])
        body += "        int q = clamp((int)px + (int)k, 0, (int)sizex - 1);\n        sum += %s * 7 + turn;\n" % self.load(
            [Value("q", None, True)] + [self.place(a) for a in range(1, self.axes)])
        if loop["back"]:
            body += "        if (turn == 1)\n        {\n            turn++;\n            k -= %d;\n            continue;\n        }\n" % loop["back"]
        return body + "        if (++turn == 9)\n            break;\n    }\n"

    def source(self):
        kind = "int" if self.is_signed else "uint"
        text = "cbuffer Sizes { uint sizex, sizey, sizez, origin, first, last; };\nStructuredBuffer<uint%s> From;\nRWStructuredBuffer<uint> To;\n" % (self.words if self.words > 1 else "")
        if self.words > 1:
            text += "uint At(uint place) { return dot(From[place], uint%d(%s)); }\n" % (self.words, ", ".join("1357"[:self.words]))
        if self.tile:
            text += "groupshared uint tile[%d][%d][%d];\n" % self.threads[::-1]
        text += "[numthreads(%d, %d, %d)]\nvoid main(uint3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID)\n{\n" % self.threads
        for axis in range(self.axes):
            scaled = "id.%s * %d" % (AXES[axis], self.scale) if self.scale > 1 and axis == 0 else "id." + AXES[axis]
            text += "    %s p%s = %s%s;\n" % (kind, AXES[axis], scaled, " + origin" if axis == 0 and self.origin else "")
        outside = " || ".join([self.outside(axis, self.place(axis)).text for axis in range(self.axes)] + [one.text for one in self.kept_off])
        if self.guard == "return" and not self.tile:
            text += "    if (%s)\n        return;\n" % outside
        body = "    uint sum = 1;\n"
        for places, condition, weight in self.taps:
            load = "%s * %d" % (self.load(places), weight)
            if condition is None:
                body += "    sum += %s;\n" % load
            elif self.rule == "branch":
                body += "    if (%s)\n        sum += %s;\n" % (condition.text, load)
            else:
                body += "    sum += %s ? %s : 0;\n" % (condition.text, load)
        if self.loop:
            body += self.loop_source()
        if self.tile:
            body += "    tile[t.z][t.y][t.x] = sum;\n    GroupMemoryBarrierWithGroupSync();\n"
            body += "    sum = tile[t.z][t.y][px > 0 && t.x > 0 ? t.x - 1 : t.x] * 3 + tile[t.z][t.y][px < %s - 1 && t.x < %d ? t.x + 1 : t.x];\n" % (
                self.size(0).text, self.threads[0] - 1)
        store = "To[%s] = sum;\n" % self.index([self.place(a) for a in range(self.axes)])
        if (self.guard == "return" and self.tile) or self.guard is None:
            body += "    if (!(%s))\n        %s" % (outside, store)
        else:
            body += "    " + store
        if self.guard == "branch" and not self.tile:
            body = "    if (!(%s))\n    {\n%s    }\n" % (outside, body)
        elif self.guard == "branch":
            body = body.replace("    " + store, "    if (!(%s))\n        %s" % (outside, store))
        return text + body + "}\n"

    # ---- the model

    def counters(self):
        loop = self.loop or {"sign": "<", "first": 0, "last": 0, "is_signed": False}
        value, counters = loop["first"], []
        ordered = signed if loop["is_signed"] else lambda number: number
        while len(counters) < 9 and COMPARISONS[loop["sign"]](ordered(value), ordered(loop["last"])):
            counters.append(value)
            value = value + loop["step"] - (loop["back"] if len(counters) == 2 else 0) & MASK
        return counters

    def sum_of(self, names, load):
        total = 1
        for places, condition, weight in self.taps:
            if condition is None or condition.of(names):
                total += load(self.number_of(places, names)) * weight
        for turn, k in enumerate(self.counters()):
            at = min(max(signed(names["px"] + k), 0), self.sizes[0] - 1)
            places = [number(at, True)] + [self.place(a) for a in range(1, self.axes)]
            total += load(self.number_of(places, names)) * 7 + turn
        return total & MASK

    def expected(self, memory, count):
        load = lambda at: self.element(memory, at)
        to, sums, names_of = [0] * count, {}, {}
        extent = [self.groups[a] * self.threads[a] for a in range(3)]
        for z in range(extent[2]):
            for y in range(extent[1]):
                for x in range(extent[0]):
                    names = {"sizex": self.sizes[0], "sizey": self.sizes[1], "sizez": self.sizes[2],
                             "px": x * self.scale + self.origin & MASK, "py": y, "pz": z}
                    names_of[x, y, z] = names
                    is_in = (signed(names["px"]) if self.is_signed else names["px"]) in range(self.sizes[0]) and \
                        y < self.sizes[1] and z < self.sizes[2] or (self.axes == 1 and names["px"] in range(self.sizes[0]))
                    names["is_in"] = is_in and (self.axes < 2 or y < self.sizes[1]) and not any(one.of(names) for one in self.kept_off)
                    if self.tile or names["is_in"]:
                        sums[x, y, z] = self.sum_of(names, load)
        for (x, y, z), names in names_of.items():
            if not names["is_in"]:
                continue
            total, lane = sums[x, y, z], x % self.threads[0]
            if self.tile:
                px = signed(names["px"]) if self.is_signed else names["px"]
                left = x - 1 if px > 0 and lane > 0 else x
                right = x + 1 if px < (self.sizes[0] - 1) and lane < self.threads[0] - 1 else x
                total = sums[left, y, z] * 3 + sums[right, y, z] & MASK
            to[self.number_of([self.place(a) for a in range(self.axes)], names)] = total
        return to


def check(wavecc, folder, seed):
    choose = random.Random(seed)
    kernel = Kernel(choose)
    if kernel.axes == 1:
        kernel.groups[1:] = [1, 1]
    count = kernel.sizes[0] * kernel.sizes[1] * kernel.sizes[2]
    memory = [choose.randrange(1 << 32) for _ in range(kernel.words * (count if choose.random() < 0.8 else max(1, count // 2)))]
    source = kernel.source()
    options = choose.choice([[], [], [], ["--wave-size=8"], ["--target=x86-64-v2"], ["--cc=gcc"], ["--wave-size=64"], ["--wave-size=16"],
                             ["--wave-size=4"], ["--target=generic"], ["--target=x86-64-v3"], ["--coverage"], ["-O0"]])
    constants = kernel.sizes + [kernel.origin & MASK] + ([kernel.loop["first"], kernel.loop["last"]] if kernel.loop else [0, 0])
    return is_right(wavecc, folder, source, options, constants, memory, kernel.expected(memory, count), kernel.groups, "seed %d" % seed)


if __name__ == "__main__":
    sys.exit(judge_all("kernels that keep to edges", check))
