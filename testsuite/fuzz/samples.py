#!/usr/bin/python3
"""samples.py WAVECC FROM TO: random textures, samplers and coordinates, one shader for each seed; what it samples is held
against the rules below, which are those of Direct3D 11.3's functional specification (7.18) and share nothing with
wavecc's. What differs is printed with its shader; exit status 1 if something did.

A level is the given one, or that of the longer derivative, with the sampler's bias, between the sampler's bounds and the
texture's; up to 0 the texture is magnified, else minified, and two levels are blended where mip filters are linear.
On each axis the texel that holds the point, or the two beside it; comparisons come before filters. Slices of arrays are
rounded to the nearest even. Beside a cube's face lies the face that it meets; in a corner the three texels that meet.
Numbers on the border between two texels, slices or levels may be of either."""
import copy
import itertools
import math
import random
import struct
import sys

from seeds import judge_all, output_of

MODES = ["wrap", "mirror", "clamp", "border", "mirror-once"]
COMPARISONS = {"never": lambda a, b: False, "less": lambda a, b: a < b, "equal": lambda a, b: a == b,
               "less-equal": lambda a, b: a <= b, "greater": lambda a, b: a > b, "not-equal": lambda a, b: a != b,
               "greater-equal": lambda a, b: a >= b, "always": lambda a, b: True}
# Dimensions: name in HLSL, axes, axes of coordinates, the axes of a .dds
KINDS = {"1D": (1, 1, 2), "2D": (2, 2, 3), "3D": (3, 3, 4), "Cube": (2, 3, 3)}
TYPES = {1: "float", 2: "float2", 4: "float4"}
# Formats of texels, by channels: DXGI's number, how it is packed, the largest number of UNORM
FORMATS = {1: [(41, "f", 0), (54, "e", 0), (61, "B", 255)], 2: [(16, "f", 0), (35, "H", 65535)], 4: [(2, "f", 0), (28, "B", 255), (10, "e", 0)]}
ADDED = 2e-4  # about borders between texels
TOLERANCE = 2e-3


def rounded(number, packed="f"):
    return struct.unpack("<" + packed, struct.pack("<" + packed, number))[0]


# ---- the rules ----

def address(place, size, mode):
    """The texel's place on an axis; None: the border's colour."""
    if mode == "wrap":
        return place % size
    if mode == "mirror":
        place %= 2 * size
        return place if place < size else 2 * size - 1 - place
    if mode == "mirror-once":
        place = max(place, -1 - place)
    if mode == "border" and not 0 <= place < size:
        return None
    return max(0, min(size - 1, place))


def face_of(direction):
    """A face, and the place on it from -1 to 1 both ways."""
    x, y, z = direction
    longest = max(abs(x), abs(y), abs(z))
    if abs(z) == longest:
        face, s, t = (4, x, -y) if z >= 0 else (5, -x, -y)
    elif abs(y) == longest:
        face, s, t = (2, x, z) if y >= 0 else (3, x, -z)
    else:
        face, s, t = (0, -z, -y) if x >= 0 else (1, z, -y)
    return face, s / longest, t / longest


def direction_of(face, s, t):
    return [(1, -t, -s), (-1, -t, s), (s, 1, t), (s, -1, -t), (s, -t, 1), (-s, -t, -1)][face]


