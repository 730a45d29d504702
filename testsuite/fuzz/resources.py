#!/usr/bin/env python3
"""Random kernels that choose among resources as they run, held against a model.

    resources.py WAVECC FIRST LAST

Of each seed a shader with buffers and textures of some kinds, alone, in arrays and in structs, all of different sizes and contents;
threads keep some in variables, in arrays and structs of variables, pass them to functions, in and out, get them from functions, and choose between them by their place or by
data, in branches, loops and by ?:. Through what they chose they load, store, count and ask for sizes. Threads store to words of
their own, and the model takes them one after the other.
"""
import os
import random
import struct
import sys

from seeds import judge_all, output_of

MASK = 0xFFFFFFFF
WAVES = ["4", "8", "32"]
KINDS = {  # by the type's letter: type, whether it may be stored to, whether it has rows
    "s": ("StructuredBuffer<uint>", False, False),
    "b": ("Buffer<uint>", False, False),
    "a": ("ByteAddressBuffer", False, False),
    "t": ("Texture2D<uint>", False, True),
    "w": ("RWStructuredBuffer<uint>", True, False),
    "v": ("RWBuffer<uint>", True, False),
    "r": ("RWByteAddressBuffer", True, False),
    "u": ("RWTexture2D<uint>", True, True),
}
ROW = 4  # texels of a texture's row
ARRAY = 3  # elements of an array of resources


