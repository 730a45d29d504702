#!/usr/bin/env python3
"""Random kernels whose threads change words of their own in place, held against a model that does it one statement at a time.

    members.py WAVECC FIRST LAST

Of each seed a shader: one or two memories, of which each thread has four or six words beside each other: members of a
structured element, in a buffer or groupshared, words of structured, raw and typed buffers, texels of a block. Three to seven
statements load, compute and store single words or two at once, some in branches and loops. No thread goes to another's words, so
that the order of threads says nothing: what loads and stores passes join, move and leave out has to be what it was.

It is run in waves of three sizes, each of which gives what the model gives, word for word.
"""
import os
import random
import re
import sys

from seeds import judge_all, output_of

MASK = 0xFFFFFFFF
WAVES = ["8", "16", "32"]
THREADS = 16
MEMBERS = ["p.x", "p.y", "id", "q", "r[0]", "r[1]"]
PAIRS = [(0, "p")]


class Memory:
    """Its declaration, and how a thread's word, or two from there on, are loaded and stored."""

    def __init__(self, name, declaration, words, pairs):
        self.name, self.declaration, self.words, self.pairs = name, declaration, words, pairs

    def load(self, at, count=1):
        return self.pairs[at] if count == 2 else self.words[at]

    def store(self, at, value, count=1):
        return "%s = %s;" % (self.load(at, count), value)


class RawMemory(Memory):
    def __init__(self):
        super().__init__("Raw", "RWByteAddressBuffer Raw;", ["", "", "", ""], {0: "", 1: "", 2: ""})

    def load(self, at, count=1):
        return "Raw.Load%s(16 * i + %d)" % ("2" if count == 2 else "", 4 * at)

    def store(self, at, value, count=1):
        return "Raw.Store%s(16 * i + %d, %s);" % ("2" if count == 2 else "", 4 * at, value)


def members_of(name, declaration):
    return Memory(name, declaration, ["%s[i].%s" % (name, member) for member in MEMBERS],
                  {at: "%s[i].%s" % (name, member) for at, member in PAIRS})


def words_of(name, declaration):
    return Memory(name, declaration, ["%s[4 * i + %d]" % (name, at) for at in range(4)], {})