class Texture:
    def __init__(self, choose):
        self.kind = choose.choice(["1D", "2D", "2D", "2D", "3D", "Cube"])
        self.axes, self.coordinates, self.dimension = KINDS[self.kind]
        self.is_cube = self.kind == "Cube"
        self.is_array = self.kind != "3D" and choose.random() < 0.3
        self.slices = choose.randint(1, 4) if self.is_array else 1
        self.channels = choose.choice([1, 2, 4])
        most = {1: 40, 2: 24, 3: 9}[self.axes]
        sizes = [choose.choice([choose.randint(1, most), 8, 16 if self.axes < 3 else 4]) for _ in range(self.axes)]
        self.sizes = [sizes[0]] * 2 if self.is_cube else sizes
        self.levels = choose.choice([1, 1, max(self.sizes).bit_length()])
        self.format, self.packed, self.largest = choose.choice(FORMATS[self.channels])
        few = choose.random() < 0.3
        self.texels = [[[tuple(self.number(choose, few) for _ in range(self.channels)) for _ in range(math.prod(self.size(level)))]
                        for level in range(self.levels)] for _ in range(self.slices * (6 if self.is_cube else 1))]

    def number(self, choose, few):
        if self.largest:
            return choose.choice([0, self.largest] if few else range(self.largest + 1)) / self.largest
        return float(choose.randint(0, 2)) if few else rounded(choose.uniform(-1, 1), self.packed)

    def name(self):
        return "Texture%s%s<%s>" % (self.kind, "Array" if self.is_array else "", TYPES[self.channels])

    def size(self, level):
        return [max(1, size >> level) for size in self.sizes]

    def texel(self, picture, level, places):
        at = 0
        for place, size in reversed(list(zip(places, self.size(level)))):
            at = at * size + place
        return self.texels[picture][level][at]

    def write(self, path):
        w, h, d = (self.sizes + [1, 1])[:3]
        caps = [0x401008, 0xfe00 if self.is_cube else 0x200000 if self.kind == "3D" else 0, 0, 0, 0]
        head = struct.pack("<4s7I44x8I5I", b"DDS ", 124, 0x21007, h, w, 0, d, self.levels, 32, 4, 0x30315844, 0, 0, 0, 0, 0, *caps)
        head += struct.pack("<5I", self.format, self.dimension, 4 if self.is_cube else 0, self.slices, 0)
        with open(path, "wb") as file:
            file.write(head)
            for picture in self.texels:
                for level in picture:
                    for texel in level:
                        numbers = [round(number * self.largest) for number in texel] if self.largest else texel
                        file.write(struct.pack("<%d%s" % (self.channels, self.packed), *numbers))