class Resource:
    def __init__(self, name, kind, size, random):
        self.name, self.kind, self.size = name, kind, size
        self.words = [random.randrange(1000) for _ in range(size)]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.threads = self.random.choice([5, 8, 16, 33, 64])
        self.kinds = self.random.sample(sorted(KINDS), self.random.choice([1, 2, 2, 3]))
        if not any(KINDS[kind][1] for kind in self.kinds):
            self.kinds.append(self.random.choice("wvru"))
        self.resources = {}  # by kind: two alone, then those of an array
        self.names = 0
        for kind in self.kinds:
            self.resources[kind] = []
            for i in range(2 + ARRAY):
                name = kind + "01"[i] if i < 2 else "%sa[%d]" % (kind, i - 2)
                rows = self.random.randrange(0, 4) + self.threads // ROW
                size = (rows + 1) * ROW if KINDS[kind][2] else self.threads + self.random.randrange(20)
                self.resources[kind].append(Resource(name, kind, size, self.random))

    # Each returns text and what the model does: f(state) of a thread's state, a dictionary of variables.

    def number(self, depth=1):
        kind = self.random.randrange(6 if depth else 3)
        if kind == 0:
            value = self.random.randrange(9)
            return "%du" % value, lambda state: value
        if kind <= 2:
            name = self.random.choice(["t", "x", "y", "x", "y"])
            return name, lambda state: state[name]
        left, right = self.number(depth - 1), self.number(depth - 1)
        operator = self.random.choice("+*^&")
        apply = {"+": lambda a, b: a + b & MASK, "*": lambda a, b: a * b & MASK, "^": lambda a, b: a ^ b, "&": lambda a, b: a & b}[operator]
        return "(%s %s %s)" % (left[0], operator, right[0]), lambda state: apply(left[1](state), right[1](state))

    def condition(self):
        left, bound = self.number(), self.random.choice([1, 2, 3, 5, 30, 400])
        if self.random.random() < 0.5:
            return "%s %% %d == 0" % (left[0], bound), lambda state: left[1](state) % bound == 0
        return "%s > %d" % (left[0], bound), lambda state: left[1](state) > bound

    def element(self):
        index = self.number()
        return "%s %% %d" % (index[0], ARRAY), lambda state: index[1](state) % ARRAY

    def variable(self, kind):
        """A place that holds a resource: text, key of the state by the state."""
        choice = self.random.randrange(5)
        if choice < 3:
            name = kind + "xyz"[choice]
            return name, lambda state: name
        if choice == 3:
            return "k%s.m" % kind, lambda state: "k%s.m" % kind
        index = self.element()
        return "l%s[%s]" % (kind, index[0]), lambda state: "l%s[%d]" % (kind, index[1](state))

    def resource(self, kind, depth=1):
        choice = self.random.randrange(8 if depth else 4)
        if choice == 0:
            resource = self.random.choice(self.resources[kind][:2])
            return resource.name, lambda state: resource
        if choice == 1:
            index = self.element()
            return "%sa[%s]" % (kind, index[0]), lambda state: self.resources[kind][2 + index[1](state)]
        if choice <= 4:
            place = self.variable(kind)
            return place[0], lambda state: state[place[1](state)]
        if choice <= 6:
            test, left, right = self.condition(), self.resource(kind, depth - 1), self.resource(kind, depth - 1)
            if choice == 5:
                return "pick_%s(%s, %s, %s)" % (kind, test[0], left[0], right[0]), lambda state: (left if test[1](state) else right)[1](state)
            return "(%s ? %s : %s)" % (test[0], left[0], right[0]), lambda state: (left if test[1](state) else right)[1](state)
        index = self.element()
        return "made_%s(%s).m" % (kind, index[0]), lambda state: self.resources[kind][2 + index[1](state)]

    def place(self, kind, at):
        if kind == "r" or kind == "a":
            return "(%s) * 4" % at
        return "uint2((%s) %% %d, (%s) / %d)" % (at, ROW, at, ROW) if KINDS[kind][2] else at

    def load(self, target):
        kind = self.random.choice(self.kinds)
        resource = self.resource(kind)
        if self.random.random() < 0.2:  # its size
            size = "size_%s(%s)" % (kind, resource[0])

            def ask(state):
                state[target] = resource[1](state).size
            return ["%s = %s;" % (target, size)], ask
        # of what may be stored to the thread's own word, or one of nobody's
        offset = 0 if KINDS[kind][1] else self.random.randrange(12)
        at = "t + %d" % offset if offset else "t"
        methods = {"r": "%s.Load(%s)", "a": "%s.Load(%s)"}
        text = methods.get(kind, "%s[%s]") % (resource[0], self.place(kind, at))

        def load(state):
            words = resource[1](state).words
            state[target] = words[state["t"] + offset] if state["t"] + offset < len(words) else 0
        return ["%s = %s;" % (target, text)], load

    def store(self):
        kind = self.random.choice([kind for kind in self.kinds if KINDS[kind][1]])
        resource, value = self.resource(kind), self.number()
        place = self.place(kind, "t")
        how = self.random.randrange(3)
        if how == 0:
            text = ("%s.Store(%s, %s);" if kind == "r" else "%s[%s] = %s;") % (resource[0], place, value[0])
            change = lambda old, new: new
        elif how == 1:
            text = ("%s.InterlockedAdd(%s, %s);" if kind == "r" else "InterlockedAdd(%s[%s], %s);") % (resource[0], place, value[0])
            change = lambda old, new: old + new & MASK
        else:
            text = "put_%s(%s, t, %s);" % (kind, resource[0], value[0])
            change = lambda old, new: old ^ new

        def store(state):
            words = resource[1](state).words
            words[state["t"]] = change(words[state["t"]], value[1](state))
        return [text], store

    def assign(self):
        kind = self.random.choice(self.kinds)
        place = self.variable(kind)
        how = self.random.randrange(6)
        if how == 0:
            index = self.element()
            text = "set_%s(%s, %s);" % (kind, place[0], index[0])
            value = lambda state: self.resources[kind][2 + index[1](state)]
        elif how == 1:
            test, other = self.condition(), self.resource(kind, 0)
            text = "change_%s(%s, %s, %s);" % (kind, test[0], place[0], other[0])
            value = lambda state: other[1](state) if test[1](state) else state[place[1](state)]
        else:
            resource = self.resource(kind)
            text, value = "%s = %s;" % (place[0], resource[0]), resource[1]

        def assign(state):
            at = place[1](state)
            state[at] = value(state)
        return [text], assign

    def branch(self, depth):
        test, then, other = self.condition(), self.block(depth - 1), self.block(depth - 1)
        return ["if (%s) {" % test[0]] + then[0] + ["} else {"] + other[0] + ["}"], lambda state: (then if test[1](state) else other)[1](state)

    def loop(self, depth):
        self.names += 1
        name, body = "i%d" % self.names, self.block(depth - 1)
        bound = self.number()
        leave = self.condition() if self.random.random() < 0.5 else None
        lines = ["uint n%s = %s %% 4;" % (name, bound[0]), "for (uint %s = 0; %s < n%s; %s++) {" % (name, name, name, name)] + body[0]
        lines += (["if (%s) break;" % leave[0]] if leave else []) + ["}"]

        def run(state):
            for _ in range(bound[1](state) % 4):
                body[1](state)
                if leave and leave[1](state):
                    break
        return lines, run

    def statement(self, depth):
        kind = self.random.randrange(10)
        if kind < 3:
            return self.load(self.random.choice("xy"))
        if kind < 5:
            return self.store()
        if kind < 8 or not depth:
            return self.assign()
        return self.branch(depth) if kind == 8 else self.loop(depth)

    def block(self, depth):
        parts = [self.statement(depth) for _ in range(self.random.randint(1, 4 if depth < 2 else 9))]

        def run(state):
            for part in parts:
                part[1](state)
        return ["    " + line for part in parts for line in part[0]], run

    def functions(self, kind):
        type, is_writable, has_rows = KINDS[kind]
        size = {"t": "r.GetDimensions(w, h); return w * h;", "u": "r.GetDimensions(w, h); return w * h;",
                "s": "r.GetDimensions(w, h); return w;", "w": "r.GetDimensions(w, h); return w;",
                "a": "r.GetDimensions(w); return w / 4;", "r": "r.GetDimensions(w); return w / 4;"}.get(kind, "r.GetDimensions(w); return w;")
        lines = ["struct K%s { %s m; uint k; };" % (kind, type),
                 "%s pick_%s(bool c, %s one, %s other) { if (c) return one; return other; }" % (type, kind, type, type),
                 "K%s made_%s(uint i) { K%s k; k.m = %sa[i]; k.k = i; return k; }" % (kind, kind, kind, kind),
                 "void set_%s(out %s r, uint i) { r = %sa[i]; }" % (kind, type, kind),
                 "void change_%s(bool c, inout %s r, %s other) { if (c) r = other; }" % (kind, type, type),
                 "uint size_%s(%s r) { uint w, h = 1; %s }" % (kind, type, size)]
        if is_writable:
            at = self.place(kind, "t")
            lines.append("void put_%s(%s r, uint t, uint v) { %s }" % (kind, type, "r.Store(t * 4, r.Load(t * 4) ^ v);" if kind == "r" else "r[%s] ^= v;" % at))
        return lines

    def shader(self):
        lines = ["RWStructuredBuffer<uint2> Out;"]
        start = []
        for kind in self.kinds:
            lines += ["%s %s0, %s1, %sa[%d];" % (KINDS[kind][0], kind, kind, kind, ARRAY)] + self.functions(kind)
            start += ["    %s %sx = %s0, %sy = %s1, %sz = %sa[1], l%s[%d] = {%s1, %sa[0], %s0}; K%s k%s = {%sa[2], 1};" % (
                KINDS[kind][0], kind, kind, kind, kind, kind, kind, kind, ARRAY, kind, kind, kind, kind, kind, kind)]
        body, run = self.block(3)
        for kind in self.kinds:  # so that the shader uses them all
            for resource in self.resources[kind]:
                body.append("    x ^= " + ("%s.Load(%s);" if kind in "ra" else "%s[%s];") % (resource.name, self.place(kind, "t")))
        lines += ["[numthreads(%d, 1, 1)]" % self.threads, "void main(uint t : SV_GroupIndex)", "{", "    uint x = t, y = 3;"]
        return "\n".join(lines + start + body + ["    Out[t] = uint2(x, y);", "}", ""]), run

    def run(self, run):
        out = []
        for thread in range(self.threads):
            state = {"t": thread, "x": thread, "y": 3}
            for kind, (one, other, *array) in self.resources.items():
                state.update({kind + "x": one, kind + "y": other, kind + "z": array[1], "k%s.m" % kind: array[2],
                              "l%s[0]" % kind: other, "l%s[1]" % kind: array[0], "l%s[2]" % kind: one})
            run(state)
            for kind in self.kinds:
                for resource in self.resources[kind]:
                    state["x"] ^= resource.words[thread] if thread < resource.size else 0
            out += [state["x"], state["y"]]
        return out


