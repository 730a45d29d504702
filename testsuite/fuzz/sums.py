#!/usr/bin/python3
"""sums.py WAVECC FROM TO: kernels of threads.py whose statements are the sums that GPU programmers write, one for each seed.

Rows of a thread's own, between offsets or as wide as an input says, of one word or of what the word before had, too; strides of a
group; elements up to the thread's own number; one thread that adds up what all have stored; searches of sorted keys that threads
beside each other begin alike; trees and scans of groupshared memory, in steps with barriers, from any thread's value, which known
threads then take further; rows that a thread fills, or copies; recurrences, of which each turn goes on with what the one before it has
stored, in an array of the thread's or of the group's. Sums of all kinds, of several words, under conditions; some loops are left early."""
import sys

from seeds import judge_all
from threads import Kernel, check_kernel, test_below

SHAPES = [(64, 1, 1), (64, 1, 1), (128, 1, 1), (256, 1, 1), (256, 1, 1), (1024, 1, 1), (8, 8, 1), (16, 16, 1), (32, 8, 1), (4, 16, 1), (100, 1, 1), (33, 1, 1)]
BARRIER = "GroupMemoryBarrierWithGroupSync();"


class Sums(Kernel):
    def __init__(self, seed):
        self.made, self.are_rows_side_by_side = 0, seed % 2 == 0
        super().__init__(seed)

    def pick(self, *choices):
        return super().pick(*(SHAPES if choices and choices[0] == (64, 1, 1) else choices))

    def places(self):
        super().places()
        self.is_shared, self.has_waves = True, False
        self.steps = []  # by stretch: the head of the loop that its steps are, or None

    # ---- sums ----

    def add(self, x, n):
        """What a turn does with a word."""
        r = self.pick("a", "c", "d", "w" + n, "w" + n, "w" + n)
        return self.pick(
            ["%s += %s;" % (r, x)], ["%s += %s;" % (r, x)], ["%s += %s;" % (r, x)], ["%s += %s * %s;" % (r, x, self.pick("A[%s]" % n, "Small[%s & 7]" % n, "i", "3"))],
            ["b = %s(b, %s);" % (self.pick("min", "max"), x)], ["s = %s(s, (int)%s);" % (self.pick("min", "max"), x)], ["%s %s= %s;" % (r, self.pick("^", "|", "&"), x)],
            ["if ((%s & %d) == 1)" % (x, self.pick(1, 3)), "    %s += %s;" % (r, self.pick(x, "1"))], ["%s += (%s > N ? %s : 0);" % (r, x, x)],
            ["%s += %s - e;" % (r, x), "e = %s;" % x], ["f += (float)(%s & 15);" % x], ["%s = %s * 3 + %s;" % (r, r, x)],
            ["if (%s == %d)" % (x, self.random.randrange(9)), "    break;"])

    def word(self, n):
        at = self.pick("%s", "%s", "%s", "%s + 1", "i * N + %s", "i * K + %s", "i * 16 + %s", "%s * 2 + 1", "%s * W + id.x", "%s + t", "Next[%s] & 63") % n
        return self.pick("A[%s]", "A[%s]", "A[%s]", "Typed[%s]", "Raw.Load(4 * (%s))", "Pairs[%s].y") % at

    def shared_word(self, n):
        return "%s[%s]" % (self.pick(*self.free), n) if self.free else self.word(n)

    def filled_row(self, n):
        """A word of the thread's row in each turn, by itself or with sums."""
        if self.are_rows_side_by_side:
            start, end, at = self.pick(("Offsets[i]", "Offsets[i + 1]", "%s"), ("0", "Offsets[i + 1] - Offsets[i]", "Offsets[i] + %s"))
        else:
            start, end, at = self.pick("0", "0", "K & 3"), self.pick("(A[i] & 15)", "16", "min(N, 16u)", "min(A[i], 9u)"), "i * 16 + %s"
        value = self.pick("x", "x", "x + %s" % n, "i", "x ^ a", "x * %s + c" % n, "%s" % n, "A[A[i] + %s - a]" % n, "Rows[%s] * 3 + x" % (at % n))
        body = (["uint x = %s;" % self.word(n)] if "x" in value else []) + ["Rows[%s] = %s;" % (at % n, value)]
        if self.chance(0.2):
            body += ["c += %s;" % self.pick(n, "A[%s]" % n)]
        return ["for (uint %s = %s; %s < %s; %s++)" % (n, start, n, end, n), "{"] + ["    " + line for line in body] + ["}"]

    # ---- recurrences: what one turn stores the next one loads ----

    def turn_of_row(self, row, n, step):
        """Of a turn that stores to row[n], what `step` before has stored, and at times what else is there."""
        before, other = "%s[%s %s]" % (row, n, "- %d" % step if step > 0 else "+ %d" % -step), "%s[%s]" % (row, n)
        x = self.pick("x", "x", "a", "%s" % n)
        made = self.pick("%s + %s", "%s * 3 + %s", "min(uint(%s), uint(%s))", "max(uint(%s), uint(%s)) + 1", "%s ^ %s", "(%s >> 1) + %s") % (before, self.pick(x, x, other, "%s[%s]" % (row, self.pick("0", "1"))))
        lines = ["uint x = %s;" % self.word(n), "%s = %s;" % (other, made)]
        if self.chance(0.3):
            lines += self.pick(["c += %s;" % before], ["if (x & 1)", "    c ^= %s;" % before], ["d += %s;" % other])
        if self.chance(0.2):
            lines.insert(1, self.pick("if (%s == a)", "if ((%s & 15) == 3)") % before + "\n            break;")
        if self.chance(0.2):
            lines[-1] = self.pick("if (x & 3)", "if (a & 1)", "if (%s != 5)" % n) + "\n            " + lines[-1]
        return lines

    def turns_of_row(self, row, n, count):
        step, far = self.pick(1, 1, 1, 2, 3), self.pick(0, 0, 1)
        last = self.pick("%d" % count, "%d" % count, "min(N, %du)" % count, "min(A[i] & 31, %du)" % count)
        if self.chance(0.3):  # from its end on
            head = "for (int {0} = (int)(%s) - %d; {0} >= 0; {0} -= %d)" % (last, step + 1, step)
            step = -step
        else:
            head = "for (uint {0} = %d; {0} < %s; {0} += %d)" % (step + far, last, step)
        return [head.format(n), "{"] + ["    " + line for line in self.turn_of_row(row, n, step)] + ["}"]

    def own_row(self, n):
        """In an array of the thread's."""
        row, lines = "own%s" % n, []
        lines += ["for (uint z = 0; z < %s; z++)" % self.pick("24", "24", "4"), "    %s[z] = %s;" % (row, self.pick("A[z]", "z * 7 + t", "a"))]
        lines += self.turns_of_row(row, n, 24)
        lines += ["for (uint y = 0; y < 24; y++)", "    b = b * 5 ^ %s[y];" % row]
        return ["{", "    uint %s[24] = { %s };" % (row, ", ".join(["0"] * 24))] + ["    " + line for line in lines] + ["}"]

    def row_of_group(self, name):
        """In groupshared memory, by one thread."""
        n = "n%d" % self.made
        self.made += 1
        return ["if (t == %s)" % self.pick("0", "0", "%d" % (self.threads - 1)), "{"] + ["    " + line for line in self.turns_of_row(name, n, self.threads)] + ["}"]

    def loop(self, depth):
        n = "n%d" % self.made
        self.made += 1
        if self.chance(0.1):
            return self.own_row(n)
        if self.chance(0.15):
            return self.filled_row(n)
        kind, last, group = self.random.randrange(7), self.threads - 1, self.pick(*["%d" % self.threads] * 3, "8", "32")
        word = self.word
        if kind == 0:
            head = "for (uint {0} = Offsets[i]; {0} < Offsets[i + 1]; {0}++)"
        elif kind == 1:
            head = "for (uint {0} = %s; {0} < %s; {0}++)" % (self.pick("0", "0", "K"), self.pick("N", "100", "D", "K + 64", "(A[i] & 31)"))
        elif kind == 2:
            head = "for (uint {0} = %s; {0} < %s; {0} += %s)" % (self.pick("t", "t", "t + K", "t - 5", "t + 0xffffffc0u", "t + 0xfffffff0u"), self.pick("N", "1000", "300", "(A[0] & 1023)", "T"), group)
        elif kind == 3:
            head, word = "for (uint {0} = %s; {0} %s; {0}++)" % (self.pick("0", "0", "1"), self.pick("< t", "<= t", "< (A[i] & 15)", "< t / 2")), self.pick(self.shared_word, self.word)
        elif kind in (4, 6):
            head, word = "for (uint {0} = %s; {0} < %d; {0}++)" % (self.pick("0", "0", "1"), self.pick(last + 1, last + 1, last, min(last, 40), *(min(last + 1, turns) for turns in (15, 31, 32, 33)))), self.shared_word
        else:
            return self.search(n)
        body = []
        for _ in range(self.pick(1, 1, 2, 3)):
            body += self.add("x", n)
        lines = [head.format(n), "{", "    uint x = %s;" % word(n)] + ["    " + line for line in body] + ["}"]
        if self.chance(0.15):  # what the turn adds stands above the test, but for the word
            r = self.pick("a", "c", "w" + n)
            made = "uint v = %s;" % self.pick("%s + %s" % (r, n), "%s ^ i" % r, "max(%s, %s * 3)" % (r, n), "%s & 1 ? i : %s" % (n, r), "%s * 3" % n)
            lines = test_below(lines[0], lines[1:], *self.pick(([made], ["%s = v;" % r]), ([made, "d = v;"], [])))
        if any("w" + n in line for line in lines):
            lines = ["uint w%s = %s;" % (n, self.pick("0", "0", "0", "a"))] + lines + ["d += w%s;" % n]
        if kind == 6:  # all threads, or one, have the same sum
            lines = ["uint w%s = %d;" % (n, self.random.randrange(3)), head.format(n), "    %s;" % self.pick("w{0} += {1}", "w{0} += {1} * {0}", "w{0} = max(w{0}, {1})", "w{0} ^= {1}").format(n, word(n)), "c += w%s;" % n]
        if kind in (4, 6) and self.chance(0.5):
            return ["if (t == %d)" % self.pick(0, last), "{"] + ["    " + line for line in lines] + ["}"]
        if self.chance(0.2):
            return ["if (%s)" % self.condition(1), "{"] + ["    " + line for line in lines] + ["}"]
        return lines

    def search(self, n):
        key = self.pick("i", "i / 8", "Sorted[t & 63]", "a & 1023", "t * 16")
        return ["{", "    uint low%s = 0, high%s = 64, wx = 0;" % (n, n), "    while (low%s < high%s)" % (n, n), "    {", "        uint x = (low%s + high%s) / 2;" % (n, n)] + [
            "        " + line for line in self.pick([], [], self.add("Sorted[x]", "x"))] + [
            "        if (Sorted[x] %s %s)" % (self.pick("<", "<="), key), "            low%s = x + 1;" % n, "        else", "            high%s = x;" % n, "    }", "    c += low%s + wx;" % n, "}"]

    def statement(self, depth):
        return self.loop(depth) if self.chance(0.6) and depth < 3 else super().statement(max(depth, 2))

    # ---- stretches ----

    def stretch(self):
        """Some of one, or the steps of a tree or a scan."""
        own = [name for name in "pq" if self.chance(0.4)]
        self.free, self.counts = [name for name in "pq" if name not in own], None
        lines = self.row_words(own.pop()) if own and self.shape[1] > 1 and self.chance(0.5) else []
        if own and self.chance(0.3):
            lines += self.row_of_group(own.pop())
        for _ in range(self.random.randint(1, 2)):
            lines += self.shared_statement(self.free, own) if (self.free or own) and self.chance(0.4) else self.statement(1)
        if self.chance(0.15):
            lines = ["if (%s)" % self.pick("t == 0", "t < 2", "t == %d" % (self.threads - 1)), "{"] + ["    " + line for line in lines] + ["}"]
        return lines

    def row_words(self, name):
        """One thread of each row stores to a place of its row."""
        last = self.shape[0] - 1
        return ["if (l.x == %s)" % self.pick("0", "%d" % last, "K % {0}".format(last + 1), "(K + l.y) % {0}".format(last + 1)),
                "    %s[%s] = %s;" % (name, self.pick("l.y", "l.y", "l.y * 2 + 1", "%d - l.y" % last if self.shape[1] <= last + 1 else "l.y ^ 1"), self.value())]

    def sweep(self):
        """Functions of one step each, and the loop around them; what they leave in p or q somebody takes in the next stretch."""
        self.swept = name = self.pick("p", "q")
        join = self.pick("%s + %s", "%s + %s", "max(%s, %s)", "min(%s, %s)", "%s ^ %s")
        half = 1 << (self.threads - 1).bit_length() - 1
        if self.chance(0.5):
            return "for (uint w = %d; w > 0; w >>= 1)" % half, [["if (t < w && t + w < %d)" % self.threads, "    {0}[t] = %s;".format(name) % (join % (name + "[t]", name + "[t + w]"))]]
        return "for (uint w = 1; w < %d; w *= 2)" % self.threads, [["e = t >= w ? %s : %s[t];" % (join % (name + "[t]", name + "[t - w]"), name)], ["%s[t] = e;" % name]]

    def texts(self):
        functions, hlsl, cpp = [], [], []
        number = 0

        def add(lines, arguments=""):
            nonlocal number
            functions.extend(["void stretch%d(%s)" % (number, arguments), "{"] + ["    " + line for line in lines] + ["}"])
            number += 1
            return "stretch%d(%s)" % (number - 1, "w" if arguments else "")

        is_plain = self.chance(0.3)  # trees and scans alone
        for _ in range(self.pick(1, 1, 2) if is_plain else self.random.randint(1, 4)):
            if is_plain or self.chance(0.35):
                head, parts = self.sweep()
                calls = [add(lines, "uint w") for lines in parts]
                hlsl += [head, "{"] + [line for call in calls for line in ("    %s;" % call, "    " + BARRIER)] + ["}"]
                cpp.append("%s { %s }" % (head, " ".join("for (uint n = 0; n < COUNT; n++) threads[n].%s;" % call for call in calls)))
            if is_plain:
                continue
            call = add(self.stretch())
            hlsl += [call + ";", BARRIER]
            cpp.append("EACH(%s)" % call[:-2])
        self.free = ["p", "q"]
        lines = [self.pick("a = {0}[t];", "a += {0}[0];", "if (t > 0)\n        c = {0}[t - 1];", "if (t == 0)\n        d = {0}[0];").format(self.swept)] if is_plain else self.loop(0) + ["if (%s)" % self.pick("t == 0", "t < 4", "true"), "    Fours[i] = uint4(%s[t], b, c, d);" % self.pick("p", "q")] if self.chance(0.6) else []
        call = add(lines + ["Out[%s] = a ^ b * 3 + c * 5 + d * 7 + (uint)s + (uint)f;" % self.place["Out"]])
        return functions, hlsl + [call + ";"], cpp + ["EACH(%s)" % call[:-2]]


def check(wavecc, folder, seed):
    return check_kernel(wavecc, folder, seed, Sums(seed))


if __name__ == "__main__":
    sys.exit(judge_all("kernels of sums", check))
