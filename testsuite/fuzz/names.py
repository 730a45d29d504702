#!/usr/bin/env python3
"""What names mean, held against a compiler of C++, whose rules they follow.

    names.py WAVECC FIRST LAST

Of each seed a text that is both: namespaces in namespaces, opened again, structs with bases; functions of ints and floats,
and of such structs, constants, types and enumerators of a few names in all of them; using directives and declarations, of the
file, namespaces and functions; functions that use such names, with and without qualifiers, or call with a struct. clang says
which lines are wrong, and what the others return; wavecc must say the same.
"""
import os
import random
import re
import subprocess
import sys

from seeds import judge_all, output_of

FUNCTIONS, CONSTANTS, TYPES, ENUMERATORS = ["f", "g"], ["k", "m"], ["T", "U"], ["e", "d"]
C_HEAD = "extern \"C\" int printf(const char *, ...);"
HLSL_HEAD = "RWStructuredBuffer<int> Out;"


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.queries = [], []
        self.known = []  # namespaces, by their whole names, as far as the text goes
        self.declared = set()  # what is there twice is wrong in many ways
        self.structs = 0
        self.types = []  # structs, by their whole names
        self.taken = []  # by which functions
        self.value = 0

    def number(self):
        self.value += 1
        return self.value

    def entity(self, around, is_member=False):
        kind = self.random.randrange(4)
        static = "static " if is_member else ""
        if kind == 0:
            name = self.random.choice(FUNCTIONS)
            own = [whole for whole in self.types if whole.startswith("::" + around)]
            objects = [self.random.choice(own) + " x"] * 2 if own else []
            parameters = self.random.choice(["int x", "float x", "int x, int y"] + objects)
            key, text = (name, parameters), "%sint %s(%s) { return %d; }" % (static, name, parameters, self.number())
        elif kind == 1:
            key = self.random.choice(CONSTANTS)
            text = "static const int %s = %d;" % (key, self.number())
        elif kind == 2:
            key = self.random.choice(TYPES)
            text = "struct %s { static const int v = %d; };" % (key, self.number())
            if (around, key) not in self.declared:
                self.types.append("::%s::%s" % (around, key) if around else "::" + key)
        else:
            key = self.random.choice(ENUMERATORS)
            text = "enum E%d { %s = %d };" % (self.number(), key, self.number())
        is_behind = kind == 0 and not around and self.queries  # functions of the file may be called before, with a warning
        if (around, key) in self.declared or is_behind:
            return
        self.declared.add((around, key))
        self.lines.append(text)
        if kind == 0 and parameters.startswith("::"):
            self.taken.append((name, parameters[:-2]))

    def path(self):
        return self.random.choice(self.known + ["", ""]) if self.known else ""

    def use(self):
        path = self.path()
        if path and self.random.random() < 0.6:
            return "using namespace %s;" % path
        name = self.random.choice(FUNCTIONS + CONSTANTS + TYPES)
        return "using %s::%s;" % (path, name) if path else ""

    def value_of(self, qualifier):
        kind = self.random.randrange(5)
        if kind < 2:
            return qualifier + self.random.choice(FUNCTIONS) + self.random.choice(["(1)", "(1.5f)", "(1, 2)"])
        if kind == 2:
            return qualifier + self.random.choice(CONSTANTS)
        if kind == 3:
            return qualifier + self.random.choice(TYPES) + "::v"
        return qualifier + self.random.choice(ENUMERATORS)

    def query(self, around, is_member=False):
        path = self.path()
        qualifier = self.random.choice(["", "", path + "::" if path else "", "::"])
        if path.startswith(around + "::") and self.random.random() < 0.5:
            qualifier = path[len(around) + 2:] + "::"
        use = self.use() if self.random.random() < 0.3 else ""
        name = "q%d" % self.number()
        self.queries.append((len(self.lines), "::%s::%s" % (around, name) if around else "::" + name))
        value = self.value_of(qualifier)
        if not use.startswith("using namespace"):
            use = ""
        if self.taken and self.random.random() < 0.4:
            function, whole = self.random.choice(self.taken)
            use += " %s object;" % whole
            value = self.random.choice(["", "", qualifier]) + function + "(object)"
        self.lines.append("%sint %s() { %s return %s; }" % ("static " if is_member else "", name, use, value))

    def struct(self, around):
        self.structs += 1
        name = "S%d" % self.structs
        base = ""
        if self.structs > 1 and self.random.random() < 0.5:
            base = " : ::" + self.last_struct
        whole = around + "::" + name if around else name
        self.lines.append("struct %s%s {" % (name, base))
        for _ in range(self.random.randrange(3)):
            self.entity(whole, True)
        for _ in range(self.random.randrange(3)):
            self.query(whole, True)
        self.lines.append("};")
        self.types.append("::" + whole)
        self.last_struct = whole

    def parts(self, around, depth):
        for _ in range(self.random.randint(2, 5)):
            kind = self.random.random()
            if kind < 0.4:
                self.entity(around)
            elif kind < 0.55:
                self.lines.append(self.use())
            elif kind < 0.8:
                self.query(around)
            elif kind < 0.88:
                self.struct(around)
            elif depth < 2:
                name = self.random.choice("ABC")
                whole = around + "::" + name if around else name
                self.lines.append("namespace %s {" % name)
                if whole not in self.known:
                    self.known.append(whole)
                self.parts(whole, depth + 1)
                self.lines.append("}")

    def text(self):
        for _ in range(4):
            self.parts("", 0)
        for _ in range(4):
            self.query("")


