#!/usr/bin/env python3
"""Random kernels that pass words through groupshared memory, held against a model of Direct3D's barriers.

    shared.py WAVECC FIRST LAST

Of each seed a shader: one to 20 groups of 4 to 1024 threads in one to three dimensions, one to three groupshared arrays of one to three
components, and stretches between barriers. In each stretch an array is either loaded at any place and stored by nobody, or each
thread loads and stores its own element, at a place that a permutation gives it. So threads never race, and the model may take
them one after the other. What they do hangs on their place, on data, or on both, in branches in branches; places may lie
outside, where loads give 0. Sums over what all have stored, by one thread or by all, are loops; scans and trees of
what they store are steps with barriers. Loops of the group go round stretches. Towards the end threads return one by one, with what
they have, and any of them stores to an element of a buffer that is its own.

It is run in waves of four sizes, each of which gives what the model gives, word for word.
"""
import os
import random
import re
import sys

from seeds import judge_all, output_of

MASK = 0xFFFFFFFF
WAVES = ["8", "16", "32", "64"]
SHAPES = ["4,4,1", "4,4,1", "8,1,1", "2,2,2", "5,1,1", "3,3,1", "4,1,1", "6,2,1", "16,1,1", "32,1,1", "8,8,1", "64,1,1", "64,1,1", "4,4,4", "32,2,1", "10,10,1", "100,1,1", "33,1,1", "70,1,1", "128,1,1",
          "16,16,1", "256,1,1", "256,1,1", "32,4,1", "300,1,1", "512,1,1", "1024,1,1", "32,32,1"]
GROUPS = [1, 1, 2, 3, 7, 20]
REGISTERS = "abcd"
COMPONENTS = "xyz"
RESULT = "Out[all] = uint4(a, b, c, d);"
OPERATIONS = {
    "+": lambda x, y: x + y & MASK,
    "*": lambda x, y: x * y & MASK,
    "^": lambda x, y: x ^ y,
    "&": lambda x, y: x & y,
    "min": min,
    "max": max,
}


class Thread:
    """What one has, while the model runs it: its number, its registers, what it was given."""

    def __init__(self, number, data):
        self.number, self.data = number, data
        self.registers = {name: 0 for name in REGISTERS}
        self.result, self.is_gone = None, False

    def give_result(self):
        self.result = [self.registers[name] for name in REGISTERS]


