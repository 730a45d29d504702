#!/usr/bin/python3
"""threads.py WAVECC FROM TO: random kernels whose text is C++ as well, one for each seed.

A thread's branches, loops that end by data, rows of a sparse matrix, local arrays, helper functions, loads at places of all
kinds and stores to places that are the thread's alone: the C++ compiler makes of the same text, with threads.h, a program that
takes thread by thread, stretch by stretch between barriers. Operations of waves stand between stretches, in branches and loops
that lanes leave one by one. All resources' bytes are compared in the end. Floats are small whole numbers, which no order of sums
rounds."""
import json
import os
import random
import re
import sys

from seeds import judge_all, output_of

HERE = os.path.dirname(os.path.abspath(__file__))
SHAPES = [(64, 1, 1), (64, 1, 1), (32, 1, 1), (128, 1, 1), (256, 1, 1), (1024, 1, 1), (100, 1, 1), (20, 1, 1), (33, 1, 1), (1, 1, 1), (8, 8, 1), (8, 8, 1), (16, 16, 1),
          (16, 8, 1), (10, 10, 1), (32, 4, 1), (5, 3, 1), (1, 64, 1), (4, 4, 4), (24, 8, 1), (64, 2, 1), (32, 32, 1)]
WAVE_OPERATIONS = [("SUM", "WaveActiveSum(%s)"), ("MIN", "WaveActiveMin(%s)"), ("MAX", "WaveActiveMax(%s)"), ("OR", "WaveActiveBitOr(%s)"),
                   ("XOR", "WaveActiveBitXor(%s)"), ("AND", "WaveActiveBitAnd(%s)"), ("PREFIX", "WavePrefixSum(%s)"),
                   ("BITS", "WaveActiveCountBits(%s & 1)"), ("BEFORE", "WavePrefixCountBits(%s & 1)"), ("FIRST", "WaveReadLaneFirst(%s)"),
                   ("ANY", "(uint)WaveActiveAnyTrue(%s & 1)"), ("ALL", "(uint)WaveActiveAllTrue(%s & 1)"), ("EQUAL", "(uint)WaveActiveAllEqual(%s)"),
                   ("BALLOT", "WaveActiveBallot(%s & 1).x"), ("IS_FIRST", "(uint)WaveIsFirstLane() + 0 * (%s)"), ("MATCH", "WaveMatch(%s).x")]
HELPERS = """float real(uint x)
{
    if ((x & 0x7f800000) == 0)
        x &= 0x80000000;
    if ((x & 0x7f800000) == 0x7f800000 && (x & 0x7fffff) != 0)
        x |= 0x400000;
    return asfloat(x);
}
uint mixed(uint x, uint y) { return (x ^ (x >> 7)) * 3 + y; }
uint parted(uint x, OUT(uint) rest) { rest = x % 10; if (x < 5) return x; return x / 10; }
uint searched(uint low, uint high, uint key)
{
    while (low < high)
    {
        uint middle = (low + high) / 2;
        if (Sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
"""