def wrong_lines(output, path):
    """Of the text, which begins on the second line."""
    return {int(line) - 2 for line in re.findall(re.escape(path) + r":(\d+):\d+: (?:fatal )?error:", output)}


def judge(words, path):
    ran = subprocess.run(words, capture_output=True, text=True)
    return wrong_lines(ran.stderr, path), ran


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def values(output):
    return [int(word) for word in re.findall(r"-?\d+", output or "")]


def check(wavecc, folder, seed):
    generator = Generator(seed)
    generator.text()
    lines, queries = generator.lines, generator.queries
    c_path, path, program = (os.path.join(folder, name) for name in ("names.cpp", "names.hlsl", "names"))
    clang = ["clang", "-x", "c++", "-std=c++11", "-w", "-ferror-limit=0", "-fsyntax-only", c_path]
    ours = [wavecc, path, "-ferror-limit=0", "--emit=typed", "-o", os.devnull]
    main = "[numthreads(1, 1, 1)] void main() { %s }"
    while True: # what is wrong for both hides what else is
        write(c_path, [C_HEAD] + lines)
        write(path, [HLSL_HEAD] + lines + [main % ""])
        (wanted, _), (found, ran) = judge(clang, c_path), judge(ours, path)
        if (wanted != found and not wanted & found) or ran.returncode not in (0, 1):
            differing = sorted(wanted ^ found)
            print("seed %d: %s\n%s\n%s" % (seed, ["%d %s: wrong for %s" % (line + 2, lines[line] if line < len(lines) else "", "clang" if line in wanted else "wavecc")
                                               for line in differing], ran.stderr if not differing else "", "\n".join(lines)))
            return False
        if not wanted:
            break
        lines = ["" if at in wanted & found else line for at, line in enumerate(lines)]
    left = [name for at, name in queries if lines[at]]
    if not left:
        return True
    write(c_path, [C_HEAD] + lines + ["int main() { %s return 0; }" % " ".join('printf("%%d\\n", %s());' % name for name in left)])
    write(path, [HLSL_HEAD] + lines + [main % " ".join("Out[%d] = %s();" % (at, name) for at, name in enumerate(left))])
    if output_of(["clang", "-x", "c++", "-std=c++11", "-w", "-o", program, c_path]) is None:
        return False
    wanted = values(output_of([program]))
    if output_of([wavecc, path, "-O0", "--wave-size=4", "-o", program]) is None:
        return False
    count = "%d" % max(1, len(left))
    found = values(output_of([program, "--dispatch", "1,1,1", "--size", "Out=" + count, "--print", "Out:" + count]))[:len(left)]
    if found != wanted:
        print("seed %d: %s\n%s" % (seed, ["%s %d instead of %d" % each for each in zip(left, found, wanted) if each[1] != each[2]], "\n".join(lines)))
    return found == wanted


if __name__ == "__main__":
    sys.exit(judge_all("texts full of names", check))
