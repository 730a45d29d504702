"""HLSL in gdb, for what wavecc compiled with -Zi: source this file (docs/debugging.md).

    print hlsl            where the group stands, and each variable that can be named there, lanes in a row
    print $hlsl("NAME")   one variable; print $lane("NAME", LANE), $shared("NAME", INDEX...) a number of it
    wavecc-lanes [NAME]   the lanes of the wave at hand: their threads, which are on, their values
    wavecc-shared [NAME]  groupshared variables
    wavecc-wave N         a look at another wave of the group; without a number, back to the one at hand

Values of lanes that are off have a ~ before them. It reads the tables of runtime/include/wcc_shown.h; local variables
want -Od, too.
"""
import itertools
import re
import struct

import gdb

NO_WAVE = 0xffffffff
GLOBAL, SHARED, OF_WAVE, VECTOR, ELEMENTS = 1, 2, 4, 8, 16
MOST_PRINTED = 200  # elements of an array, as gdb's own `print elements`


class Trouble(gdb.GdbError):
    """What is told to the user, without a stack of Python's."""


# ---- numbers ----

def shortest(value):
    """The fewest digits that give the same number again: of a float where it is one, else of a double."""
    for code, most in (("<f", 9), ("<d", 17)):
        for digits in range(1, most + 1):
            text = repr(float("%.*g" % (digits, value)))
            try:
                is_same = struct.unpack(code, struct.pack(code, float(text)))[0] == value
            except OverflowError:  # no float
                is_same = False
            if is_same or value != value:
                return text[:-2] if text.endswith(".0") else text
    return repr(value)


def number(address, size, kind):
    """What lies there, as a Python number of HLSL's kind (b, i, u, f)."""
    raw = bytes(gdb.selected_inferior().read_memory(address, size))
    if kind == "f":
        return struct.unpack({2: "<e", 4: "<f", 8: "<d"}[size], raw)[0]
    value = int.from_bytes(raw, "little", signed=kind == "i")
    return value != 0 if kind == "b" else value


