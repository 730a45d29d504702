#!/usr/bin/python3
"""tiles.py WAVECC FROM TO: random kernels that fetch a tile of a grid and its border into groupshared memory, and take
neighbours out of it, one for each seed; what they store is held against the same arithmetic here, thread by thread. Most
are what pass copied_tiles looks for, all others miss one of its conditions: elements that are stored again, by some
threads or from places of the thread, columns for rows, places beyond the tile."""
import random
import sys

from seeds import is_right, judge_all

MASK = 0xffffffff
SHAPES = [(8, 8, 1), (16, 16, 1), (8, 8, 4), (4, 4, 4), (32, 4, 1), (16, 2, 2), (64, 1, 1), (20, 6, 1), (8, 4, 2)]
AXES = "xyz"


class Kernel:
    def __init__(self, choose):
        self.choose = choose
        self.threads = choose.choice(SHAPES)
        self.axes = 3 if self.threads[2] > 1 else 2 if self.threads[1] > 1 else 1
        self.border = [choose.randint(0, 2) for _ in range(self.axes)]
        self.extent = [self.threads[a] + 2 * self.border[a] for a in range(self.axes)]
        self.sizes = [choose.choice([1, 3, 8, 16, 31, 32, 40, 64, 100, 130]) if a == 0 else choose.choice([1, 2, 7, 16, 20]) if a < self.axes else 1
                      for a in range(3)]
        self.groups = [-(-self.sizes[a] // self.threads[a]) for a in range(3)]
        self.edge = choose.choice(["clamp", "clamp", "none", "wrap"])
        self.divides = choose.choice([True, True, False])
        self.again = choose.choice(["no"] * 6 + ["some", "all"])
        self.weight = choose.choice([1, 1, 3])
        self.guard = choose.choice(["before", "behind", "behind", "none"])
        self.taps = []
        for _ in range(choose.randint(1, 9)):
            reach = [self.border[a] + choose.choice([0, 0, 0, 0, 1]) for a in range(self.axes)]
            distances = [choose.randint(-reach[a], reach[a]) for a in range(self.axes)]
            turned = self.axes > 1 and choose.random() < 0.05
            self.taps.append((distances, choose.randint(1, 99), turned))
        if choose.random() < 0.1:
            self.extent[-1] += 1  # elements that nobody fetches

    # ---- the shader

    def at(self, names):
        """The text of From's index at a place of the grid."""
        places = []
        for axis, one in enumerate(names):
            size = "(int)size" + AXES[axis]
            places.append("clamp(%s, 0, %s - 1)" % (one, size) if self.edge == "clamp" else
                          "(int)((uint)(%s + %s) %% size%s)" % (one, size, AXES[axis]) if self.edge == "wrap" else one)
        text = places[-1]
        for axis in reversed(range(self.axes - 1)):
            text = "(%s) * (int)size%s + %s" % (text, AXES[axis], places[axis])
        return text

    def element(self, names):
        return "tile" + "".join("[%s]" % one for one in reversed(names))

    def source(self):
        threads, extent = self.threads, self.extent
        fetched = [threads[a] + 2 * self.border[a] for a in range(self.axes)]
        count = 1
        for one in fetched:
            count *= one
        text = "cbuffer Sizes { uint sizex, sizey, sizez; };\nStructuredBuffer<uint> From;\nRWStructuredBuffer<uint> To;\n"
        text += "groupshared uint tile%s;\n" % "".join("[%d]" % one for one in reversed(extent))
        text += "[numthreads(%d, %d, %d)]\nvoid main(int3 id : SV_DispatchThreadID, int3 t : SV_GroupThreadID, int3 g : SV_GroupID, uint index : SV_GroupIndex)\n{\n" % threads
        outside = " || ".join("id.%s >= (int)size%s" % (AXES[a], AXES[a]) for a in range(self.axes))
        text += "    for (uint k = index; k < %du; k += %du)\n    {\n" % (count, threads[0] * threads[1] * threads[2])
        step = 1
        for a in range(self.axes):
            quotient = "k / %d" % step if step > 1 else "k"
            text += "        int l%s = %s;\n" % (AXES[a], quotient if a == self.axes - 1 else "%s %% %d" % (quotient, fetched[a]))
            step *= fetched[a]
        places = ["l" + AXES[a] for a in range(self.axes)]
        grid = ["g.%s * %d + %s - %d" % (AXES[a], threads[a], places[a], self.border[a]) for a in range(self.axes)]
        value = "From[%s]" % self.at(grid) + (" * %d" % self.weight if self.weight > 1 else "")
        text += "        %s = %s;\n    }\n" % (self.element(places), value)
        if self.again == "some":
            text += "    GroupMemoryBarrierWithGroupSync();\n    if (index == 0)\n        %s = 7;\n" % self.element(["0"] * self.axes)
        if self.again == "all":
            text += "    GroupMemoryBarrierWithGroupSync();\n    %s += 1;\n" % self.element(["t." + AXES[a] for a in range(self.axes)])
        text += "    GroupMemoryBarrierWithGroupSync();\n"
        if self.guard == "behind":
            text += "    if (%s)\n        return;\n" % outside
        text += "    uint sum = 1;\n"
        for distances, weight, turned in self.taps:
            own = ["t.%s + %d + (%d)" % (AXES[a], self.border[a], distances[a]) for a in range(self.axes)]
            if turned:
                own[0], own[1] = own[1], own[0]
            text += "    sum += %s * %d;\n" % (self.element(own), weight)
        index = "id." + AXES[self.axes - 1]
        for axis in reversed(range(self.axes - 1)):
            index = "(%s) * (int)size%s + id.%s" % (index, AXES[axis], AXES[axis])
        store = "To[%s] = sum;\n" % index
        return text + ("    " + store if self.guard == "behind" else "    if (!(%s))\n        %s" % (outside, store)) + "}\n"

    # ---- the model

    def expected(self, memory, count):
        axes, threads = self.axes, self.threads
        to = [0] * count

        def fetched(group, place):
            index = 0
            for a in reversed(range(axes)):
                at = group[a] * threads[a] + place[a] - self.border[a]
                if self.edge == "clamp":
                    at = min(max(at, 0), self.sizes[a] - 1)
                if self.edge == "wrap":
                    at = (at + self.sizes[a] & MASK) % self.sizes[a]
                index = (index * self.sizes[a] if a < axes - 1 else 0) + at
            index &= MASK
            return (memory[index] if index < len(memory) else 0) * self.weight & MASK

        def element(group, place):
            if any(not 0 <= place[a] < self.extent[a] for a in range(axes)):
                return 0
            if any(place[a] >= threads[a] + 2 * self.border[a] for a in range(axes)):
                return 0
            value = 7 if self.again == "some" and not any(place) else fetched(group, place)
            if self.again == "all" and all(place[a] < threads[a] for a in range(axes)):
                value += 1
            return value & MASK

        for z in range(self.sizes[2]):
            for y in range(self.sizes[1]):
                for x in range(self.sizes[0]):
                    id = (x, y, z)
                    group, t = [id[a] // threads[a] for a in range(3)], [id[a] % threads[a] for a in range(3)]
                    total = 1
                    for distances, weight, turned in self.taps:
                        place = [t[a] + self.border[a] + distances[a] for a in range(axes)]
                        if turned:
                            place[0], place[1] = place[1], place[0]
                        total += element(group, place) * weight
                    to[(z * self.sizes[1] + y) * self.sizes[0] + x] = total & MASK
        return to


def check(wavecc, folder, seed):
    choose = random.Random(seed)
    kernel = Kernel(choose)
    count = kernel.sizes[0] * kernel.sizes[1] * kernel.sizes[2]
    memory = [choose.randrange(1 << 32) for _ in range(count if choose.random() < 0.8 else max(1, count // 2))]
    options = choose.choice([[], [], [], ["--wave-size=8"], ["--target=x86-64-v2"], ["--cc=gcc"], ["--wave-size=64"], ["--wave-size=16"],
                             ["--wave-size=4"], ["--target=generic"], ["--target=x86-64-v3"], ["-O0"]])
    return is_right(wavecc, folder, kernel.source(), options, kernel.sizes, memory, kernel.expected(memory, count), kernel.groups, "seed %d" % seed)


if __name__ == "__main__":
    sys.exit(judge_all("kernels with tiles", check))