def test_below(head, body, above, behind):
    """A loop's text whose test stands below what `above` computes, which is done in the turn that leaves, too; the turn begins
    with `behind`."""
    start, test, go_on = re.match(r"(?:(?:for \((.*?);|while \() ?)(.*?)(?:; ?(.*))?\)$", head).groups()
    head = "for (%s; ; %s)" % (start or "", go_on or "") if head.startswith("for") else "while (true)"
    return [head, "{"] + ["    " + line for line in above + ["if (%s)" % test, "{", "}", "else", "    break;"] + behind] + body[1:]


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.shape = self.pick(*SHAPES)
        self.threads = self.shape[0] * self.shape[1] * self.shape[2]
        few = max(1, 3000 // self.threads)
        self.groups = (self.random.randint(1, min(few, 40)), 1 if self.shape[1] == 1 and self.chance(0.9) else self.random.randint(1, 4), 1)
        self.wide, self.high = self.shape[0] * self.groups[0], self.shape[1] * self.groups[1]
        self.total = self.wide * self.high * self.shape[2]
        self.is_shared, self.has_waves = self.chance(0.35), self.chance(0.2)
        self.wave = self.pick(4, 8, 16, 32, 64, 128)
        self.members = self.random.randint(1, 9)
        self.sizes = {"W": self.wide, "H": self.high, "T": self.total, "N": self.pick(7, 30, 64, 100, 1000), "K": self.random.randint(0, 6), "D": self.pick(1, 2, 3, 8, 20, 37)}
        self.row = self.pick("W", str(self.wide))
        self.serial = "(id.z * H + id.y) * %s + id.x" % self.row if self.shape[2] > 1 else "id.y * %s + id.x" % self.row
        if self.groups[1] == 1 and self.shape[1] == 1 and self.shape[2] == 1:
            self.serial = self.pick("id.x", "id.x", "g.x * %d + t" % self.threads)
        self.stride, self.loops = self.random.randint(1, 5), 0
        self.places()

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, share):
        return self.random.random() < share

    def places(self):
        """Where a thread stores in each resource, and which do."""
        k, odd = self.stride, self.random.randrange(1, 1000, 2)
        power = 1 << (self.total * k - 1).bit_length()
        xs = self.pick("uint2(id.x, id.y)", "uint2(id.x, id.y)", "uint2(i % N, i / N)", "uint2(W - 1 - id.x, id.y)", "uint2(id.x ^ 1, id.y)", "uint2(id.y, id.x)")
        if self.shape[2] > 1:
            xs = "uint2(i % N, i / N)"
        at = self.pick("i * %d" % k, "i * %d" % k, "(T - 1 - i) * %d" % k, "((i * %d) & %d) * %d" % (odd, power - 1, k), "(i ^ 1) * %d" % k, "i * %d + %d" % (k, self.random.randrange(5)))
        half = [("(i & 1) == %d" % self.random.randrange(2), "i >> 1"), ("i % 4 == 0", "i / 4"), ("(i & 6) == 2", "((i >> 3) << 1) + (i & 1)"), ("i % 3 == 1", "i / 3")]
        if self.shape[2] == 1 and self.high > 1:
            half += [("((id.x | id.y) & 1) == 0", "(id.y >> 1) * ((W + 1) >> 1) + (id.x >> 1)")] * 3
        self.asked, self.part = self.pick(*half)
        self.place = {"Out": at, "Image": xs, "Bytes": self.pick("i * %d" % (4 * k), "i * %d" % (4 * k), "(T - 1 - i) * %d" % (4 * k)), "Objs": self.pick("i", "i", "i ^ 1", "T - 1 - i"),
                      "Twos": self.pick("i", "T - 1 - i"), "Threes": "i", "Fours": self.pick("i", "i ^ 2")}
        self.shared = {name: self.random.choice(["t", "t", "%d - t" % (self.threads - 1), "t ^ 1"]) for name in "pq"}
        if self.threads % 2:  # all elements are stored to
            self.shared = {name: place.replace(" ^ 1", "") for name, place in self.shared.items()}

    # ---- values ----

    def place_of_load(self, depth):
        number = self.random.randrange(1, 40)
        kinds = ["i", "i", "i + %d" % number, "i - %d" % number, "i * %d + %d" % (self.random.randint(2, 6), number % 6), "i >> %d" % (number % 5), "i ^ %d" % number,
                 "T - 1 - i", "min(i + %d, N - 1)" % number, "(uint)max((int)i - %d, 0)" % number, "(i + %d) %% N" % number, "i %% %d" % number, "i / %d" % number, "i % D", "i / D",
                 "i / D % (N + 1) * D + i % D", "id.y * N + id.x", "(id.x >> 1) * 2 + ((id.x & 1) ^ 1)", "(i & ~3) | ((i + 1) & 3)", "id.x * %d + id.y" % number, "t", "g.x", "l.x * 8 + l.y",
                 "%d" % number, "K", "i % (D * (K + 1))", "(i / 4) * %d + (i & 3)" % number, "clamp((int)id.x - 2, 0, (int)W - 1)", "k0", "i * 4 + k0", "k0 * W + i", "i * K + k0", "k0 * %d + t" % number]
        text = self.pick(*kinds)
        if "k0" in text:
            text = text.replace("k0", "k%d" % self.random.randrange(self.loops)) if self.loops else "i"
        if self.chance(0.15) and depth < 2:
            text = self.value(depth + 2) + self.pick(" & 63", " % N", " & 1023", "")
        return text

    def load(self, depth):
        at = self.place_of_load(depth)
        kind = self.random.randrange(9)
        if kind < 3:
            return "A[%s]" % at
        if kind == 3:
            return "P[%s].m%d" % (at, self.random.randrange(self.members))
        if kind == 4:
            return "Raw.Load(4 * (%s))" % at
        if kind == 5:
            return self.pick("Raw.Load2(8 * (%s)).%s", "Raw.Load4(16 * (%s)).%s", "Pairs[%s].%s", "Pairs[%s].%s") % (at, self.pick("x", "y"))
        if kind == 6:
            return "Typed[%s]" % at
        if kind == 7:
            return "Tex.Load(int3((int)(%s), (int)(%s), 0))" % self.pick(("id.x", "id.y"), ("id.x + 1", "id.y"), ("id.x - 1", "id.y + 2"), ("id.y", "id.x"), ("i % N", "i / N"), (at, "1"))
        return "Small[(%s) & 7]" % at

    def value(self, depth=0):
        kind = self.random.randrange(18 if depth < 3 else 7)
        if kind == 16:
            return self.pick("asuint(%s)" % self.real(depth + 1), "to_uint(%s)" % self.number(depth + 1), "(uint)to_int(%s)" % self.number(depth + 1))
        if kind == 17:
            return self.pick("(uint)(uint16_t)((uint16_t)%s %s (uint16_t)%s)", "(uint)(int)(int16_t)((int16_t)%s %s (int16_t)%s)") % (
                self.value(depth + 1), self.pick("+", "-", "*", "&", "^"), self.value(depth + 1))
        if kind < 3:
            return self.pick("a", "b", "c", "d", "e")
        if kind == 3:
            return self.pick("i", "id.x", "id.y", "t", "l.x", "g.x", "(uint)s", "(uint)r", "W", "K", "D", "N") if not self.loops or self.chance(0.5) else "k%d" % self.random.randrange(self.loops)
        if kind == 4:
            return "%du" % self.pick(0, 1, 2, 3, 7, 255, 65535, 0x80000000, 0xffffffff, self.random.randrange(1000))
        if kind < 7:
            return self.load(depth)
        if kind < 10:
            return "(%s %s %s)" % (self.value(depth + 1), self.pick("+", "-", "*", "^", "&", "|", "+"), self.value(depth + 1))
        if kind == 10:
            return "(%s %s %d)" % (self.value(depth + 1), self.pick(">>", "<<", "/", "%", "*", "&"), self.pick(1, 2, 3, 4, 5, 7, 8, 10, 16, 31))
        if kind == 11:
            return "%s(%s, %s)" % (self.pick("min", "max", "mixed"), self.value(depth + 1), self.value(depth + 1))
        if kind == 12:
            return "(%s ? %s : %s)" % (self.condition(depth + 1), self.value(depth + 1), self.value(depth + 1))
        if kind == 13:
            return "%s(%s)" % (self.pick("countbits", "firstbitlow", "firstbithigh", "reversebits"), self.value(depth + 1))
        if kind == 14:
            return self.pick("(uint)((uint64_t)%s * %s >> 32)", "(uint)(((uint64_t)%s << 32 | %s) >> 13)", "(uint)(((int64_t)(int)%s + (int)%s) / 7)") % (self.value(depth + 1), self.value(depth + 1))
        return "local[%s & 3]" % self.value(depth + 1)

    def real(self, depth):
        """A float of which every bit is known."""
        kind = self.random.randrange(8)
        if kind < 2 or depth > 3:
            return self.pick("real(%s)" % self.value(depth + 1), "real(A[i])", "(float)(%s & 0xffff)" % self.value(depth + 1), "(float)(id.x & 0xff)", "0.0f", "-0.0f", "1.5f", "real(0x7f800000u)", "f")
        if kind < 6:
            left, right, order = self.real(depth + 1), self.real(depth + 1), self.pick("<", "<=", ">", ">=", "==", "!=")
            sides = self.pick((left, right), (right, left), (left, self.real(depth + 1)))
            return "(%s %s %s ? %s : %s)" % (left, order, right, *sides)
        if kind == 6:
            return "(%s ? %s : %s)" % (self.condition(depth + 1), self.real(depth + 1), self.real(depth + 1))
        return "%s(%s)" % (self.pick("abs", "-", "floor", "ceil", "trunc"), self.real(depth + 1))

    def number(self, depth):
        """A float of which the sign of zeros and the bits of NaN are not known."""
        kind = self.random.randrange(5)
        if kind < 2 or depth > 3:
            return self.real(depth)
        if kind == 2:
            return "clamp(%s, %s, %s)" % (self.number(depth + 1), self.pick("-5.0f", "0.0f"), self.pick("9.0f", "1000.0f"))
        return "%s(%s, %s)" % (self.pick("min", "max"), self.number(depth + 1), self.number(depth + 1))

    def signed(self, depth=0):
        kind = self.random.randrange(7)
        if kind < 2 or depth > 2:
            return self.pick("s", "r", "(int)a", "(int)id.x", "-1", "%d" % self.random.randrange(-40, 40))
        if kind == 2:
            return "(int)%s" % self.value(depth + 1)
        if kind == 3:
            return "(%s %s %s)" % (self.signed(depth + 1), self.pick("+", "-", "*", "^"), self.signed(depth + 1))
        if kind == 4:
            return "%s(%s, %s)" % (self.pick("min", "max"), self.signed(depth + 1), self.signed(depth + 1))
        if kind == 5:
            return "(%s %s %d)" % (self.signed(depth + 1), self.pick(">>", "/", "%", "*"), self.pick(2, 3, 4, 7, 16))
        return "clamp(%s, -%d, %d)" % (self.signed(depth + 1), self.random.randrange(50), self.random.randrange(50))

    def condition(self, depth=0):
        kind = self.random.randrange(10 if depth < 2 else 7)
        if kind == 0:
            return self.pick("i < N", "id.x < %d" % self.random.randint(0, self.wide), "id.x + 1 < W", "id.x > 0", "id.y > 0", "t == 0", "i >= N", "t < %d" % self.random.randint(0, self.threads), "l.x < 2")
        if kind == 1:
            return "(%s & %d) %s 0" % (self.pick("i", "t", "id.x", "id.x + id.y", "i + N", "a"), self.pick(1, 2, 3, 4, 7, 8, 15), self.pick("==", "!="))
        if kind == 2:
            return "%s %s K" % (self.pick("D", "N", "g.x", "K"), self.pick("<", ">", "!="))
        if kind == 3 and self.chance(0.5):
            return self.pick("%s %s %s", "!(%s %s %s)") % (self.number(depth + 1), self.pick("<", ">", "<=", ">=", "==", "!="), self.number(depth + 1))
        if kind == 3:
            return "%s %s %s" % (self.signed(depth + 1), self.pick("<", ">", "<=", "=="), self.signed(depth + 1))
        if kind < 7:
            return "%s %s %s" % (self.value(depth + 1), self.pick("<", ">", "<=", ">=", "==", "!="), self.value(depth + 1))
        return "(%s %s %s)" % (self.condition(depth + 1), self.pick("&&", "||"), self.condition(depth + 1))

    # ---- statements ----

    def store(self):
        kind, value, more = self.random.randrange(16), self.value(), [self.value(2) for _ in range(4)]
        if kind < 4:
            return ["Out[%s + %d] %s %s;" % (self.place["Out"], self.random.randrange(self.stride), self.pick("=", "=", "=", "+=", "^="), value)]
        if kind == 4:
            lines = ["Out[%s + %d] = %s;" % (self.place["Out"], c, self.value(1)) for c in range(self.stride)]
            self.random.shuffle(lines)
            return lines
        if kind == 5:
            return ["if (%s)" % self.asked, "    Half[%s] = %s;" % (self.part, value)]
        if kind == 6:
            return ["if (%s)" % self.asked, "    HalfTwos[%s] = uint2(%s, %s);" % (self.part, value, more[0])]
        if kind == 7:
            return ["Image[%s] %s %s;" % (self.place["Image"], self.pick("=", "=", "+="), value)]
        if kind == 8:
            if self.stride == 1:
                return ["Bytes.Store(%s, %s);" % (self.place["Bytes"], value)]
            count = self.random.randint(2, min(4, self.stride))
            return ["Bytes.Store%d(%s + %d, uint%d(%s));" % (count, self.place["Bytes"], 4 * self.random.randint(0, self.stride - count), count, ", ".join(more[:count]))]
        if kind == 9:
            return ["Bytes.Store(%s + %d, %s);" % (self.place["Bytes"], 4 * c, self.value(2)) for c in range(self.random.randint(1, self.stride))]
        if kind == 10:
            return ["Objs[%s].m%d %s %s;" % (self.place["Objs"], self.random.randrange(self.members), self.pick("=", "+=", "="), self.value(1)) for _ in range(self.random.randint(1, 4))]
        if kind == 11:
            return ["{ S whole = %s[%s]; whole.m%d = %s; Objs[%s] = whole; }" % (self.pick("P", "Objs"), self.place["Objs"], self.random.randrange(self.members), value, self.place["Objs"])]
        if kind == 12:
            return ["Twos[%s] = uint2(%s, %s);" % (self.place["Twos"], value, more[0])]
        if kind == 13:
            return ["Threes[%s]%s;" % (self.place["Threes"], self.pick(" = uint3(%s, %s, %s)" % (value, more[0], more[1]), ".%s %s %s" % (self.pick("x", "y", "z"), self.pick("=", "+="), value)))]
        if kind == 14:
            return ["Fours[%s] = %s;" % (self.place["Fours"], self.pick("uint4(%s, %s, %s, %s)" % tuple(more), "uint4(%s, %s, %s, %s) %s Quads[%s]" % (*more, self.pick("+", "*", "^"), self.place_of_load(1))))]
        return [self.atomic() for _ in range(self.pick(1, 1, 2, 3))]

    def cell(self):
        """Of 16: anyone's, or all threads' together."""
        return self.pick("(%s & 15)" % self.value(1), "%d" % self.random.randrange(3), "(g.x & 7)", "%d" % self.random.randrange(16))

    def atomic(self):
        operation = self.pick("InterlockedAdd", "InterlockedAdd", "InterlockedMin", "InterlockedMax", "InterlockedXor", "InterlockedOr", "InterlockedAnd")
        part = ["Add", "Min", "Max", "Xor", "Or", "And"].index(operation[11:])
        return "%s(Counts[%d + %s], %s);" % (operation, 16 * part, self.cell(), self.value(1))

    def several_sums(self):
        """A row times some columns: sums of words, or of floats, that are stored side by side."""
        count, is_float = self.random.randint(2, 4), self.chance(0.5)
        kind, turns = "float" if is_float else "uint", self.pick("K", "%d" % self.random.randint(1, 20), "D", "A[i] & 7")
        word = lambda text: "(float)(%s & 15)" % text if is_float else text
        row = self.pick("i * %s + n", "i + n * %s", "id.y * %s + n", "(i / 4) * %s + n", "n * %s + t") % self.pick("K", "4", "N", "20")
        column = self.pick("n * %d + %%d" % count, "n * %d + %%d" % self.pick(8, 5), "%%d * %d + n" % self.pick(20, 7), "id.x * %d + %%d + n" % count, "(n * N + id.x) * %d + %%d" % count)
        lines = ["{", "    %s %s;" % (kind, ", ".join("w%d = 0" % c for c in range(count))), "    for (uint n = 0; n < (%s); n++)" % turns, "    {",
                 "        %s x = %s;" % (kind, word("A[%s]" % row))]
        vector = self.chance(0.3)
        if vector:
            lines.append("        uint4 y = Quads[%s];" % (column % 0))
        for c in range(count):
            lines.append("        w%d %s x * %s;" % (c, "+=", word("y.%s" % "xyzw"[c] if vector else self.pick("A[%s]", "A[%s]", "Typed[%s]") % (column % c))))
        lines.append("    }")
        words = [("(uint)w%d" if is_float else "w%d") % c for c in range(count)]
        if self.chance(0.3) and count == 4:
            lines.append("    Fours[%s] = uint4(%s);" % (self.place["Fours"], ", ".join(words)))
        elif self.chance(0.3) and count <= self.stride:
            lines.append("    Bytes.Store%d(%s, uint%d(%s));" % (count, self.place["Bytes"], count, ", ".join(words)))
        else:
            lines += ["    Out[%s + %d] = %s;" % (self.place["Out"], c, words[c]) for c in range(min(count, self.stride))]
        return lines + ["}"]

    def block(self, depth, count=None):
        lines = []
        for _ in range(count or self.random.randint(1, 3)):
            lines += self.statement(depth)
        return ["{"] + ["    " + line for line in lines] + ["}"]

    def loop(self, depth):
        if self.loops > 2 or depth > 3:
            return ["a += %s;" % self.value()]
        k = "k%d" % self.loops
        kind = self.random.randrange(9)
        heads = ["for (uint %s = 0; %s < %d; %s++)" % (k, k, self.random.randint(1, 12), k), "for (uint %s = 0; %s < K; %s++)" % (k, k, k),
                 "for (uint %s = 0; %s < (%s & 7); %s++)" % (k, k, self.pick("a", "b", "A[i]", "id.x", "t"), k),
                 "for (uint %s = Offsets[%s], end%s = Offsets[(%s) + 1]; %s < end%s; %s++)" % (k, "i", k, "i", k, k, k),
                 "for (uint %s = t; %s < %d; %s += %d)" % (k, k, min(self.random.randint(1, 8 * self.threads), 300), k, max(self.threads, 16)),
                 "for (int j%s = 3; j%s >= 0; j%s--)" % (k, k, k), "for (uint %s = 1; %s < 64; %s *= 2)" % (k, k, k),
                 "for (uint %s = %s & 15, left%s = 0; %s > 0 && left%s < 20; %s = %s, left%s++)" % (k, self.pick("a", "i", "A[i]"), k, k, k, k, self.pick("%s & (%s - 1)" % (k, k), "%s >> 1" % k, "Next[%s] & 15" % k), k),
                 "for (uint %s = 0; %s < (uint)min((int)(A[i] & 15), s & 15); %s++)" % (k, k, k)]
        head = heads[kind].replace("Offsets[i]", "Offsets[%s]" % self.pick("i", "i", "i % 50"))
        if "% 50" in head:
            head = head.replace("Offsets[(i) + 1]", "Offsets[i % 50 + 1]")
        if kind != 5:
            self.loops += 1
        body = []
        if self.chance(0.5):
            body += self.pick(["a += A[%s] * Raw.Load(4 * (%s));" % (self.place_of_load(1), self.place_of_load(1))], ["if (%s)" % self.condition(), "    %s;" % self.pick("break", "continue")],
                              ["f += (float)(A[%s] & 15) * (float)(Typed[%s] & 7);" % (self.place_of_load(1), self.place_of_load(1))], ["f = max(f, (float)(%s & 1023));" % self.load(1)],
                              ["b = %s(b, %s);" % (self.pick("min", "max"), self.load(1))], ["local[%s & 3] += %s;" % (self.value(2), self.value(2))], ["c ^= %s;" % self.load(1), "d += c;"])
        for _ in range(self.random.randint(0, 2)):
            body += self.statement(depth + 1)
        if self.chance(0.15):
            body += ["if (%s)" % self.condition(), "    break;"]
        if kind != 5:
            self.loops -= 1
        return [head, "{"] + ["    " + line for line in body] + ["}"]

    def statement(self, depth):
        kind = self.random.randrange(21)
        if kind == 20:
            return self.several_sums()
        if kind < 5:
            return ["%s %s %s;" % (self.pick("a", "b", "c", "d", "e"), self.pick("=", "=", "+=", "^=", "*="), self.value())]
        if kind == 5:
            return ["%s = %s;" % (self.pick("s", "r"), self.signed())]
        if kind < 10:
            return self.store()
        if kind < 13 and depth < 4:
            lines = ["if (%s)" % self.condition()] + self.block(depth + 1)
            return lines + (["else"] + self.block(depth + 1) if self.chance(0.4) else [])
        if kind < 16 and depth < 3:
            return self.loop(depth)
        if kind == 16 and depth < 3:
            lines = ["switch (%s %% 4)" % self.value(1), "{"]
            for case in range(self.random.randint(1, 4)):
                lines += ["case %d:" % case] + ["    " + line for line in self.statement(depth + 2)] + (["    break;"])
            return lines + ["default:"] + ["    " + line for line in self.statement(depth + 2)] + ["    break;", "}"]
        if kind == 17:
            return ["local[%s & 3] %s %s;" % (self.value(1), self.pick("=", "+=", "^="), self.value())]
        if kind == 18:
            return self.pick(["a = parted(%s, b);" % self.value()], ["c = searched(0, %d, %s & 1023);" % (self.random.randint(1, 60), self.value())], ["e = (uint)f;"],
                             ["f = (float)(%s & 4095);" % self.value()])
        if kind == 19 and self.chance(0.3):
            return ["if (%s)" % self.condition(), "    return;"]
        return ["b = %s;" % self.value()]

    def shared_statement(self, free, own):
        register = self.pick("a", "b", "c", "d")
        if self.chance(0.3):
            return ["%s(h[%s], %s);" % (self.counts, self.cell(), self.value(1))] if self.counts else ["%s += h[%s];" % (register, self.cell())]
        if own and (self.chance(0.5) or not free):
            name = self.pick(*own)
            return ["%s[%s] %s %s;" % (name, self.shared[name], self.pick("=", "=", "+="), self.value())]
        name, by = self.pick(*free), self.pick(1, 2, 3, 4, 8)
        at = self.pick("t", "t ^ %d" % by, "t + %d" % by, "t - %d" % by, "%d - t" % (self.threads - 1), "t / 2 * 2", "a %% %d" % self.threads, "l.x * %d + l.y" % self.shape[1], "0", "k0")
        at = at.replace("k0", "k%d" % self.random.randrange(self.loops) if self.loops else "t")
        # outside of a groupshared array nothing is promised
        return ["%s %s %s[(%s) %% %d];" % (register, self.pick("=", "+=", "^="), name, at, self.threads)]

    def stretch(self):
        own = [name for name in "pq" if self.chance(0.5)]
        self.counts = self.pick(None, "InterlockedAdd", "InterlockedMin", "InterlockedMax", "InterlockedXor", "InterlockedOr", "InterlockedAnd")
        free = [name for name in "pq" if name not in own]
        lines = []
        for _ in range(self.random.randint(1, 4)):
            if self.chance(0.5):
                lines += self.shared_statement(free, own)
            elif self.chance(0.3):
                self.loops += 1
                lines += ["for (uint k%d = 0; k%d < %d; k%d++)" % (self.loops - 1, self.loops - 1, self.random.randint(2, 12), self.loops - 1), "{"] + [
                    "    " + line for line in self.shared_statement(free, own)] + ["}"]
                self.loops -= 1
            else:
                lines += self.statement(1)
        if self.chance(0.3):
            lines = ["if (%s)" % self.condition(), "{"] + ["    " + line for line in lines] + ["}"]
        return lines

    # ---- the text ----

    def waves(self, number):
        """HLSL and C++ of an operation between stretches; what it asks of a thread are functions."""
        operation = self.pick(*WAVE_OPERATIONS)
        register = self.pick("a", "b", "c", "d")
        functions = ["bool on%d() { return %s; }" % (number, self.condition()), "uint given%d() { return %s; }" % (number, self.pick(self.value(), self.value() + " & 3", self.value() + " & 1"))]
        if self.chance(0.4):
            functions.append("uint turns%d() { return %s & %d; }" % (number, self.pick("a", "A[i]", "t", "b"), self.pick(3, 7)))
            hlsl = ["{ uint until = turns%d(); for (uint turn = 0; turn < until; turn++) { %s += %s; } }" % (
                number, register, operation[1] % ("(given%d() + turn)" % number))]
            cpp = "LOOP(%s, turns%d, given%d, %s)" % (operation[0], number, number, register)
            return functions, hlsl, cpp
        otherwise = self.chance(0.3)
        hlsl = ["if (on%d())" % number, "    %s = %s;" % (register, operation[1] % ("given%d()" % number))]
        cpp = "BRANCH(%s, true, on%d, given%d, %s)" % (operation[0], number, number, register)
        if otherwise:
            functions.append("uint other%d() { return %s; }" % (number, self.value()))
            hlsl += ["else", "    %s = %s;" % (register, operation[1] % ("other%d()" % number))]
            cpp = "BOTH(%s, on%d, given%d, other%d, %s)" % (operation[0], number, number, number, register)
        return functions, hlsl, cpp

    def texts(self):
        functions, hlsl, cpp = [], [], []
        parts = 1 if not self.is_shared and not self.has_waves else self.random.randint(2, 5)
        for number in range(parts):
            lines = self.stretch() if self.is_shared else sum((self.statement(0) for _ in range(self.random.randint(2, 6))), [])
            if number == parts - 1:
                lines += ["if (%s)" % self.asked, "    Half[%s] = a;" % self.part] if self.chance(0.2) else []
                lines += ["Out[%s] = a ^ b * 3 + c * 5 + d * 7 + e + (uint)s + (uint)r * 2 + (uint)f;" % self.place["Out"]]
            functions += ["void stretch%d()" % number, "{"] + ["    " + line for line in lines] + ["}"]
            cpp.append("EACH(stretch%d)" % number)
            hlsl.append("stretch%d();" % number)
            if number < parts - 1 and self.is_shared:
                hlsl.append("GroupMemoryBarrierWithGroupSync();")
            if number < parts - 1 and self.has_waves:
                more = self.waves(number)
                functions += more[0]
                hlsl += more[1]
                cpp.append(more[2])
        return functions, hlsl, cpp

    def resources(self):
        loads = [("StructuredBuffer", "uint", name) for name in ("A", "Offsets", "Sorted", "Next")] + [("StructuredBuffer", "S", "P"), ("StructuredBuffer", "uint2", "Pairs"),
                 ("StructuredBuffer", "uint4", "Quads"), ("Buffer", "uint", "Typed"), ("Texture2D", "uint", "Tex"), ("ByteAddressBuffer", None, "Raw")]
        stores = [("RWStructuredBuffer", kind, name) for kind, name in (("uint", "Out"), ("uint", "Half"), ("uint2", "HalfTwos"), ("S", "Objs"), ("uint2", "Twos"), ("uint3", "Threes"), ("uint4", "Fours"), ("uint", "Counts"), ("uint", "Rows"))]
        return loads, stores + [("RWTexture2D", "uint", "Image"), ("RWByteAddressBuffer", None, "Bytes")]

    def hlsl(self, functions, main):
        loads, stores = self.resources()
        text = ["#define OUT(T) out T\n#define ROLLED [loop]\nuint to_uint(float x) { return (uint)x; }\nint to_int(float x) { return (int)x; }", "cbuffer Sizes { uint W, H, T, N, K, D; };", self.struct(), "static const uint Small[8] = {%s};" % ", ".join(map(str, self.small))]
        text += ["%s%s %s;" % (kind, "<%s>" % of if of else "", name) for kind, of, name in loads + stores]
        text += ["groupshared uint p[%d], q[%d], h[16];" % (self.threads + 1, self.threads + 1)] if self.is_shared else []
        text += ["static uint3 id, l, g;", "static uint t, i, a, b, c, d, e, local[4];", "static int s, r;", "static float f;", HELPERS] + functions
        text += ["[numthreads(%d, %d, %d)]" % self.shape, "void main(uint3 id_ : SV_DispatchThreadID, uint3 l_ : SV_GroupThreadID, uint3 g_ : SV_GroupID, uint t_ : SV_GroupIndex)", "{",
                 "    id = id_, l = l_, g = g_, t = t_;", "    begin();"] + ["    " + line for line in main] + ["}", ""]
        return "\n".join(text)

    def struct(self):
        return "struct S { %s };" % " ".join("uint m%d;" % m for m in range(self.members))

    def begin(self):
        return ["void begin()", "{", "    i = %s;" % self.serial, "    a = A[i], b = i, c = 3, d = t, e = 0, s = (int)(a %% 100) - %d, r = 1, f = 0;" % self.random.randrange(60),
                "    for (uint k = 0; k < 4; k++)", "        local[k] = k * 11;"] + (["    p[%s] = a;" % self.shared["p"], "    q[%s] = b;" % self.shared["q"], "    for (uint n = t; n < 16; n += %d)" % self.threads, "        h[n] = n * 5;"] if self.is_shared else []) + ["}"]

    def cpp(self, functions, steps):
        loads, stores = self.resources()
        text = ['#include "%s/threads.h"' % HERE] + ["const uint %s = %d;" % each for each in self.sizes.items()] + [self.struct(), "static const uint Small[8] = {%s};" % ", ".join("%du" % x for x in self.small)]
        text += ["%s %s;" % ("Bytes" if of is None and name == "Bytes" else "struct Bytes" if of is None else "Memory<%s>" % of, name) for kind, of, name in loads + stores]
        text += ["uint p[%d], q[%d], h[16];" % (self.threads + 1, self.threads + 1)]
        text += ["struct Thread {", "uint3 id, l, g; uint t, i, a, b, c, d, e, local[4]; int s, r; float f;", HELPERS] + functions + ["};",
                 "#define EACH(F) for (uint n = 0; n < COUNT; n++) threads[n].F();",
                 "#define BRANCH(OP, IS, ON, GIVEN, R) for (uint n = 0; n < COUNT; n++) on[n] = threads[n].ON() == IS, given[n] = on[n] ? threads[n].GIVEN() : 0; \\",
                 "    for (uint n = 0; n < COUNT; n += WAVE) wave(OP, on + n, given + n, results + n, min((uint)WAVE, (uint)(COUNT - n))); \\",
                 "    for (uint n = 0; n < COUNT; n++) if (on[n]) threads[n].R = results[n];",
                 "#define BOTH(OP, ON, GIVEN, OTHER, R) { bool first[COUNT]; for (uint n = 0; n < COUNT; n++) first[n] = threads[n].ON(); \\",
                 "    for (int side = 1; side >= 0; side--) { for (uint n = 0; n < COUNT; n++) on[n] = first[n] == side, given[n] = !on[n] ? 0 : side ? threads[n].GIVEN() : threads[n].OTHER(); \\",
                 "    for (uint n = 0; n < COUNT; n += WAVE) wave(OP, on + n, given + n, results + n, min((uint)WAVE, (uint)(COUNT - n))); \\",
                 "    for (uint n = 0; n < COUNT; n++) if (on[n]) threads[n].R = results[n]; } }",
                 "#define LOOP(OP, TURNS, GIVEN, R) { uint until[COUNT]; for (uint n = 0; n < COUNT; n++) until[n] = threads[n].TURNS(); \\",
                 "    for (uint turn = 0; turn < 8; turn++) { for (uint n = 0; n < COUNT; n++) on[n] = turn < until[n], given[n] = on[n] ? threads[n].GIVEN() + turn : 0; \\",
                 "    for (uint n = 0; n < COUNT; n += WAVE) wave(OP, on + n, given + n, results + n, min((uint)WAVE, (uint)(COUNT - n))); \\",
                 "    for (uint n = 0; n < COUNT; n++) if (on[n]) threads[n].R += results[n]; } }",
                 "enum { COUNT = %d, WAVE = %d, X = %d, Y = %d };" % (self.threads, self.wave, self.shape[0], self.shape[1]),
                 "static Thread threads[COUNT]; static bool on[COUNT + 128]; static uint given[COUNT + 128], results[COUNT + 128];",
                 "static void group(uint3 g)", "{", "    for (uint n = 0; n < COUNT; n++) {", "        Thread &thread = threads[n];",
                 "        thread.t = n, thread.g = g, thread.l = uint3(n % X, n / X % Y, n / X / Y);",
                 "        thread.id = uint3(g.x * X + thread.l.x, g.y * Y + thread.l.y, thread.l.z);", "        thread.begin();", "    }"] + ["    " + step for step in steps] + ["}",
                 "int main(int count, char **words)", "{", "    (void)count;"]
        for at, (kind, of, name) in enumerate(loads + stores):
            if of is None:
                text.append("    { Memory<uint> all; read_memory(all, words[%d], 0); %s.items = all.items, %s.count = all.count; }" % (at + 1, name, name))
            else:
                text.append("    read_memory(%s, words[%d], %s);" % (name, at + 1, self.widths.get(name, 0)))
        text += ["    for (uint y = 0; y < %d; y++)" % self.groups[1], "        for (uint x = 0; x < %d; x++)" % self.groups[0], "            group(uint3(x, y, 0));"]
        for at, (kind, of, name) in enumerate(stores):
            path = "words[%d]" % (len(loads) + at + 1)
            text.append("    { Memory<uint> all = {Bytes.items, Bytes.count, 0, 0}; write_memory(all, %s); }" % path if of is None else "    write_memory(%s, %s);" % (name, path))
        return "\n".join(text + ["    return 0;", "}", ""])

    # ---- the data ----

    def data(self):
        """Words of each resource."""
        choose, total = self.random, self.total
        bits = choose.choice([4, 8, 32, 32])
        word = lambda: choose.getrandbits(bits)
        words = lambda count: [word() for _ in range(count)]
        some = lambda: choose.choice([total, total, total * 2 + 5, max(1, total // 2), choose.randint(1, 300)])
        self.widths = {"Tex": choose.choice([self.wide, self.wide, 13, 64]), "Image": choose.choice([self.wide, self.wide, self.wide + 3, max(1, self.wide - 2), 64])}
        offsets = [0]
        for _ in range(total + 1):
            offsets.append(offsets[-1] + choose.choice([0, 1, 2, 3, 4, 8, choose.randrange(20)]))
        self.small = words(8)
        height = choose.choice([self.high, self.high, 7, max(1, self.high - 1)])
        return {"A": words(some()), "Offsets": offsets, "Sorted": sorted(choose.randrange(1024) for _ in range(64)), "Next": words(some()), "P": words(some() * self.members), "Pairs": words(some() * 2),
                "Quads": words(some() * 4), "Typed": words(some()), "Tex": words(self.widths["Tex"] * height), "Raw": words(some()),
                "Out": words(total * self.stride + choose.choice([0, 7, 40, -min(3, total - 1)])), "Half": words(total // 2 + 30), "HalfTwos": words((total // 2 + 3) * 2), "Objs": words(some() * self.members),
                "Twos": words(some() * 2), "Threes": words(some() * 3), "Fours": words(some() * 4), "Counts": words(96), "Image": words(self.widths["Image"] * height),
                "Bytes": words(total * self.stride + choose.choice([0, 9, -min(2, total - 1)])), "Rows": words(total * 16 + choose.choice([0, 9, -min(9, total)]))}


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def check(wavecc, folder, seed):
    return check_kernel(wavecc, folder, seed, Kernel(seed))


def check_kernel(wavecc, folder, seed, kernel):
    data = kernel.data()
    functions, main, steps = kernel.texts()
    functions = kernel.begin() + functions
    if not kernel.is_shared and not kernel.has_waves:  # returns are the kernel's
        at = functions.index("void stretch0()")
        main = functions[at + 2:-1]
        source = kernel.hlsl(functions[:at], main)
    else:
        source = kernel.hlsl(functions, ["GroupMemoryBarrierWithGroupSync();"] * kernel.is_shared + main)
    loads, stores = kernel.resources()
    path = lambda name: os.path.join(folder, name)
    write(path("threads.hlsl"), source)
    write(path("threads.cpp"), kernel.cpp(functions, steps))
    for name, words in data.items():
        for suffix in (".bin", ".model"):
            with open(path(name + suffix), "wb") as file:
                file.write(b"".join(word.to_bytes(4, "little") for word in words))
    names = [name for _, _, name in loads + stores]
    if output_of(["clang", "-x", "c++", "-std=c++11", "-O1", "-w", "-fwrapv", "-o", path("model"), path("threads.cpp"), "-lm"]) is None:
        print("seed %d" % seed)
        return False
    if output_of([path("model")] + [path(name + ".model") for name in names]) is None:
        print("seed %d" % seed)
        return False
    ways = [["-O1"], ["-O1", "--cc=gcc"], ["-O1", "--target=generic"], ["-O0"], ["-O1", "--target=x86-64-v2"], ["-O1"],
            ["-O1", "--lanes=16"], ["-O1", "--lanes=4"], ["-O1", "--fp=strict"], ["-O1", "--join-groups=off"]]
    ways += [] if kernel.has_waves else [["-O1", "--lane-order=random:%d" % kernel.pick(1, 2)], ["-O1", "--lane-order=tile"]]
    for options in kernel.random.sample(ways, 2):
        wave = ["--wave-size=%d" % kernel.wave] if kernel.has_waves else kernel.pick([], [], ["--wave-size=%d" % kernel.pick(4, 8, 16, 32, 64, 128)])
        if output_of([wavecc, path("threads.hlsl"), "-o", path("program"), "-no-warnings", "-enable-16bit-types"] + options + wave) is None:
            print("seed %d, %s\n%s" % (seed, " ".join(options + wave), source))
            return False
        used = json.loads(output_of([path("program"), "--list=json"]))["entry_points"][0]["resources"]
        words = [path("program"), "-j", "1", "--dispatch", "%d,%d,%d" % kernel.groups]
        if "Sizes" in used:
            words += ["--in", "Sizes=u32(%s)" % ",".join(map(str, kernel.sizes.values()))]
        for kind, of, name in loads + stores:
            if name in used:
                words += ["--in", "%s=%s" % (name, path(name + ".bin"))]
                if name in kernel.widths:
                    words += ["--size", "%s=%dx%d" % (name, kernel.widths[name], len(data[name]) // kernel.widths[name])]
                if kind.startswith("RW"):
                    words += ["--out", "%s=%s" % (name, path(name + ".out.bin"))]
                    open(path(name + ".out.bin"), "wb").close()
        if output_of(words) is None:
            print("seed %d, %s\n%s" % (seed, " ".join(options + wave), source))
            return False
        for kind, of, name in stores:
            if name not in used:
                continue
            with open(path(name + ".out.bin"), "rb") as file:
                found = file.read()
            with open(path(name + ".model"), "rb") as file:
                wanted = file.read()
            if found != wanted:
                at = next((n for n in range(0, len(wanted), 4) if found[n:n + 4] != wanted[n:n + 4]), 0)
                print("seed %d, %s: word %d of %s is %d, not %d\n%s\n%s" % (seed, " ".join(options + wave), at // 4, name, int.from_bytes(found[at:at + 4], "little"),
                                                                          int.from_bytes(wanted[at:at + 4], "little"), " ".join(words), source))
                return False
    return True


if __name__ == "__main__":
    sys.exit(judge_all("kernels that are C++, too", check))