def spelled(value):
    if isinstance(value, tuple):
        return "(%s)" % ", ".join(map(spelled, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return shortest(value) if isinstance(value, float) else str(value)


# ---- where the selected frame stands ----

class Standing:
    """What `hlsl` of the innermost kernel around the selected frame says."""
    other_wave = None  # asked for by wavecc-wave

    def __init__(self):
        self.hlsl = self.find()
        self.kernel = self.hlsl["kernel"].dereference()
        self.where = self.hlsl["where"].dereference()
        self.group = tuple(int(self.where["group"][i]) for i in range(3))
        self.sides = tuple(int(self.where["sides"][i]) for i in range(3))
        self.wave_size = int(self.where["wave_size"])
        self.waves = int(self.where["waves"])
        self.own_wave = int(self.hlsl["wave"])
        other = Standing.other_wave
        self.wave = other if other is not None and other < self.waves else self.own_wave

    @staticmethod
    def find():
        try:
            frame = gdb.selected_frame()
        except gdb.error:
            raise Trouble("nothing runs")
        while frame is not None:
            try:
                return frame.read_var("hlsl")
            except (ValueError, RuntimeError):
                frame = frame.older()
        raise Trouble("no kernel of HLSL compiled with -Zi runs in this thread at the selected frame")

    def text(self, pointer):
        return pointer.string() if int(pointer) != 0 else None

    def has_wave(self):
        return self.wave != NO_WAVE

    # -- lanes --

    def thread(self, lane):
        """SV_GroupIndex; None where the lane has no thread."""
        at = self.wave * self.wave_size + lane
        order = self.where["thread_of_lane"]
        index = int(order[at]) if int(order) != 0 else at
        return index if 0 <= index < self.sides[0] * self.sides[1] * self.sides[2] else None

    def thread_id(self, index):
        x, y, _ = self.sides
        return index % x, index // x % y, index // (x * y)

    def active(self):
        """A bool for each lane: it has a thread and, where that is known, came to the statement."""
        is_known = self.stop() is not None and self.wave == self.own_wave
        return [self.thread(lane) is not None and (not is_known or int(self.hlsl["active"][lane]) != 0)
                for lane in range(self.wave_size)]

    # -- the statement --

    def stop(self):
        at = int(self.hlsl["stop"])
        return self.kernel["stops"][at] if at >= 0 else None

    def line(self):
        stop = self.stop()
        if stop is None:
            return None
        return "%s:%d" % (self.text(stop["place"]["file"]), int(stop["place"]["line"]))

    def describe(self):
        words = ["%s, group %d,%d,%d" % ((self.text(self.kernel["entry"]),) + self.group)]
        if self.has_wave():
            words.append("wave %d of %d" % (self.wave, self.waves))
        if self.line():
            words.append(self.line())
        if self.has_wave() and self.stop() is not None and self.wave == self.own_wave:
            words.append("lanes " + runs(self.active()))
        return ", ".join(words)

    # -- names --

    def name(self, index):
        return Name(self, self.kernel["names"][index])

    def globals(self):
        every = (self.name(i) for i in range(int(self.kernel["name_count"])))
        return [name for name in every if name.flags & GLOBAL]

    def locals(self):
        """Innermost first; a name hides those of its spelling further out."""
        found, seen, stop = [], set(), self.stop()
        at = int(stop["visible"]) if stop is not None else -1
        while at >= 0:
            name = self.name(at)
            if name.plain not in seen:
                found.append(name)
                seen.add(name.plain)
            at = int(name.row["outer"])
        return found

    def visible(self):
        inner = self.locals()
        hidden = {name.plain for name in inner}
        return inner[::-1] + [name for name in self.globals() if name.plain not in hidden]

    def named(self, text):
        """All leaves of what `text` names: a variable, or a member."""
        wanted = re.sub(r"\[[^]]*\]", "", text)
        found = [name for name in self.visible()
                 if name.plain == wanted or name.plain.startswith(wanted + ".")]
        if not found and int(self.kernel["stop_count"]) == 0:
            raise Trouble("no groupshared variable %s here; for local variables compile with -Zi -Od" % text)
        if not found:
            raise Trouble("no variable %s here" % text)
        return found

    def leaf(self, text):
        found = self.named(text)
        if len(found) > 1:
            raise Trouble("%s has members: %s" % (text, ", ".join(name.plain for name in found)))
        return found[0]


def runs(flags):
    """"0-3, 7" of the places where the flags are true."""
    places, parts = [i for i, flag in enumerate(flags) if flag], []
    for _, group in itertools.groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
        group = [place for _, place in group]
        parts.append(str(group[0]) if len(group) == 1 else "%d-%d" % (group[0], group[-1]))
    return ", ".join(parts) or "none"


# ---- variables ----

class Name:
    """A WccShownName: where a leaf of a variable lies."""

    def __init__(self, standing, row):
        self.standing, self.row = standing, row
        self.spelling = row["name"].string()
        self.plain = re.sub(r"\[\d+\]", "", self.spelling)
        self.sides = [int(side) for side in re.findall(r"\[(\d+)\]", self.spelling)]
        self.flags, self.kind = int(row["flags"]), chr(int(row["kind"]))
        self.rows, self.columns = int(row["rows"]), int(row["columns"])
        self.components = max(self.rows, 1) * max(self.columns, 1)

    def count(self):
        count = 1
        for side in self.sides:
            count *= side
        return count

    def element_name(self, element):
        """lights[2].weights[1] of element number 7."""
        indices = []
        for side in reversed(self.sides):
            indices.append(element % side)
            element //= side
        return re.sub(r"\[\d+\]", lambda _: "[%d]" % indices.pop(), self.spelling)

    def memory(self):
        """[component][element]; None: it is not kept."""
        if int(self.row["member"]) == 0 or int(self.standing.hlsl["scratch"]) == 0:
            return None
        scratch = gdb.lookup_type("struct " + self.standing.kernel["scratch"].string()).pointer()
        memory = self.standing.hlsl["scratch"].cast(scratch).dereference()[self.row["member"].string()]
        if self.flags & OF_WAVE:
            if not self.standing.has_wave():
                raise Trouble("%s is of the threads of a wave, and the group is between its waves" % self.plain)
            return memory[self.standing.wave]
        return memory

    def number(self, memory, component, element, lane):
        if self.flags & VECTOR:
            lanes = memory[component][element]
            size = lanes.type.sizeof // self.standing.wave_size
            return number(int(lanes.address) + lane * size, size, self.kind)
        if self.flags & ELEMENTS:
            component, element = 0, element * self.components + component
        size = int(self.row["bytes"])
        return number(int(memory[component].address) + element * size, size, self.kind)

    def value(self, element=0, lane=0):
        memory = self.memory()
        if memory is None:
            raise Trouble("%s is not kept: it was optimised away, or is too large" % self.plain)
        parts = [self.number(memory, component, element, lane) for component in range(self.components)]
        if self.columns == 0:
            return parts[0]
        if self.rows <= 1:
            return tuple(parts)
        return tuple(tuple(parts[r * self.columns:(r + 1) * self.columns]) for r in range(self.rows))

    def element(self, indices):
        if len(indices) != len(self.sides):
            raise Trouble("%s has %d indices" % (self.plain, len(self.sides)))
        element = 0
        for index, side in zip(indices, self.sides):
            if not 0 <= index < side:
                raise Trouble("%s: %d is outside of [%d]" % (self.plain, index, side))
            element = element * side + index
        return element

    def lanes(self, element=0):
        """One value for all, or each lane's, with a ~ where that is off."""
        if not self.flags & VECTOR:
            return spelled(self.value(element))
        active = self.standing.active()
        values = [spelled(self.value(element, lane)) for lane in range(self.standing.wave_size)]
        on = {value for value, is_on in zip(values, active) if is_on}
        if len(on) == 1 and all(active):
            return "%s in all lanes" % on.pop()
        return "{%s}" % ", ".join(value if is_on else "~" + value for value, is_on in zip(values, active))


# ---- printers ----

class NamePrinter:
    """A WccShownName, of $hlsl."""

    def __init__(self, row):
        self.name = Name(Standing(), row)

    def to_string(self):
        try:
            if self.name.memory() is None:
                return "<not kept>"
            return self.name.lanes() if not self.name.sides else self.name.row["type"].string()
        except Trouble as trouble:
            return "<%s>" % trouble

    def children(self):
        if self.name.sides and self.name.memory() is not None:
            for element in range(min(self.name.count(), MOST_PRINTED)):
                yield self.name.element_name(element), self.name.lanes(element)
            if self.name.count() > MOST_PRINTED:
                yield "...", "%d more" % (self.name.count() - MOST_PRINTED)


class ShownPrinter:
    """A WccShown: `hlsl`."""

    def __init__(self, _):
        self.standing = Standing()

    def to_string(self):
        return self.standing.describe()

    def children(self):
        for name in self.standing.visible():
            if name.flags & SHARED:
                yield name.spelling, "groupshared " + name.row["type"].string()
            else:
                yield name.spelling, name.row


def printer_of(value):
    kind = value.type.strip_typedefs().unqualified()
    names = {"WccShown": ShownPrinter, "WccShownName": NamePrinter}
    printer = names.get(value.type.unqualified().name or kind.name or kind.tag)
    return printer(value) if printer is not None else None


# ---- functions and commands ----

class HlslFunction(gdb.Function):
    """$hlsl("NAME"): a variable of the shader that can be named where the selected frame stands."""

    def __init__(self):
        super().__init__("hlsl")

    def invoke(self, name):
        return Standing().leaf(name.string()).row


def as_value(value):
    """For expressions of gdb: bools are integers there, and of a vector there is only the text."""
    return spelled(value) if isinstance(value, tuple) else int(value) if isinstance(value, bool) else value


class LaneFunction(gdb.Function):
    """$lane("NAME", LANE, INDEX...): what a variable, or an element of an array, is in a lane."""

    def __init__(self):
        super().__init__("lane")

    def invoke(self, name, lane, *indices):
        standing = Standing()
        if not 0 <= int(lane) < standing.wave_size:
            raise Trouble("waves have %d lanes" % standing.wave_size)
        leaf = standing.leaf(name.string())
        return as_value(leaf.value(leaf.element([int(i) for i in indices]), int(lane)))


def check_shared(leaf):
    if not leaf.flags & SHARED:
        raise Trouble("%s is not groupshared" % leaf.plain)


class SharedFunction(gdb.Function):
    """$shared("NAME", INDEX...): a groupshared variable's element."""

    def __init__(self):
        super().__init__("shared")

    def invoke(self, name, *indices):
        leaf = Standing().leaf(name.string())
        check_shared(leaf)
        return as_value(leaf.value(leaf.element([int(i) for i in indices])))


class LanesCommand(gdb.Command):
    """wavecc-lanes [NAME...]: the lanes of the wave at hand, their threads, and what the variables are in each."""

    def __init__(self):
        super().__init__("wavecc-lanes", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        standing = Standing()
        if not standing.has_wave():
            raise Trouble("the group is between its waves; wavecc-wave N looks at one")
        names = [leaf for word in gdb.string_to_argv(argument) for leaf in standing.named(word)]
        rows = [["lane", "", "SV_GroupIndex", "SV_GroupThreadID", "SV_DispatchThreadID"] +
                [name.plain for name in names]]
        active = standing.active()
        for lane in range(standing.wave_size):
            rows.append(self.row(standing, names, lane, active[lane]))
        print(standing.describe())
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        for row in rows:
            print("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())

    @staticmethod
    def row(standing, names, lane, is_on):
        index = standing.thread(lane)
        if index is None:
            return [str(lane), "no thread", "", "", ""] + [""] * len(names)
        own = standing.thread_id(index)
        of_all = tuple(g * s + t for g, s, t in zip(standing.group, standing.sides, own))
        values = []
        for name in names:
            count = min(name.count(), MOST_PRINTED)
            text = ", ".join(spelled(name.value(element, lane)) for element in range(count))
            text = "{%s}" % text if name.sides else text
            values.append(text if is_on else "~" + text)
        return [str(lane), "" if is_on else "off", str(index), "%d,%d,%d" % own, "%d,%d,%d" % of_all] + values


class SharedCommand(gdb.Command):
    """wavecc-shared [NAME]: the groupshared variables of the kernel, or the elements of one."""

    def __init__(self):
        super().__init__("wavecc-shared", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        standing = Standing()
        words = gdb.string_to_argv(argument)
        if not words:
            self.list(standing)
        for leaf in (leaf for word in words for leaf in standing.named(word)):
            check_shared(leaf)
            for element in range(leaf.count()):
                print("%s = %s" % (leaf.element_name(element), spelled(leaf.value(element))))

    @staticmethod
    def list(standing):
        names = [name for name in standing.globals() if name.flags & SHARED]
        if not names:
            raise Trouble("no groupshared variables here")
        for name in names:
            print("groupshared %s %s" % (name.row["type"].string(), name.spelling))


class WaveCommand(gdb.Command):
    """wavecc-wave [N]: from here on show variables of wave N of the group; without N those of the wave at hand."""

    def __init__(self):
        super().__init__("wavecc-wave", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        standing, words = Standing(), gdb.string_to_argv(argument)
        if words and not (words[0].isdigit() and int(words[0]) < standing.waves):
            raise Trouble("the group has waves 0 to %d" % (standing.waves - 1))
        Standing.other_wave = int(words[0]) if words else None
        print(Standing().describe())


def forget_wave(_):
    Standing.other_wave = None


gdb.pretty_printers.append(printer_of)
gdb.events.cont.connect(forget_wave)
for part in (HlslFunction, LaneFunction, SharedFunction, LanesCommand, SharedCommand, WaveCommand):
    part()
