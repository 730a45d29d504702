#!/usr/bin/python3
"""turns.py WAVECC FROM TO: kernels of threads.py whose statements are loops of all kinds, one for each seed.

Counters with and without a sign go up or down, by constants, inputs or what data says, wrap, are taken back, changed in the
middle of a turn and used behind the loop; turns end by several `continue`, loops by several `break` and tests of all orders, above
or below the body; an inner loop's ends are the outer counter. In them stand the accesses that passes look for: rows of a thread's
own in flat buffers, columns that threads share, groupshared arrays, sums, guards, tables, words side by side, stores along a row.

Where nothing else says that a loop ends, its turns are counted."""
import sys

from seeds import judge_all
from threads import Kernel, check_kernel, test_below

MOST = 5  # loops of a kernel, which C compilers are to be done with in seconds


class Turns(Kernel):
    """`counters`: names of what counts in the loops around, with their types."""

    def __init__(self, seed):
        self.counters, self.made = [], 0
        super().__init__(seed)
        self.own = self.place  # where the thread stores

    # ---- ends ----

    def first(self, is_signed):
        outer = ["k%d" % n for n, _ in self.counters]
        small = ["0", "0", "0", "1", "t", "i", "i * K", "i * 8", "l.x", "K", "A[i] & 7", "id.x"] + outer * 2
        return self.pick(*small, *(["-3", "(int)id.x - 5", "0x7ffffffa", "-2147483647 - 1"] if is_signed else ["0xfffffffau", "0x7ffffffcu", "0x80000000u", "K - 2"]))

    def end(self, first):
        outer = ["k%d" % n for n, _ in self.counters]
        return self.pick("%d" % self.random.randint(1, 16), "K", "D", "K + 2", "N", "A[i] & 7", "(%s) + 4" % first, "(%s) + K" % first, "min(%s + 8, %s)" % (
            self.cast(first, True), self.pick("T", "N")), "W", "0xffffffffu", "0x7fffffffu", "0", *outer * 2)

    @staticmethod
    def cast(text, is_unsigned):
        return "(%s)(%s)" % ("uint" if is_unsigned else "int", text)

    # ---- what a turn does ----

    def place_in_turn(self, k):
        n = self.random.randint(1, 20)
        return self.pick("i * K + %s", "i * 8 + %s", "i * N + %s", "i + %s", "id.y * N + %s", "%s * W + id.x", "%s * {} + t", "%s", "i * 16 + %s * 2", "min(i + %s, N - 1)",
                         "(uint)clamp((int)(id.x + %s) - 2, 0, (int)W - 1)", "%s * 4 + {}", "(t & 3) * {} + %s", "i * {} + (15 - %s)", "(%s + {}) * D + i", "Next[%s] & 63", "i / {} + %s * 3", "%s + {}").replace("{}", str(n)) % self.cast(k, True)

    def access(self, k):
        at = self.place_in_turn(k)
        return self.pick("A[%s]", "A[%s]", "A[%s]", "Typed[%s]", "Raw.Load(4 * (%s))", "Raw.Load2(8 * (%s)).y", "Pairs[%s].x", "Quads[%s].z", "P[%s].m0", "Small[(%s) & 7]", "Tex.Load(int3((int)(%s), (int)id.y, 0))") % at

    def body(self, k):
        a = self.pick("a", "c", "d")
        own = self.cast(k, True)
        return self.pick(
            ["%s += %s;" % (a, self.access(k))], ["%s += %s;" % (a, self.access(k))], ["%s = %s * 3 + %s;" % (a, a, self.access(k))],
            ["%s += %s * %s;" % (a, self.access(k), self.access(k))], ["f += (float)(%s & 7) * (float)(%s & 3);" % (self.access(k), self.access(k))],
            ["b = %s(b, %s);" % (self.pick("min", "max"), self.access(k))], ["s = max(s, (int)%s);" % self.access(k)],
            ["if (%s %s %s)" % (self.pick("i + %s" % own, own, "id.x + %s" % own, "%s - 1" % own), self.pick("<", "<=", ">=", ">", "!="), self.pick("N", "T", "W", "5", "K")), "    %s += %s;" % (a, self.access(k))],
            ["if (%s < %d)" % (own, self.stride), "    Out[%s + %s] = %s;" % (self.own["Out"], own, self.pick("a", "c + %s" % self.access(k)))],
            ["if (%s < %d)" % (own, self.stride), "    Bytes.Store(%s + 4 * %s, %s);" % (self.own["Bytes"], own, self.access(k))],
            ["Out[%s + %s %% %d] %s %s;" % (self.own["Out"], own, self.stride, self.pick("=", "+="), self.access(k))],
            ["local[%s & 3] += %s;" % (own, self.access(k))], ["d ^= e;", "e = %s;" % self.access(k)], ["e = %s;" % own])

    def above(self, k):
        """What stands above a loop's test, and what the turn makes of it."""
        own, a = self.cast(k, True), self.pick("a", "c", "d", "e")
        made = "uint v%s = %s;" % (k, self.pick("%s * 3 + %s" % (a, own), "%s ^ K" % own, "%s < 3 ? i : %s" % (own, a), "max(%s, %s)" % (a, own), "%s + K" % a))
        return self.pick(([made], ["%s = v%s;" % (a, k)]), ([made], ["%s += v%s;" % (self.pick("a", "c"), k)]), ([made, "d = v%s;" % k], []), ([made, "e = v%s;" % k], ["c ^= e;"]))

    def ask(self, k):
        own = self.cast(k, True)
        return self.pick("(%s & %d) == %d" % (self.pick(self.access(k), "a", "i", "t", own, own), self.pick(1, 3, 7), self.random.randrange(2)), "%s == %d" % (own, self.random.randrange(9)),
                         "%s > N" % self.access(k), "K == 3", "g.x == 1", self.condition(1), "a > 0xc0000000u", "%s < i" % own)

    def loop(self, depth):
        if len(self.counters) > 2 or depth > 3 or self.made == MOST:
            return ["a += %s;" % self.value()]
        number, is_signed, is_down = self.made, self.chance(0.4), self.chance(0.25)
        self.made += 1
        k, kind, is_while = "k%d" % number, "int" if is_signed else "uint", self.chance(0.5)
        cast = lambda text: self.cast(text, not is_signed)
        is_tame = not is_down and self.chance(0.5)  # ends by itself
        first = self.pick("0", "0", "1", "t", "i", "i * K", "l.x") if is_tame else self.first(is_signed)
        end = self.pick("%d" % self.random.randint(1, 12), "K", "D & 15", "A[i] & 7", "g.x & 7", "min(%s + 8, T)" % cast(first).replace("int", "uint", is_signed)) if is_tame else self.end(first)
        if is_tame and first != "0":
            end = self.pick("(%s) + (%s)" % (first, end), "(%s) + 4" % first, "min(%s + 6, %s)" % (self.cast(first, True), self.pick("T", "N")))
        if is_down:
            first, end = self.pick((end, first), ("7", "0"), ("K", "1"), ("t & 15", "0"))
        order = self.pick("<", "<", "<", "<=") if is_tame else self.pick(">", ">=", ">=", "!=") if is_down else self.pick("<", "<", "<=", "!=")
        step = self.pick("1", "1", "1", "2", "3") if is_tame else self.pick("1", "1", "1", "2", "3", "K", "D", "W", "%d" % self.threads, "0x7fffffff", "(A[i] & 3)")
        test, go_on = "%s %s %s" % (k, order, cast(end)), "%s %s= %s;" % (k, "-" if is_down else "+", cast(step))
        goes_along = self.chance(0.3)  # a place that goes on in each turn, from one that lanes of a row may share
        to_next = ["z%d = y%d;" % (number, number)] * goes_along
        # what the test asks may be data's of the counter's place, but not of what the body changes
        self.counters.append((number, is_signed))
        lines = []
        for _ in range(self.random.randint(1, 3)):
            lines += self.body(k)
            if self.chance(0.25):
                changes = self.pick([], [], ["a += %s;" % self.access(k)]) + ([self.pick("%s += 1;" % k, "%s += %s;" % (k, cast("K"))) if is_tame else self.pick("%s += 2;", "%s -= 1;", "%s -= 30;", "%s += 0x7fffffff;", "%s = 0;") % k] if self.chance(0.4) else [])
                lines += ["if (%s)" % self.ask(k), "{"] + ["    " + line for line in changes + to_next + ([go_on] if is_while else [])] + ["    continue;", "}"]
            if self.chance(0.15):
                lines += ["if (%s)" % self.ask(k), "    break;"]
            if self.chance(0.1):
                lines += ["%s += %s;" % (k, "1" if is_tame else self.pick("1", "2", "-1"))]
            if self.chance(0.25):
                lines += self.loop(depth + 1) if self.chance(0.6) else self.statement(depth + 2)
        if goes_along:
            uses = self.pick("a += A[z{0}] * 3;", "c ^= Pairs[z{0}].x;", "d += Typed[z{0} + {1}];", "local[z{0} & 3] += z{0};", "b = max(b, Raw.Load(4 * z{0}));").format(number, k)
            lines = ["uint y{0} = z{0} + {1};".format(number, self.pick("1", "3", "K", "W"))] + lines + [uses] + to_next
        self.counters.pop()
        if not is_tame:
            cap = ["if (turn%d++ >= %d)" % (number, self.random.randint(3, 24 if not self.counters else 8)), "    break;"]
            lines = cap + lines
        head = "for (; %s; %s)" % (test, go_on[:-1])
        if is_while:
            head, lines = "while (%s)" % test, lines + [go_on]
        start = self.pick("l.y", "l.y * 5", "t / 8", "t / 16 * 3", "l.x", "i", "g.x + l.y")
        before = ["uint z%d = %s;" % (number, start)] * goes_along + ["%s %s = %s;" % (kind, k, cast(first))] + ([] if is_tame else ["uint turn%d = 0;" % number])
        hint = self.pick("", "", "ROLLED ")
        turn = [head, "{"] + ["    " + line for line in lines] + ["}"]
        if self.chance(0.2):
            turn = test_below(head, turn[1:], *self.above(k))
        behind = ["e ^= z%d;" % number] * goes_along + self.pick([], [], ["e += (uint)%s;" % k], ["d ^= %s;" % self.access(k)])
        return ["{"] + ["    " + line for line in before + [hint + turn[0]] + turn[1:] + behind] + ["}"]

    def statement(self, depth):
        return self.loop(depth) if self.chance(0.6) and depth < 3 else super().statement(depth)


def check(wavecc, folder, seed):
    return check_kernel(wavecc, folder, seed, Turns(seed))


if __name__ == "__main__":
    sys.exit(judge_all("kernels of loops", check))
