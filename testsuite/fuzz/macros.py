#!/usr/bin/env python3
"""What macros and conditions leave of a text, held against a preprocessor of C, whose rules they follow.

    macros.py WAVECC FIRST LAST

Of each seed a text of #define, #undef, #if and its like, and lines that name macros: with and without arguments, nested, over
several lines, their own names in their bodies, what is made a string and what is pasted. clang says which tokens are left, and
whether the text is wrong; wavecc must say the same. (__LINE__ in a body is clang's last line of the call, and wavecc's first.)
"""
import os
import random
import re
import subprocess
import sys

from seeds import judge_all

NAMES = ["A", "B", "C", "D", "F", "G", "H", "J"]  # macros, or names that nothing stands for
COUNTS = {"C": 1, "D": 2, "F": 3, "G": 0, "H": 1}  # of parameters, most of the time
PARAMETERS = ["x", "y", "z"]
PLAIN = ["a", "b", "q1", "x", "y", "7", "12u", "0x1F", "1.5f", "(", ")", ",", "+", "-", "*", "[", "]", "{", "}", "==", "<<", ";",
         '"s"', '"t\\\\"', "<", ".", "&&"]
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\.?\d(?:[eE][+-]|[\w.])*|\w+|<<=|>>=|&&|\|\||[=!<>+\-*/%&|^]=|<<|>>|\+\+|--|\S')


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.has_else = []  # of the conditions that are open

    def tokens(self, most, choices):
        return [self.random.choice(choices)() for _ in range(self.random.randrange(most + 1))]

    def plain(self):
        return self.random.choice(PLAIN)

    def name(self):
        return self.random.choice(NAMES)

    def argument(self, depth):
        words = []
        for _ in range(self.random.randrange(4)):
            kind = self.random.randrange(8)
            if kind < 3 and depth:
                words.append(self.call(depth - 1))
            elif kind == 3:
                words.append("(%s)" % self.argument(0))
            elif kind == 4:
                words.append(self.name())
            else:
                words.append(self.random.choice([word for word in PLAIN if word not in "(),"]))
        return self.space().join(words)

    def space(self):
        return self.random.choice([" ", " ", " ", "  ", " /* c */ "])

    def call(self, depth):
        name = self.name()
        count = COUNTS.get(name, 1) if self.random.random() < 0.995 else self.random.randrange(4)
        if name == "H":
            count += self.random.randrange(3)
        arguments = ",".join(self.argument(depth) for _ in range(count))
        return "%s%s(%s)" % (name, self.random.choice(["", "", " "]), arguments)

    def body(self, parameters):
        known = parameters + (["__VA_ARGS__"] if "..." in parameters else [])
        known = [name for name in known if name != "..."]
        words = []
        for _ in range(self.random.randrange(6)):
            kind = self.random.randrange(10)
            if known and kind < 3:
                words.append(self.random.choice(known))
            elif known and kind == 3:
                words.append("#" + self.space().strip(" ") + self.random.choice(known))
            elif kind == 4:
                left = self.random.choice(known + NAMES + ["a", "q"])
                right = self.random.choice(known + NAMES + ["1", "b"])
                words.append(left + self.random.choice(["##", " ## ", "##"]) + right)
            elif kind == 5:
                words.append(self.call(1))
            elif kind < 8:
                words.append(self.name())
            else:
                words.append(self.plain())
        return self.space().join(words)

    def define(self):
        name = self.name()
        if name not in COUNTS:
            self.lines.append("#define %s %s" % (name, self.body([])))
            return
        parameters = PARAMETERS[:COUNTS[name]] + (["..."] if name == "H" else [])
        body = self.body(parameters)
        if self.random.random() < 0.1 and " " in body:
            body = body.replace(" ", " \\\n", 1)
        self.lines.extend(("#define %s(%s) %s" % (name, self.random.choice([", ", ","]).join(parameters), body)).split("\n"))

    def value(self, depth):
        kind = self.random.randrange(12 if depth else 5)
        if kind == 0:
            return self.name()
        if kind == 1:
            return self.random.choice(["defined(%s)", "defined %s"]) % self.name()
        if kind < 5:
            return self.random.choice(["0", "1", "2", "-1", "3u", "0x7fffffff", "017", "'a'", "4294967295", "9223372036854775807", "true"])
        if kind == 5:
            return self.random.choice(["!", "~", "-", "+"]) + self.value(depth - 1)
        if kind == 6:
            return "(%s)" % self.value(depth - 1)
        if kind == 7:
            return "%s ? %s : %s" % (self.value(depth - 1), self.value(depth - 1), self.value(depth - 1))
        operator = self.random.choice(["+", "-", "*", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||"])
        right = self.value(depth - 1) if operator not in ("<<", ">>") else "%d" % self.random.randrange(64)
        return "%s %s %s" % (self.value(depth - 1), operator, right)

    def condition(self):
        kind = self.random.randrange(4)
        if kind < 2:
            return "#if " + self.value(3)
        return "#%s %s" % (self.random.choice(["ifdef", "ifndef"]), self.name())

    def line(self):
        kind = self.random.randrange(12)
        if kind < 5:
            self.define()
        elif kind == 5:
            self.lines.append("#undef " + self.name())
        elif kind == 6:
            self.lines.append(self.condition())
            self.has_else.append(False)
        elif kind == 7 and self.has_else:
            if self.random.random() < (0.95 if self.has_else[-1] else 0.5):
                self.lines.append("#endif")
                self.has_else.pop()
            else:
                is_else = self.random.random() < 0.5
                self.has_else[-1] |= is_else
                self.lines.append("#else" if is_else else "#elif " + self.value(2))
        else:
            text = self.space().join(self.random.choice([lambda: self.call(2), self.name, self.plain, lambda: "__LINE__"])() for _ in range(self.random.randrange(1, 5)))
            if self.random.random() < 0.15 and "," in text:
                text = text.replace(",", ",\n", 1)
            self.lines.extend(text.split("\n"))

    def text(self):
        for _ in range(self.random.randrange(10, 40)):
            self.line()
        self.lines.extend(["#endif" for _ in self.has_else])
        return "\n".join(self.lines) + "\n"


def judge(words, path):
    ran = subprocess.run(words, capture_output=True, text=True)
    errors = {int(line) for line in re.findall(re.escape(path) + r":(\d+):\d+: (?:fatal )?error:", ran.stderr)}
    lines = [line for line in ran.stdout.split("\n") if not line.startswith("#")]
    return errors, TOKEN.findall("\n".join(lines)), ran


def check(wavecc, folder, seed):
    path = os.path.join(folder, "macros.hlsl")
    text = Generator(seed).text()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    wrong, wanted, _ = judge(["clang", "-E", "-P", "-undef", "-x", "c++", "-std=c++11", "-w", "-ferror-limit=0", path], path)
    found_wrong, found, ran = judge([wavecc, path, "-ferror-limit=0", "-no-warnings", "--emit=preprocessed"], path)
    if wrong or found_wrong or ran.returncode:
        is_same = bool(wrong) == bool(found_wrong) and ran.returncode in (0, 1)
        detail = "lines %s instead of %s\n%s" % (sorted(found_wrong), sorted(wrong), ran.stderr)
    else:
        is_same = wanted == found
        detail = "%s\ninstead of\n%s" % (" ".join(found), " ".join(wanted))
    if not is_same:
        print("seed %d: %s\n%s" % (seed, detail, text))
    return is_same


if __name__ == "__main__":
    sys.exit(judge_all("texts full of macros", check))