def words_of(path):
    with open(path, "rb") as file:
        data = file.read()
    return list(struct.unpack("<%dI" % (len(data) // 4), data))


def check(wavecc, folder, seed):
    generator = Generator(seed)
    text, run = generator.shader()
    all_resources = [resource for kind in generator.kinds for resource in generator.resources[kind]]
    inputs = []
    for resource in all_resources:
        path = os.path.join(folder, resource.name + ".bin")
        with open(path, "wb") as file:
            file.write(struct.pack("<%dI" % resource.size, *resource.words))
        size = "%dx%d" % (ROW, resource.size // ROW) if KINDS[resource.kind][2] else str(resource.size * (4 if resource.kind == "r" else 1))
        inputs += ["--in", "%s=%s" % (resource.name, path)]
        if KINDS[resource.kind][1] or KINDS[resource.kind][2]:
            inputs += ["--size", "%s=%s" % (resource.name, size)]
    out = generator.run(run)
    path, program = os.path.join(folder, "resources.hlsl"), os.path.join(folder, "resources")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    options = ["--wave-size=" + ",".join(WAVES)] + generator.random.choice([[], [], ["-O0"], ["--target=x86-64-v3"]])
    if output_of([wavecc, path, "-o", program] + options) is None:
        print("seed %d:\n%s" % (seed, text))
        return False
    wanted = {resource.name: resource.words for resource in all_resources if KINDS[resource.kind][1]}
    wanted["Out"] = out
    for wave in WAVES:
        outputs = [word for name in wanted for word in ("--out", "%s=%s" % (name, os.path.join(folder, "out_" + name + ".bin")))]
        if output_of([program, "--wave-size=" + wave, "--dispatch", "1", "--size", "Out=%d" % generator.threads] + inputs + outputs) is None:
            print("seed %d:\n%s" % (seed, text))
            return False
        for name, words in wanted.items():
            found = words_of(os.path.join(folder, "out_" + name + ".bin"))
            if found != words:
                at = next((i for i, (one, other) in enumerate(zip(found, words)) if one != other), min(len(found), len(words)))
                print("seed %d, waves of %s %s: %s[%d] is %s instead of %s\n%s" % (
                    seed, wave, " ".join(options[1:]), name, at, found[at:at + 1], words[at:at + 1], text))
                return False
    return True


if __name__ == "__main__":
    sys.exit(judge_all("kernels that choose resources", check))