class Sampler:
    def __init__(self, choose, is_comparison):
        filters = choose.choice([["linear"] * 3, ["linear", "linear", "point"], ["point"] * 3,
                                 [choose.choice(["point", "linear"]) for _ in range(3)]])
        self.min, self.mag, self.mip = [name == "linear" for name in filters]
        modes = [choose.choice(MODES)] * 3 if choose.random() < 0.6 else [choose.choice(MODES) for _ in range(3)]
        self.modes = modes
        self.border = choose.choice([(0, 0, 0, 0), (0, 0, 0, 1), (1, 1, 1, 1), (0.5, -1, 2, 0.25)])
        self.bias, self.least, self.most = choose.choice([(0, -1000, 1000)] * 3 + [(0.75, 0, 2), (-1.5, 0.5, 1000), (0, -1000, 1.25)])
        self.comparison = choose.choice(list(COMPARISONS)) if is_comparison else None
        words = [a + b for a, b in zip(["min-", "mag-", "mip-"], filters)] + [a + b for a, b in zip(["u-", "v-", "w-"], modes)]
        words += ["border=%g/%g/%g/%g" % self.border, "bias=%g" % self.bias, "min-lod=%g" % self.least, "max-lod=%g" % self.most]
        self.words = ",".join(words + [self.comparison] * is_comparison)

    def footprint(self, texture, picture, level, point, offsets, is_linear):
        """Weights and texels around a point, given from 0 to 1; places by their axes, a corner of a cube None."""
        sizes, axes = texture.size(level), []
        for position, size, offset in zip(point, sizes, offsets):
            at = position * size - (0.5 if is_linear else 0)
            first = math.floor(at)
            axes.append([(1 - at + first, first + offset), (at - first, first + 1 + offset)] if is_linear else [(1, first + offset)])
        found = []
        for pairs in itertools.product(*axes):
            weight, places = math.prod(pair[0] for pair in pairs), [pair[1] for pair in pairs]
            found.append((weight, self.cube_texel(texture, picture, level, places) if texture.is_cube else
                          self.texel(texture, picture, level, places)))
        return found

    def texel(self, texture, picture, level, places):
        places = [address(place, size, mode) for place, size, mode in zip(places, texture.size(level), self.modes)]
        return self.border[:texture.channels] if None in places else texture.texel(picture, level, places)

    def cube_texel(self, texture, picture, level, places):
        size = texture.size(level)[0]
        outside = [not 0 <= place < size for place in places]
        if all(outside):
            return None
        face = picture % 6
        if any(outside):
            s, t = [(2 * place + 1) / size - 1 for place in places]
            folded = list(direction_of(face, s, t))
            depth = [i for i in range(3) if direction_of(face, 0, 0)[i]][0]
            folded[depth] *= 1 - 1 / size  # a texel beyond the edge is one down the next face
            across = [i for i in range(3) if abs(folded[i]) > 1][0]
            folded[across] = math.copysign(1, folded[across])
            face, s, t = face_of(folded)
            places = [min(size - 1, math.floor((place + 1) / 2 * size)) for place in (s, t)]
        return texture.texel(picture // 6 * 6 + face, level, places)

    def filter(self, found, judge):
        known = [(weight, judge(texel)) for weight, texel in found if texel is not None]
        lost = sum(weight for weight, texel in found if texel is None)
        return [sum((weight + lost / len(known)) * texel[i] for weight, texel in known) for i in range(len(known[0][1]))]

    def sample(self, texture, picture, point, offsets, level, judge, nudge):
        level = min(max(level + self.bias, self.least), self.most) + nudge
        is_linear = self.min if level > 0 else self.mag
        level = min(max(level, 0), texture.levels - 1)
        take = lambda at: self.filter(self.footprint(texture, picture, at, point, offsets, is_linear), judge)
        if not self.mip:
            return take(math.floor(level + 0.5))
        low = math.floor(level)
        high, part = min(low + 1, texture.levels - 1), level - low
        return [a * (1 - part) + b * part for a, b in zip(take(low), take(high))]


# ---- shaders ----

class Affine:
    """One coordinate: (thread * scale + start) / size, in texels; or a number of a buffer."""

    def __init__(self, choose, axis, size):
        self.size, self.thread = size, choose.choice(["xy"[axis & 1]] * 4 + ["x", "y"])
        self.scale = choose.choice([1, 1, 0.125, 0.0625, 3 / 7, 0.11, -0.3, 0.5, 2, 0, 1.5])
        self.start = choose.choice([0, 0.5, 0.5, -1.3, 0.013, 2.7, -5.5])
        self.form = choose.choice(["divide", "divide", "multiply", "buffer"] if choose.random() < 0.5 else ["divide"])

    def text(self):
        if self.form == "buffer":
            return "R[(d.y * 7 + d.x) & 63]"
        inner = "(d.%s * %r + %r)" % (self.thread, self.scale, self.start)
        return inner + (" / %r" % float(self.size) if self.form == "divide" else " * %r" % (1 / self.size))

    def value(self, x, y, numbers):
        if self.form == "buffer":
            return numbers[(y * 7 + x) & 63]
        return ((x if self.thread == "x" else y) * self.scale + self.start) / self.size


class Access:
    """One way to sample; its text, and what it is at a thread."""

    def __init__(self, choose, texture, form):
        self.form, self.texture = form, texture
        self.level, self.slope = choose.choice([0, 0, 0, 1, 0.5, -1, 1.3, 7]), choose.choice([0, 0, 0.25, -0.125])
        self.taps = [choose.choice([0.5, 1, -0.25]) for _ in range(choose.randint(2, 5))]
        self.step, self.along = choose.choice([1, 1, 2, 0.5, -1]), choose.randrange(texture.axes)
        self.reference = choose.choice([0.0, 1.0, 0.25, -0.5])
        self.offsets = [choose.randint(-8, 7) if choose.random() < 0.3 and not texture.is_cube else 0 for _ in range(texture.axes)]
        self.gradients = [[rounded(choose.choice([0, 0.1, 0.37, 0.03])) for _ in range(texture.axes)] for _ in range(2)]
        self.channel = choose.randrange(texture.channels)

    def beside(self, choose, other):
        """It sees some of what the other one does."""
        self.reference, self.channel = other.reference, other.channel
        self.offsets = [max(-8, min(7, offset + choose.randint(-1, 1))) for offset in other.offsets]

    def result(self):
        """How many numbers it gives."""
        return {"cmp": 1, "cmp-level": 1, "gather": 4, "gather-cmp": 4}.get(self.form, self.texture.channels)

    def vector(self, numbers, type="float"):
        return "%s%d(%s)" % (type, len(numbers), ", ".join("%r" % number for number in numbers))

    def text(self):
        moved = ", " + self.vector(self.offsets, "int") if any(self.offsets) else ""
        level = "%r + d.x * %r" % (self.level, self.slope) if self.slope else "%r" % self.level
        stride = self.vector([self.step / size if axis == self.along else 0 for axis, size in enumerate(self.texture.sizes)] +
                             [0] * self.texture.is_array)
        return {"level": "T.SampleLevel(S, uv, %s%s)" % (level, moved),
                "taps": " + ".join("T.SampleLevel(S, uv + %d * %s, 0%s) * %r" % (k, stride, moved, weight)
                                   for k, weight in enumerate(self.taps)),
                "grad": "T.SampleGrad(S, uv, %s, %s%s)" % (self.vector(self.gradients[0]), self.vector(self.gradients[1]), moved),
                "implicit": "T.Sample(S, uv%s)" % moved,
                "bias": "T.SampleBias(S, uv, %r%s)" % (self.level, moved),
                "cmp": "T.SampleCmpLevelZero(C, uv, %r%s)" % (self.reference, moved),
                "cmp-level": "T.SampleCmpLevel(C, uv, %r, %s%s)" % (self.reference, level, moved),
                "gather": "T.Gather%s(S, uv%s)" % (["Red", "Green", "Blue", "Alpha"][self.channel], moved),
                "gather-cmp": "T.GatherCmp(C, uv, %r%s)" % (self.reference, moved)}[self.form]

    def derived(self, gradients):
        longest = max(math.hypot(*[g * size for g, size in zip(gradient, self.texture.sizes)]) for gradient in gradients)
        return math.log2(longest) if longest else -1000

    def parts(self, coordinates):
        """Weights, accesses and coordinates that it is the sum of."""
        if self.form != "taps":
            return [(1, self, coordinates)]
        one = copy.copy(self)
        one.form, one.level, one.slope = "level", 0, 0
        strides = [self.step / size * (axis == self.along) for axis, size in enumerate(self.texture.sizes)]
        return [(weight, one, [c + k * stride for c, stride in zip(coordinates, strides)]) for k, weight in enumerate(self.taps)]

    def value(self, sampler, comparer, coordinates, slice_at, nudges, gradients, x):
        """None: any will do."""
        texture = self.texture
        point, picture = [c + n / size for c, n, size in zip(coordinates, nudges, texture.sizes)], 0
        if texture.is_array:
            picture = max(0, min(texture.slices - 1, round(slice_at)))
        if texture.is_cube:
            face, s, t = face_of([c + n for c, n in zip(coordinates, nudges)])
            point, picture = [(s + 1) / 2, (t + 1) / 2], picture * 6 + face
        plain = lambda texel: texel
        passes = lambda texel: [float(COMPARISONS[comparer.comparison](self.reference, texel[0]))]
        level = self.level + x * self.slope if self.form in ("level", "cmp-level") else 0
        if self.form == "grad":
            level = self.derived(self.gradients)
        if self.form in ("implicit", "bias"):
            level = self.derived(gradients) + (self.level if self.form == "bias" else 0)
        if self.form in ("gather", "gather-cmp"):
            used = sampler if self.form == "gather" else comparer
            found = [texel for _, texel in used.footprint(texture, picture, 0, point, self.offsets, True)]
            if None in found:
                return None
            judge = passes if self.form == "gather-cmp" else lambda texel: [texel[self.channel]]
            return [judge(found[i])[0] for i in (1, 3, 2, 0)]
        if self.form in ("cmp", "cmp-level"):
            return comparer.sample(texture, picture, point, self.offsets, level, passes, nudges[-1])
        return sampler.sample(texture, picture, point, self.offsets, level, plain, nudges[-1])


class Shader:
    def __init__(self, choose):
        self.texture = texture = Texture(choose)
        self.group = choose.choice([(8, 8), (16, 4), (64, 1), (32, 2), (1, 64), (5, 7), (4, 4), (16, 16)])
        self.threads = choose.randint(1, 40), choose.randint(1, 12)
        self.guard = choose.choice(["", "", "if (any(d >= N)) return;", "if (d.x >= 3 && d.y < 5) return;"])
        sizes = [2] * 3 if texture.is_cube else texture.sizes
        self.axes = [Affine(choose, axis, size) for axis, size in enumerate(sizes)]
        self.slice = Affine(choose, choose.randrange(2), 3)
        self.numbers = [rounded(choose.uniform(-1.5, 1.5)) for _ in range(64)]
        forms = ["level", "level", "level", "cmp", "cmp-level"]
        if texture.channels > 1:
            forms = ["level", "level"]
        if not texture.is_cube:
            forms += ["grad", "taps", "taps"]
            if not self.guard and self.group[0] % 2 == self.group[1] % 2 == 0 and all(axis.form != "buffer" for axis in self.axes):
                forms += ["implicit", "bias"]
        if texture.axes == 2:
            forms += ["gather", "gather-cmp"] if texture.channels == 1 else ["gather"]
        if texture.kind == "3D":
            forms = [form for form in forms if not form.startswith("cmp")]
        count = choose.choice([1, 1, 2, 4])
        if texture.axes == 2 and not texture.is_cube and choose.random() < 0.15:
            forms, count = ["gather", "gather"] + [form for form in forms if form == "gather-cmp"], 4
        self.accesses = [Access(choose, texture, choose.choice(forms)) for _ in range(count)]
        for one, other in zip(self.accesses, self.accesses[1:]):
            if one.form == other.form and "gather" in one.form and not texture.is_cube:
                other.beside(choose, one)

    def text(self):
        lines = [self.texture.name() + " T;", "SamplerState S;", "SamplerComparisonState C;", "Buffer<float> R;", "uint2 N;"]
        lines += ["RWTexture2D<%s> O%d;" % (TYPES[a.result()], i) for i, a in enumerate(self.accesses)]
        axes = self.axes + [self.slice] * self.texture.is_array
        lines += ["[numthreads(%d, %d, 1)] void main(uint2 d : SV_DispatchThreadID)" % self.group, "{", "    " + self.guard]
        lines += ["    float%d uv = float%d(%s);" % (len(axes), len(axes), ", ".join(axis.text() for axis in axes))]
        lines += ["    O%d[d] = %s;" % (i, access.text()) for i, access in enumerate(self.accesses)]
        return "\n".join(lines + ["}", ""])

    def differs(self, access, found, sampler, comparer, x, y):
        coordinates = [axis.value(x, y, self.numbers) for axis in self.axes]
        at = self.slice.value(x, y, self.numbers)
        if self.texture.is_cube and not any(coordinates):
            return None
        gradients = [[axis.scale / axis.size if axis.thread == name else 0 for axis in self.axes] for name in "xy"]
        parts = access.parts(coordinates)
        exact = [0] * (len(self.axes) + 1)

        def total(values):
            return None if None in values else [sum(part[0] * number for part, number in zip(parts, numbers)) for numbers in zip(*values)]

        def alike(one, other):
            return one is other or (None not in (one, other) and all(abs(a - b) <= TOLERANCE for a, b in zip(one, other)))

        def close(many):
            return many is None or alike(found, many)

        def either(part):
            """What it may be, each once."""
            values = []
            for near in itertools.product(*[[-ADDED, ADDED]] * len(exact), (at - ADDED, at + ADDED)):
                value = part[1].value(sampler, comparer, part[2], near[-1], near[:-1], gradients, x)
                if not any(alike(value, known) for known in values):
                    values.append(value)
            return values

        wanted = total([part[1].value(sampler, comparer, part[2], at, exact, gradients, x) for part in parts])
        if close(wanted) or any(close(total(values)) for values in itertools.product(*map(either, parts))):
            return None
        return wanted


def check(wavecc, folder, seed):
    choose = random.Random(seed)
    shader = Shader(choose)
    paths = {name: "%s/%s" % (folder, name) for name in ("x", "x.hlsl", "t.dds", "r.bin")}
    with open(paths["x.hlsl"], "w") as file:
        file.write(shader.text())
    options = ["--wave-size=" + choose.choice(["4", "8", "16", "32", "64", "128"]), "--cc=" + choose.choice(["clang", "clang", "gcc"]),
               "--target=" + choose.choice(["native", "native", "x86-64-v2", "x86-64-v3"]), "-O" + choose.choice("012")]
    shader.texture.write(paths["t.dds"])
    with open(paths["r.bin"], "wb") as file:
        file.write(struct.pack("<64f", *shader.numbers))
    wrong = [] if output_of([wavecc, paths["x.hlsl"], "-T", "cs_6_8", "-o", paths["x"]] + options) is not None else ["is refused"]
    for _ in range(0 if wrong else 3):
        sampler, comparer = Sampler(choose, False), Sampler(choose, True)
        uses = {"T": "T.", "S": "(S,", "C": "(C,", "R": "R["}
        has = {name: mark in shader.text() for name, mark in uses.items()}
        width, height = shader.threads
        words = [paths["x"], "--in", "T=" + paths["t.dds"], "--threads", "%d,%d" % shader.threads]
        words += ["--in", "R=" + paths["r.bin"]] if has["R"] else []
        words += ["--set", "S=" + sampler.words] if has["S"] else []
        words += ["--set", "C=" + comparer.words] if has["C"] else []
        words += ["--set", "N=%d,%d" % shader.threads] if "N))" in shader.text() else []
        for i in range(len(shader.accesses)):
            words += ["--size", "O%d=%dx%d" % (i, width, height), "--out", "O%d=%s/o%d.bin" % (i, folder, i)]
        if output_of(words) is None:
            wrong.append("does not run")
            break
        for i, access in enumerate(shader.accesses):
            with open("%s/o%d.bin" % (folder, i), "rb") as file:
                numbers = struct.unpack("<%df" % (width * height * access.result()), file.read())
            for y, x in itertools.product(range(height), range(width)):
                if shader.guard.startswith("if (d.x") and x >= 3 and y < 5:
                    continue
                at = (y * width + x) * access.result()
                found = numbers[at:at + access.result()]
                wanted = shader.differs(access, found, sampler, comparer, x, y)
                if wanted:
                    wrong.append("O%d[%d, %d] is %s, not %s: %s" % (i, x, y, found, wanted, " ".join(words)))
                    break
    if wrong:
        print("seed %d, %s, texture of %s, %d levels:\n%s\n%s" % (seed, " ".join(options), shader.texture.sizes, shader.texture.levels,
                                                                "\n".join(wrong), shader.text()))
    return not wrong


if __name__ == "__main__":
    sys.exit(judge_all("shaders that sample", check))
