#!/usr/bin/python3
"""calls.py WAVECC FROM TO: random kernels of threads on a grid that compute little of what they load at places near their own,
behind a guard, so that a call of several groups asks once for all of them, or for those between its ends, whether the guard holds
and all places lie inside; one for each seed. Some go down rows in a loop, which waves go through together, or groups without
threads that stay go past. What they store is held against the same arithmetic here, which takes thread by
thread. What differs is printed with its shader; exit status 1 if something did."""
import random
import sys

from edges import MASK, add, choose_of, compare, least, most, name, number, subtract, times
from seeds import is_right, judge_all

SHAPES = [(16, 16), (8, 8), (32, 8), (16, 8), (64, 4), (32, 4), (8, 16), (24, 8), (12, 12), (64, 2)]
LONG_ROWS = [(128, 1), (256, 1), (128, 2), (512, 1)]
INPUTS = ["width", "height", "pitch", "plane", "skip", "zero"]


class Kernel:
    def __init__(self, choose):
        self.choose = choose
        self.turns = choose.choice([0, 0, 0, 9, 13])
        self.threads = choose.choice(LONG_ROWS if self.turns and choose.random() < 0.8 else SHAPES)
        self.groups = [choose.randint(1, 7), choose.randint(1, 3)]
        extent = [self.threads[a] * self.groups[a] for a in range(2)]
        width, height = (choose.choice([extent[a], extent[a], extent[a] - 1, extent[a] - self.threads[a], extent[a] + 3,
                                        max(1, extent[a] - self.threads[a] - 2), choose.randint(1, extent[a]), 0]) for a in range(2))
        pitch = max(extent[0], width) + choose.choice([0, 0, 1, 8])
        self.inputs = {"width": width, "height": height, "pitch": pitch, "plane": pitch * max(extent[1], height), "zero": 0,
                       "skip": choose.choice([0, 0, 1, 3, pitch, MASK, MASK - 2, 1 << 31])}
        self.planes = choose.choice([1, 1, 2, 3])
        self.is_plain = choose.random() < 0.7  # as kernels mostly are, which calls ask for most often
        self.is_flipped = choose.random() < 0.2
        self.adds_in_place = choose.random() < 0.2
        self.guard = self.make_guard()
        self.taps = [(self.make_place(), choose.randint(1, 99)) for _ in range(choose.randint(1, 5))]
        self.walk = self.x() if choose.random() < 0.7 else self.make_place()

    def x(self):
        return name("x", False, "id.x")

    def y(self):
        return name("y", False, "id.y")

    def input(self, which):
        return name(which, False)

    # ---- guards

    def bound(self, axis):
        place, end = (self.x(), self.y())[axis], self.input(("width", "height")[axis])
        if self.is_plain:
            return compare("<", place, end)
        return self.choose.choice([lambda: compare("<", place, end), lambda: compare("<", place, end), lambda: compare("<", place, end),
                                   lambda: compare(">", end, place), lambda: compare("<", add(place, number(2, False)), end),
                                   lambda: compare("<", place, subtract(end, number(1, False))),
                                   lambda: compare("<", subtract(place, number(1, False)), end),
                                   lambda: compare("<=", place, end), lambda: compare("<", add(place, self.input("skip")), end)])()

    def make_guard(self):
        """Comparisons that all hold in the threads that go on; whether it is a return or a branch."""
        kind = self.choose.choice(["return", "return", "branch", "branch", None])
        return kind, [self.bound(a) for a in self.choose.choice([(0, 1), (0, 1), (1, 0), (0,), (1,), (0, 1, 0)])] if kind else []

    def goes_on(self, names):
        return all(bound.of(names) for bound in self.guard[1])

    # ---- places

    def coordinate(self, axis):
        place, end = (self.x(), self.y())[axis], self.input(("width", "height")[axis])
        one, distance = number(1, False), number(self.choose.randint(1, 3), False)
        last = subtract(end, one)
        if self.is_plain and self.choose.random() < 0.8:
            return self.choose.choice([place, place, add(place, distance), subtract(place, distance), add(place, self.input("skip")), least(place, last),
                                       subtract(most(place, distance), distance), least(add(place, distance), last), times(place, 2)])
        return self.choose.choice([
            lambda: place, lambda: place, lambda: add(place, distance), lambda: subtract(place, distance),
            lambda: subtract(most(place, distance), distance), lambda: least(add(place, distance), last), lambda: least(place, last),
            lambda: subtract(last, place), lambda: add(place, self.input("skip")),
            lambda: subtract(add(place, self.input("skip")), self.input("skip")),
            lambda: times(place, 2), lambda: self.part(place), lambda: self.of_both(place, last), lambda: most(place, self.input("skip"))])()

    def part(self, place):
        """A quotient, a remainder or bits of it."""
        sign, by = self.choose.choice([("/", 2), ("/", 3), ("%", 8), ("%", 5), (">>", 1), ("&", 7), ("&", 12), ("<<", 1)])
        result = {"/": lambda a: a // by, "%": lambda a: a % by, ">>": lambda a: a >> by, "&": lambda a: a & by, "<<": lambda a: a << by}[sign]
        made = number(0, False)
        made.text, made.of = "(%s %s %d)" % (place.text, sign, by), lambda names: result(place.of(names) & MASK) & MASK
        return made

    def of_both(self, place, last):
        return choose_of(compare("<", place, last), add(place, number(1, False)), place)

    def make_place(self):
        column, row = self.coordinate(0), self.coordinate(1)
        made = add(self.product(row, "pitch"), column)
        extra = self.choose.choice([None, None, None, "plane", "skip"])
        if extra:
            made = add(made, self.input(extra))
        return made if self.choose.random() < 0.9 else subtract(made, number(self.choose.choice([1, 40, 3000]), False))

    def product(self, value, by):
        made = number(0, False)
        made.text, made.of = "%s * %s" % (value.text, by), lambda names: value.of(names) * names[by]
        return made

    # ---- the shader

    def target(self, plane):
        column = subtract(subtract(self.input("pitch"), number(1, False)), self.x()) if self.is_flipped else self.x()
        place = add(self.product(self.y(), "pitch"), column)
        return add(place, times(self.input("plane"), plane)) if plane > 0 else place

    def source(self):
        text = "cbuffer Sizes { uint %s; };\nStructuredBuffer<uint> From;\nRWStructuredBuffer<uint> To;\n\n" % ", ".join(INPUTS)
        text += "[numthreads(%d, %d, 1)]\nvoid main(uint3 id : SV_DispatchThreadID)\n{\n" % self.threads
        body = "    uint sum = 1;\n"
        if self.turns:
            body += "    for (uint k = 0; k < %d; k++)\n        sum += From[%s + k * pitch] * (k + 1);\n" % (self.turns, self.walk.text)
        for place, weight in self.taps:
            body += "    sum += From[%s] * %d;\n" % (place.text, weight)
        for plane in range(self.planes):
            sign = "+=" if self.adds_in_place else "="
            body += "    To[%s] %s sum * %d;\n" % (self.target(plane).text, sign, plane + 1)
        kind, bounds = self.guard
        if kind == "return":
            text += "    if (%s)\n        return;\n" % " || ".join("!(%s)" % bound.text for bound in bounds)
        if kind == "branch":
            body = "    if (%s) {\n%s    }\n" % (" && ".join("(%s)" % bound.text for bound in bounds), body)
        return text + body + "}\n"

    # ---- the model

    def expected(self, memory, count):
        to = [0] * count
        for y in range(self.threads[1] * self.groups[1]):
            for x in range(self.threads[0] * self.groups[0]):
                names = dict(self.inputs, x=x, y=y)
                if not self.goes_on(names):
                    continue
                places = [place.of(names) & MASK for place, _ in self.taps]
                total = 1 + sum(memory[at] * weight for at, (_, weight) in zip(places, self.taps) if at < len(memory))
                for k in range(self.turns):
                    at = self.walk.of(names) + k * names["pitch"] & MASK
                    total += memory[at] * (k + 1) if at < len(memory) else 0
                for plane in range(self.planes):
                    at = self.target(plane).of(names) & MASK
                    if at < count:
                        to[at] = (to[at] if self.adds_in_place else 0) + total * (plane + 1) & MASK
        return to


def check(wavecc, folder, seed):
    choose = random.Random(seed)
    kernel = Kernel(choose)
    area = kernel.inputs["plane"]
    memory = [choose.randrange(1 << 32) for _ in range(max(1, choose.choice([area, area, area * 3, area - 1, area - kernel.inputs["pitch"], area // 2])))]
    count = max(1, choose.choice([area * kernel.planes] * 3 + [area * kernel.planes - 1, area * kernel.planes - 40, area // 2]))
    options = choose.choice([[], [], [], ["--wave-size=8"], ["--wave-size=16"], ["--wave-size=4"], ["--wave-size=32"], ["--target=x86-64-v2"],
                             ["--target=generic"], ["--cc=gcc"], ["--target=x86-64-v3", "--lanes=4"], ["--extra-waves=1"]])
    return is_right(wavecc, folder, kernel.source(), options, [kernel.inputs[each] for each in INPUTS], memory,
                    kernel.expected(memory, count), kernel.groups + [1], "seed %d" % seed)


if __name__ == "__main__":
    sys.exit(judge_all("kernels of calls", check))