MEMORIES = [
    members_of("Elements", "RWStructuredBuffer<Element> Elements;"),
    members_of("shared_elements", "groupshared Element shared_elements[%d];" % THREADS),
    words_of("Words", "RWStructuredBuffer<uint> Words;"),
    words_of("shared_words", "groupshared uint shared_words[%d];" % (4 * THREADS)),
    Memory("Typed", "RWBuffer<uint2> Typed;", ["Typed[2 * i + %d].%s" % (at // 2, "xy"[at % 2]) for at in range(4)],
           {0: "Typed[2 * i]", 2: "Typed[2 * i + 1]"}),
    Memory("Texels", "RWTexture2D<uint> Texels;",
           ["Texels[uint2(2 * (i & 7) + %d, 2 * (i >> 3) + %d)]" % (at % 2, at // 2) for at in range(4)], {}),
    RawMemory(),
]
SIZES = {"Elements": "16", "Words": "64", "Typed": "32", "Texels": "16x4", "Raw": "256"}


class Thread:
    def __init__(self, number, words):
        self.number, self.words, self.sum = number, words, number


class Generator:
    """Each statement is its lines, and what it does to a thread of the model."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.memories = self.random.sample(MEMORIES, self.random.choice([1, 1, 2]))
        self.places = [(memory, at) for memory in self.memories for at in range(len(memory.words))]
        self.pairs = [(memory, at) for memory in self.memories for at in memory.pairs]

    def word(self):
        return self.random.choice(self.places)

    def sum(self):
        (memory, at), factor = self.word(), self.random.randint(1, 9)

        def run(thread):
            thread.sum = thread.sum * factor + thread.words[memory.name][at] & MASK
        return ["sum = sum * %d + %s;" % (factor, memory.load(at))], run

    def store(self):
        (memory, at), (other, of), number = self.word(), self.word(), self.random.randint(1, 9)
        value, result = self.random.choice([
            ("%s + %d" % (other.load(of), number), lambda thread, own, its: its + number),
            ("%s * %d + %s" % (memory.load(at), number, other.load(of)), lambda thread, own, its: own * number + its),
            ("%s - i * %d" % (memory.load(at), number), lambda thread, own, its: own - thread.number * number),
            ("sum ^ %d" % number, lambda thread, own, its: thread.sum ^ number)])

        def run(thread):
            own, its = thread.words[memory.name][at], thread.words[other.name][of]
            thread.words[memory.name][at] = result(thread, own, its) & MASK
        return [memory.store(at, value)], run

    def swap(self):
        (memory, at), (other, of) = self.word(), self.word()

        def run(thread):
            own, its = thread.words[memory.name][at], thread.words[other.name][of]
            thread.words[memory.name][at] = its
            thread.words[other.name][of] = own
        return ["{ uint a = %s, b = %s; %s %s }" % (memory.load(at), other.load(of), memory.store(at, "b"),
                                                    other.store(of, "a"))], run

    def store_pair(self):
        if not self.pairs:
            return self.store()
        (memory, at), (other, of), factor = self.random.choice(self.pairs), self.random.choice(self.pairs), self.random.randint(1, 9)
        first, second = self.random.choice([(0, 1), (1, 0)])

        def run(thread):
            its = thread.words[other.name]
            thread.words[memory.name][at:at + 2] = [its[of + k] * factor + 1 & MASK for k in (first, second)]
        value = "%s.%s * %d + 1" % (other.load(of, 2), "xy"[first] + "xy"[second], factor)
        return [memory.store(at, value, 2)], run

    def branch(self):
        bit = self.random.choice([1, 2, 3, 4])
        lines, inner = self.statements(self.random.randint(1, 3), 1)

        def run(thread):
            if thread.number & bit:
                inner(thread)
        return ["if (i & %d) {" % bit] + ["    " + line for line in lines] + ["}"], run

    def loop(self):
        turns = self.random.randint(2, 3)
        lines, inner = self.statements(self.random.randint(1, 3), 1)

        def run(thread):
            for _ in range(turns):
                inner(thread)
        head = self.random.choice(["", "[loop] ", "[unroll] "]) + "for (uint turn = 0; turn < %d; turn++) {" % turns
        return [head] + ["    " + line for line in lines] + ["}"], run

    def statements(self, count, depth):
        lines, runs = [], []
        for _ in range(count):
            kinds = [self.sum, self.store, self.store, self.store, self.store_pair, self.store_pair, self.swap]
            made = self.random.choice(kinds + ([] if depth else [self.branch, self.loop]))()
            lines += made[0]
            runs.append(made[1])

        def run(thread):
            for each in runs:
                each(thread)
        return lines, run

    def shader(self):
        begin = [memory.store(at, "i * 7 + %d" % (13 * k)) for k, (memory, at) in enumerate(self.places)]
        lines, run = self.statements(self.random.randint(3, 7), 0)
        end = ["sum = sum * 33 + %s;" % memory.load(at) for memory, at in self.places]
        text = ["struct Element { uint2 p; uint id, q; uint r[2]; };", "RWStructuredBuffer<uint> Out;"] + [
            memory.declaration for memory in self.memories] + [
                "[numthreads(%d, 1, 1)]" % THREADS, "void main(uint i : SV_GroupIndex)", "{", "    uint sum = i;"] + [
                    "    " + line for line in begin + ["AllMemoryBarrierWithGroupSync();"] + lines + end] + [
                        "    Out[i] = sum;", "}", ""]
        return "\n".join(text), run

    def run(self, run):
        sums = []
        for number in range(THREADS):
            thread = Thread(number, {memory.name: [0] * len(memory.words) for memory in self.memories})
            for k, (memory, at) in enumerate(self.places):
                thread.words[memory.name][at] = number * 7 + 13 * k
            run(thread)
            for memory, at in self.places:
                thread.sum = thread.sum * 33 + thread.words[memory.name][at] & MASK
            sums.append(thread.sum)
        return sums


def check(wavecc, folder, seed):
    generator = Generator(seed)
    text, run = generator.shader()
    wanted = generator.run(run)
    path, program = os.path.join(folder, "members.hlsl"), os.path.join(folder, "members")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    options = ["--wave-size=" + ",".join(WAVES), generator.random.choice(["-O1", "-O2", "--target=x86-64-v3"])]
    if output_of([wavecc, path, "-o", program] + options) is None:
        print("seed %d:\n%s" % (seed, text))
        return False
    sizes = [word for memory in generator.memories if memory.name in SIZES
             for word in ("--size", "%s=%s" % (memory.name, SIZES[memory.name]))]
    for wave in WAVES:
        out = output_of([program, "--wave-size=" + wave, "--dispatch", "1,1,1", "--size", "Out=%d" % THREADS] + sizes +
                        ["--print", "Out:%d" % THREADS])
        found = [int(word) for word in re.findall(r"\d+", out or "")]
        if found != wanted:
            print("seed %d, waves of %s %s: %s instead of %s\n%s" % (seed, wave, options[1], found, wanted, text))
            return False
    return True


if __name__ == "__main__":
    sys.exit(judge_all("kernels that change words in place", check))