def run_all(runs, thread, memory):
    """Until it returns."""
    for each in runs:
        if not thread.is_gone:
            each(thread, memory)


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.shape = self.random.choice(SHAPES)
        x, y, z = map(int, self.shape.split(","))
        self.threads = x * y * z
        self.groups = self.random.choice(GROUPS if self.threads < 64 else [1, 3] if self.threads < 300 else [1])
        self.arrays = {"pqs"[i]: self.random.choice([1, 1, 1, 2, 3]) for i in range(self.random.randint(1, 3))}
        self.may_leave, self.kept_place = False, self.own_place()
        self.met, self.may_meet = None, False  # the array that threads store to together in a stretch, once

    def pick(self, *choices):
        return self.random.choice(choices)

    # Each gives the HLSL and a function of a thread, (text, value).

    def own_place(self):
        count, by = self.threads, self.random.randrange(self.threads)
        kinds = [("t", lambda n: n), ("t", lambda n: n), ("%d - t" % (count - 1), lambda n: count - 1 - n),
                 ("(t + %d) %% %d" % (by, count), lambda n: (n + by) % count)]
        if count & count - 1 == 0:
            bit = 1 << self.random.randrange(count.bit_length() - 1)
            kinds += [("t ^ %d" % bit, lambda n: n ^ bit), ("t ^ %d" % by, lambda n: n ^ by),
                      ("t %% 2 * %d + t / 2" % (count // 2), lambda n: n % 2 * (count // 2) + n // 2)]
        text, of = self.random.choice(kinds)
        return text, lambda thread: of(thread.number)

    def any_place(self):
        by = self.random.choice([1, 2, 3, 4, 8, 16, 32])
        text, of = self.pick(("t - %d" % by, lambda n: n - by & MASK), ("t + %d" % by, lambda n: n + by), ("t / %d" % by, lambda n: n // by),
                             ("t * 2", lambda n: n * 2), ("t * 2 + 1", lambda n: n * 2 + 1), ("%d" % (by % self.threads), lambda n: by % self.threads),
                             ("t & ~%d" % (by - 1), lambda n: n & ~(by - 1)), (None, None), (None, None), (None, None))
        if text is not None:
            return text, lambda thread: of(thread.number)
        if self.random.random() < 0.2:
            return "In[all] %% %d" % self.threads, lambda thread: thread.data % self.threads
        return self.own_place()

    def value(self):
        name, number = self.random.choice(REGISTERS), self.random.randrange(100)
        leaf = self.pick((name, lambda thread: thread.registers[name]), (name, lambda thread: thread.registers[name]),
                         ("t", lambda thread: thread.number), ("In[all]", lambda thread: thread.data), ("%du" % number, lambda thread: number))
        if self.random.random() < 0.5:
            return leaf
        operation = self.random.choice(list(OPERATIONS))
        other = self.value()
        text = "%s(%s, %s)" if operation.isalpha() else "(%s %s %s)"
        words = (operation, leaf[0], other[0]) if operation.isalpha() else (leaf[0], operation, other[0])
        return text % words, lambda thread: OPERATIONS[operation](leaf[1](thread), other[1](thread))

    def condition(self):
        kind, number = self.random.randrange(6), self.random.randrange(1, self.threads)
        if kind < 2:
            bit = self.random.choice([1, 2, 4, 8, 16, 3, 7])
            return self.pick(("t < %d" % number, lambda thread: thread.number < number), ("t >= %d" % number, lambda thread: thread.number >= number),
                             ("(t & %d) == 0" % bit, lambda thread: thread.number & bit == 0), ("t == %d" % number, lambda thread: thread.number == number))
        if kind < 4:
            left, right = self.value(), self.value()
            return "%s < %s" % (left[0], right[0]), lambda thread: left[1](thread) < right[1](thread)
        left, right = self.condition(), self.condition()
        if kind == 4:
            return "(%s) && (%s)" % (left[0], right[0]), lambda thread: left[1](thread) and right[1](thread)
        return "(%s) || (%s)" % (left[0], right[0]), lambda thread: left[1](thread) or right[1](thread)

    # Each gives lines and a function that a thread runs, of (thread, memory).

    def load(self, own):
        array, register = self.random.choice([array for array in self.arrays if array != self.met]), self.random.choice(REGISTERS)
        component = self.random.randrange(self.arrays[array])
        place = own[array] or self.any_place()

        def run(thread, memory):
            at = place[1](thread)
            thread.registers[register] = memory[array][at][component] if at < self.threads else 0

        return ["%s = %s;" % (register, self.element(array, place[0], component))], run

    def element(self, array, place, component):
        return "%s[%s]%s" % (array, place, "" if self.arrays[array] == 1 else "." + COMPONENTS[component])

    def store(self, own):
        stored = [array for array in self.arrays if own[array]]
        if not stored:
            return self.compute()
        array = self.random.choice(stored)
        component, place, value = self.random.randrange(self.arrays[array]), own[array], self.value()

        def run(thread, memory):
            memory[array][place[1](thread)][component] = value[1](thread)

        return ["%s = %s;" % (self.element(array, place[0], component), value[0])], run

    def meet(self):
        """Several threads store the same to one element."""
        component, factor = self.random.randrange(self.arrays[self.met]), self.random.randrange(1, 9)
        text, of = self.pick(("t / 2", lambda n: n // 2), ("t / 8", lambda n: n // 8), ("(t & 3)", lambda n: n & 3), ("t % 5", lambda n: n % 5), ("0", lambda n: 0))

        def run(thread, memory):
            memory[met][of(thread.number)][component] = of(thread.number) * factor + 1

        met, self.may_meet = self.met, False
        return ["%s = %s * %d + 1;" % (self.element(self.met, text, component), text, factor)], run

    def compute(self):
        register, value = self.random.choice(REGISTERS), self.value()

        def run(thread, memory):
            thread.registers[register] = value[1](thread)

        return ["%s = %s;" % (register, value[0])], run

    def total(self, own):
        """Of elements that nobody stores meanwhile; some take the loop, or all."""
        loaded = [array for array in self.arrays if not own[array] and array != self.met]
        if not loaded:
            return self.compute()
        array, register = self.random.choice(loaded), self.random.choice(REGISTERS)
        component, operation = self.random.randrange(self.arrays[array]), self.pick("+", "^", "max", "min")
        first = self.random.randrange(4)
        end = self.random.randint(first + 1, self.threads) if first + 1 < self.threads else first + 1
        element = self.element(array, "i", component)
        text = "%s(%s, %s)" % (operation, register, element) if operation.isalpha() else "%s %s %s" % (register, operation, element)

        def run(thread, memory):
            for i in range(first, end):
                thread.registers[register] = OPERATIONS[operation](thread.registers[register], memory[array][i][component])

        return ["for (uint i = %d; i < %d; i++)" % (first, end), "    %s = %s;" % (register, text)], run

    def keep(self, value):
        """To an element of a buffer that no other thread goes to."""
        place = self.kept_place

        def run(thread, memory):
            memory["Kept"][place[1](thread)] = value[1](thread)

        return ["Kept[group.x * %d + (%s)] = %s;" % (self.threads, place[0], value[0])], run

    def leave(self, own):
        """Some threads return, here or behind a few more statements."""
        condition, last = self.condition(), self.statements(own, 2)
        lines = ["if (%s)" % condition[0], "{"] + ["    " + line for line in last[0] + [RESULT, "return;"]] + ["}"]

        def run(thread, memory):
            if condition[1](thread):
                run_all(last[1], thread, memory)
                thread.give_result()
                thread.is_gone = True

        return lines, run

    def few(self):
        """All give what they have; then come a few threads in branches one behind the other, some of which return."""
        own, lines, runs = {array: None for array in self.arrays}, [RESULT, "GroupMemoryBarrierWithGroupSync();"], []
        for _ in range(self.random.randint(2, 3)):
            number, returns = self.random.randrange(min(self.threads, 6)), self.random.random() < 0.5
            body = [self.load(own) for _ in range(self.random.randint(1, 2))]
            name = body[-1][0][0].split()[0]  # what was loaded: then nothing is kept over the barrier
            body.append(self.keep(self.pick((name, lambda thread, name=name: thread.registers[name]), self.value())))
            text, holds = self.pick(("t == %d" % number, lambda n, number=number: n == number), ("t < %d" % (number + 1), lambda n, number=number: n <= number),
                                    ("(t & 3) == 1 && t < 8", lambda n, number=number: n & 3 == 1 and n < 8))
            lines += ["if (%s)" % text, "{"] + ["    " + line for made in body for line in made[0]] + ["    return;"] * returns + ["}"]

            def run(thread, memory, holds=holds, body=body, returns=returns):
                if holds(thread.number):
                    run_all([made[1] for made in body], thread, memory)
                    thread.is_gone = returns

            runs.append(run)
        return lines, [[lambda thread, memory: thread.give_result()], runs]

    def branch(self, own, depth):
        condition, sides = self.condition(), [self.statements(own, depth + 1), self.statements(own, depth + 1) if self.random.random() < 0.4 else ([], [])]
        lines = ["if (%s)" % condition[0], "{"] + ["    " + line for line in sides[0][0]] + ["}"]
        if sides[1][0]:
            lines += ["else", "{"] + ["    " + line for line in sides[1][0]] + ["}"]

        def run(thread, memory):
            run_all(sides[0 if condition[1](thread) else 1][1], thread, memory)

        return lines, run

    def statements(self, own, depth):
        lines, runs = [], []
        for _ in range(self.random.randint(1, 4 if depth == 0 else 2)):
            kind = self.random.randrange(13)
            if self.may_leave and depth < 2 and self.random.random() < 0.25:
                made = self.leave(own)
            elif self.may_meet and self.random.random() < 0.3:
                made = self.meet()
            elif kind < 4:
                made = self.load(own)
            elif kind < 8:
                made = self.store(own)
            elif kind < 10 and depth < 3:
                made = self.branch(own, depth)
            elif kind == 10:
                made = self.total(own)
            elif kind == 11:
                made = self.keep(self.value())
            else:
                made = self.compute()
            lines += made[0]
            runs.append(made[1])
        return lines, runs

    def stretch(self):
        own = {array: self.own_place() if self.random.random() < 0.5 else None for array in self.arrays}
        self.met = self.random.choice(list(self.arrays)) if len(self.arrays) > 1 and self.random.random() < 0.25 else None
        self.may_meet = self.met is not None
        own.update({self.met: None} if self.met else {})
        lines, runs = self.statements(own, 0)
        self.met, self.may_meet = None, False
        return lines + ["GroupMemoryBarrierWithGroupSync();"], [runs]

    def sweep(self):
        """A scan or a tree of what each thread stores, in steps with barriers; then some of it is loaded."""
        array, register = self.random.choice(list(self.arrays)), self.random.choice(REGISTERS)
        component, operation, value, count = self.random.randrange(self.arrays[array]), self.pick("+", "+", "^", "max", "min"), self.value(), self.threads
        element = lambda place: self.element(array, place, component)
        join = lambda left, right: "%s(%s, %s)" % (operation, left, right) if operation.isalpha() else "%s %s %s" % (left, operation, right)
        wait, combine = "GroupMemoryBarrierWithGroupSync();", OPERATIONS[operation]
        is_tree = self.random.random() < 0.4
        lines = ["%s = %s;" % (element("t"), value[0]), wait]
        if is_tree:
            lines += ["for (uint step = %d; step > 0; step >>= 1)" % ((1 << (count - 1).bit_length()) // 2), "{",
                      "    if (t < step && t + step < %d)" % count, "        %s = %s;" % (element("t"), join(element("t"), element("t + step"))), "    " + wait, "}"]
        elif self.random.random() < 0.5:
            lines += ["for (uint step = 1; step < %d; step *= 2)" % count, "{", "    uint sum = %s;" % element("t"), "    if (t >= step)",
                      "        sum = %s;" % join("sum", element("t - step")), "    " + wait, "    %s = sum;" % element("t"), "    " + wait, "}"]
        else:
            lines += ["{", "    uint sum = %s;" % element("t"), "    for (uint step = 1; step < %d; step *= 2)" % count, "    {",
                      "        uint other = t >= step ? %s : sum;" % element("t - step"), "        " + wait,
                      "        sum = t >= step ? %s : sum;" % join("other", "sum"), "        %s = sum;" % element("t"), "        " + wait, "    }", "}"]
        place = self.pick(("t", lambda n: n), ("t ? t - 1 : 0", lambda n: n - 1 if n else 0), ("0", lambda n: 0), ("%d" % (count - 1), lambda n: count - 1))
        lines += ["%s = %s;" % (register, element("(%s)" % place[0])), wait]

        def store(thread, memory):
            memory[array][thread.number][component] = value[1](thread)

        def go(thread, memory):
            words = memory[array]
            if thread.number > 0:
                return
            if not is_tree:
                for at in range(1, count):
                    words[at][component] = combine(words[at - 1][component], words[at][component])
                return
            step = (1 << (count - 1).bit_length()) // 2
            while step > 0:
                for at in range(min(step, count - step)):
                    words[at][component] = combine(words[at][component], words[at + step][component])
                step //= 2

        def load(thread, memory):
            thread.registers[register] = memory[array][place[1](thread.number)][component]

        return lines, [[store], [go], [load]]

    def stretches(self, count, depth):
        lines, stretches = [], []
        for _ in range(count):
            if depth == 0 and self.random.random() < 0.15:
                turns = self.random.randint(2, 20)
                inner = self.stretches(self.random.randint(1, 2), 1)
                lines += ["for (uint turn = 0; turn < %d; turn++)" % turns, "{"] + ["    " + line for line in inner[0]] + ["}"]
                stretches += inner[1] * turns
            else:
                made = self.sweep() if self.random.random() < 0.25 else self.stretch()
                lines += made[0]
                stretches += made[1]
        return lines, stretches

    def shader(self):
        lines, stretches = self.stretches(self.random.randint(2, 7), 0)
        self.may_leave = self.random.random() < 0.6
        for _ in range(self.random.randint(1, 3) if self.may_leave else 0):
            last = self.stretch()
            lines, stretches = lines + last[0], stretches + last[1]
        if self.may_leave and self.random.random() < 0.7:
            lines.pop()  # the barrier
        last = self.few() if self.random.random() < 0.3 else ([RESULT], [[lambda thread, memory: thread.give_result()]])
        lines, stretches = lines + last[0], stretches + last[1]
        if any("Kept[" in line for line in lines):  # used, whatever is folded
            lines = ["if (In[all] > 1000)", "    Kept[all] = 1;"] + lines
        arrays = ["groupshared %s %s[%d];" % ("uint" if components == 1 else "uint%d" % components, array, self.threads)
                  for array, components in self.arrays.items()]
        text = ["StructuredBuffer<uint> In;", "RWStructuredBuffer<uint4> Out;", "RWStructuredBuffer<uint> Kept;"] + arrays + [
            "[numthreads(%s)]" % self.shape, "void main(uint t : SV_GroupIndex, uint3 group : SV_GroupID)", "{",
            "    uint all = group.x * %d + t, a = 0, b = 0, c = 0, d = 0;" % self.threads] + [
            "    " + line for line in lines] + ["}", ""]
        return "\n".join(text), stretches

    def run(self, stretches, data):
        """Of one group."""
        memory = {array: [[0] * components for _ in range(self.threads)] for array, components in self.arrays.items()}
        memory["Kept"] = [0] * self.threads
        threads = [Thread(number, data[number]) for number in range(self.threads)]
        for runs in stretches:
            for thread in threads:
                run_all(runs, thread, memory)
        return [word for thread in threads for word in thread.result], memory["Kept"]


def check(wavecc, folder, seed):
    generator = Generator(seed)
    text, stretches = generator.shader()
    threads, count = generator.threads, generator.threads * generator.groups
    data = [generator.random.randrange(100) for _ in range(count)]
    groups = [generator.run(stretches, data[first:first + threads]) for first in range(0, count, threads)]
    buffers = ["Out", "Kept"] if "Kept[" in text else ["Out"]
    wanted = [word for buffer in range(len(buffers)) for group in groups for word in group[buffer]]
    path, program = os.path.join(folder, "shared.hlsl"), os.path.join(folder, "shared")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    options = ["--wave-size=" + ",".join(WAVES)] + generator.pick([], [], ["--target=x86-64-v3"])
    if output_of([wavecc, path, "-o", program] + options) is None:
        print("seed %d:\n%s" % (seed, text))
        return False
    for wave in WAVES:
        out = output_of([program, "--wave-size=" + wave, "--dispatch", "%d,1,1" % generator.groups,
                         "--in", "In=u32(%s)" % ",".join(map(str, data))] + [
            word for buffer in buffers for word in ("--size", "%s=%d" % (buffer, count), "--print", "%s:%d" % (buffer, count))])
        found = [int(word) for word in re.findall(r"\d+", out or "")]
        if found != wanted:
            at = next((i for i, (one, other) in enumerate(zip(found, wanted)) if one != other), min(len(found), len(wanted)))
            place = "thread %d, %s" % (at // 4, REGISTERS[at % 4]) if at < 4 * count else "Kept[%d]" % (at - 4 * count)
            print("seed %d, waves of %s %s: %s: %s instead of %s\n%s" % (
                seed, wave, " ".join(options[1:]), place, found[at:at + 1], wanted[at:at + 1], text))
            return False
    return True


if __name__ == "__main__":
    sys.exit(judge_all("kernels that share memory", check))
