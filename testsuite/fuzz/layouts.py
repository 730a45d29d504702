#!/usr/bin/python3
"""layouts.py WAVECC FROM TO: random structs and cbuffers, one shader for each seed; where --emit=reflection has their
members is held against the rules below, which are dxc's and share nothing with wavecc's. What differs is printed with
its shader; exit status 1 if something did.

cbuffer: what would cross a row of 16 bytes begins the next one, and so do arrays, structs and matrices of several
vectors; else a number lies at a multiple of its size. Each element and each vector of a matrix begins a row (of more
than 16 bytes: two), the last one has no padding. In a matrix numbers of 16 bits count as 32. Without 16-bit types the
cbuffer's own members begin a row between minimum precision (and matrices of bool) and others, but at arrays.
structured: numbers at multiples of their sizes, structs padded to their largest, bases too.
Bit-fields of one size share a number of it as far as they fit; a base's are not joined."""
import json
import random
import subprocess
import sys

from seeds import judge_all

NUMBERS = {"bool": 4, "int": 4, "uint": 4, "float": 4, "double": 8, "int64_t": 8, "uint64_t": 8}
MINIMAL = {"min16float": 4, "min10float": 4, "min16int": 4, "min16uint": 4}
FIELDS = ["int", "uint", "int64_t", "uint64_t", "int16_t", "uint16_t"]
PLAIN = {**NUMBERS, **MINIMAL, "half": 4}
NATIVE = {**NUMBERS, "half": 2, "float16_t": 2, "int16_t": 2, "uint16_t": 2}


def up(offset, step):
    return (offset + step - 1) // step * step


class Type:
    """A number, vector, matrix (vectors x length, as stored) or struct, and the extents of an array of it."""

    def __init__(self, choose, numbers, structs, may_be_field=False):
        self.width, self.joins = 0, False
        self.extents = [choose.randint(1, 3) for _ in range(choose.choice([0, 0, 0, 0, 0, 1, 1, 2]))]
        self.struct = choose.choice(structs) if structs and choose.random() < 0.25 else None
        self.vectors, self.length, self.is_matrix = 1, 1, False
        if self.struct:
            self.spelling = self.struct.name
            return
        self.number = choose.choice(list(numbers))
        self.bytes = numbers[self.number]
        self.spelling = self.number
        shape = choose.random()
        if self.number in FIELDS and not self.extents and may_be_field and choose.random() < 0.4:
            self.width = choose.randint(1, self.bytes * 8)
        elif shape < 0.35:
            self.length = choose.randint(2, 4)
            self.spelling += str(self.length)
        elif shape < 0.65:
            self.is_matrix = True
            self.vectors, self.length = choose.randint(1, 4), choose.randint(1, 4)
            by_rows = choose.random() < 0.5
            rows, columns = (self.vectors, self.length) if by_rows else (self.length, self.vectors)
            self.spelling = "%s %s%dx%d" % ("row_major" if by_rows else "column_major", self.number, rows, columns)

    def declare(self, name):
        behind = " : %d" % self.width if self.width else "".join("[%d]" % count for count in self.extents)
        return "    %s %s%s;\n" % (self.spelling, name, behind)

    def last_is_minimal(self):
        if self.struct:
            return self.struct.members[-1][1].last_is_minimal()
        return self.number in MINIMAL or (self.is_matrix and self.number == "bool")

    def begins_row(self):
        return bool(self.extents or self.struct or self.vectors > 1)

    def row_size(self):
        if self.struct:
            size = self.struct.in_rows()[1]
        else:
            vector = self.length * (max(self.bytes, 4) if self.is_matrix else self.bytes)
            size = up(vector, 16) * (self.vectors - 1) + vector
        for count in reversed(self.extents):
            size = up(size, 16) * (count - 1) + size
        return size

    def place_in_row(self, offset, size):
        if offset % 16 == 0:
            return offset
        return up(offset, 16 if self.begins_row() or offset % 16 + size > 16 else self.bytes)

    def tight(self):
        """Size and alignment."""
        size, step = self.struct.tight()[1:] if self.struct else (self.vectors * self.length * self.bytes, self.bytes)
        for count in self.extents:
            size *= count
        return size, step


class Struct:
    def __init__(self, choose, name, numbers, structs):
        self.name = name
        self.base = choose.choice(structs) if structs and choose.random() < 0.3 else None
        self.members = [("%s_%d" % (name.lower(), i), Type(choose, numbers, structs, True)) for i in range(choose.randint(1, 5))]
        used, before = 0, None
        for _, type in self.members: # bits of the number that the fields before share
            type.joins = bool(before and before.width and type.width and before.bytes == type.bytes and
                              used + type.width <= 8 * type.bytes)
            used, before = (used if type.joins else 0) + type.width, type

    def declare(self):
        head = "struct %s%s\n{\n" % (self.name, " : " + self.base.name if self.base else "")
        return head + "".join(type.declare(name) for name, type in self.members) + "};\n"

    def in_rows(self):
        """Places of all members, and the size."""
        places, end = self.base.in_rows() if self.base else ([], 0)
        for name, type in self.members:
            if type.joins:
                places = places + [(name, places[-1][1])]
                continue
            whole = type.row_size()
            uncut = whole if type.extents or not type.is_matrix else type.tight()[0]
            at = type.place_in_row(end, uncut)
            places, end = places + [(name, at)], at + whole
        return places, end

    def tight(self):
        """Places of all members, the size and the alignment."""
        places, end, most = self.base.tight() if self.base else ([], 0, 1)
        for name, type in self.members:
            if type.joins:
                places = places + [(name, places[-1][1])]
                continue
            size, step = type.tight()
            at = up(end, step)
            places, end, most = places + [(name, at)], at + size, max(most, step)
        return places, up(end, most), most


def cbuffer(members, has_minimal):
    places, end, in_minimal = [], 0, False
    for name, type in members:
        size = type.row_size()
        if has_minimal and not type.extents:
            was, in_minimal = in_minimal, type.last_is_minimal()
            end = up(end, 16) if was != in_minimal else end
        at = type.place_in_row(end, size)
        places, end = places + [(name, at)], at + size
    return places, up(end, 16)


def first_number(path, type):
    path += "[0]" * len(type.extents)
    if type.struct:
        owner = type.struct
        return first_number("%s.%s" % (path, owner.members[0][0]), owner.members[0][1])
    return path + ("[0][0]" if type.is_matrix else "[0]" if type.length > 1 else "")


def differences(what, found, wanted):
    return ["%s.%s lies at %d, not at %d" % (what, name, found[name], at)
            for name, at in wanted if found.get(name, at) != at]


def judge(told, members, structs, is_native):
    buffers = {buffer["Name"]: buffer for buffer in told["ConstantBuffers"]}
    variables = {variable["Name"]: variable for variable in buffers["C"]["Variables"]}
    places, size = cbuffer(members, not is_native)
    wrong = differences("C", {name: at["StartOffset"] for name, at in variables.items()}, places)
    if buffers["C"]["Size"] != size:
        wrong.append("C has %d bytes, not %d" % (buffers["C"]["Size"], size))
    for name, type in members:
        if type.struct:
            inside = {member["Name"]: member["Type"]["Offset"] for member in variables[name]["Type"]["Members"]}
            wrong += differences(name, inside, type.struct.in_rows()[0])
    for struct in structs:
        buffer = buffers["b" + struct.name]
        places, size, _ = struct.tight()
        inside = {member["Name"]: member["Type"]["Offset"] for member in buffer["Variables"][0]["Type"]["Members"]}
        wrong += differences(struct.name, inside, places)
        if buffer["Size"] != size:
            wrong.append("%s has %d bytes, not %d" % (struct.name, buffer["Size"], size))
    return wrong


def check(wavecc, folder, seed):
    choose = random.Random(seed)
    is_native = choose.random() < 0.5
    numbers, structs = NATIVE if is_native else PLAIN, []
    for i in range(choose.randint(1, 3)):
        structs.append(Struct(choose, "S%d" % i, numbers, structs))
    members = [("m%d" % i, Type(choose, numbers, structs)) for i in range(choose.randint(1, 8))]
    text = "".join(struct.declare() for struct in structs)
    text += "cbuffer C\n{\n" + "".join(type.declare(name) for name, type in members) + "};\n"
    text += "".join("RWStructuredBuffer<%s> b%s;\n" % (struct.name, struct.name) for struct in structs)
    text += "[numthreads(1, 1, 1)] void main()\n{\n    if (%s > 0)\n        return;\n" % first_number("m0", members[0][1])
    text += "".join("    b%s[0] = (%s)0;\n" % (struct.name, struct.name) for struct in structs) + "}\n"
    path = folder + "/layout.hlsl"
    with open(path, "w") as file:
        file.write(text)
    options = ["-enable-16bit-types"] if is_native else []
    ran = subprocess.run([wavecc, path, "-T", "cs_6_2", "-Wno-resource-limits", "--wave-size=8", "--emit=reflection"] + options,
                         capture_output=True, text=True)
    wrong = [ran.stderr] if ran.returncode else judge(json.loads(ran.stdout)[0], members, structs, is_native)
    if wrong:
        print("seed %d%s:\n%s\n%s" % (seed, ", -enable-16bit-types" if is_native else "", "\n".join(wrong), text))
    return not wrong


sys.exit(judge_all("layouts", check))
