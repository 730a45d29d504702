"""What a module has: its entry points and resources, read from its tables."""
import functools
import math

from . import abi
from .errors import RunError


def _text(value):
    return value.decode() if value else ""


def _numbers(dtype, name="", at=0):
    """Where a struct's numbers lie: (name, offset, type, how many), of structs in structs too."""
    base, shape = dtype.subdtype or (dtype, ())
    if not base.names:
        yield name, at, base.str, math.prod(shape)
    elif shape:
        for i in range(shape[0]):
            row = base if len(shape) == 1 else type(base)((base, shape[1:]))
            yield from _numbers(row, "%s[%d]" % (name, i), at + i * row.itemsize)
    else:
        for field in base.names:
            part, offset = base.fields[field][:2]
            yield from _numbers(part, "%s.%s" % (name, field) if name else field, at + offset)


class Member:
    """A member of a constant buffer or a struct; nested ones have dotted names, "light.colour"."""

    def __init__(self, field):
        self.name, self.type = _text(field.name), _text(field.type)
        self.offset, self.scalar = field.offset, field.scalar
        self.rows, self.columns = field.rows, field.columns
        self.row_stride, self.column_stride = field.row_stride, field.column_stride
        self.array_count, self.array_stride = field.array_count, field.array_stride

    @property
    def shape(self):
        """Of an array that has its numbers."""
        rows = (self.rows, self.columns) if self.rows > 1 else (self.columns,) if self.columns > 1 else ()
        return ((self.array_count,) if self.array_count else ()) + rows

    @property
    def is_by_columns(self):
        """Whether it is a matrix of which columns lie in memory one after another."""
        return self.rows > 1 and self.columns > 1 and self.row_stride < self.column_stride

    @property
    def memory_shape(self):
        return (*self.shape[:-2], self.columns, self.rows) if self.is_by_columns else self.shape

    @property
    def is_packed(self):
        """Whether its numbers lie without gaps."""
        strides, want = [self.row_stride, self.column_stride], abi.SCALAR_FORMATS[self.scalar][1]
        sides = [self.rows, self.columns]
        for axis in (0, 1) if self.is_by_columns else (1, 0):
            if sides[axis] > 1 and strides[axis] != want:
                return False
            want *= sides[axis]
        return self.array_count < 2 or self.array_stride == want

    @property
    def scalars(self):
        """How many numbers it has."""
        return max(self.array_count, 1) * self.rows * self.columns

    def __repr__(self):
        return "<%s %s at %d>" % (self.type, self.name, self.offset)


class Resource:
    """A resource: name, type (as HLSL spells it), kind ("rwtexture2d"), register ("u0"), space, array_count (0: no
    array), stride (bytes of an element; of a constant buffer its size), members."""

    def __init__(self, info):
        self.name, self.type, self.kind = _text(info.name), _text(info.type), abi.KINDS[info.kind]
        self.register = "%s%d" % (info.register_class.decode(), info.register_index)
        self.space, self.array_count = info.space, info.array_count
        self.scalar, self.components, self.stride = info.scalar, info.components, info.stride
        self.fields = [Member(info.fields[i]) for i in range(info.field_count)]
        self.writable = self.kind in abi.WRITABLE
        self.has_counter = bool(info.has_counter)
        self.layouts = {}  # of arrays that were bound in place: buffers.py

    @property
    def is_sampler(self):
        return self.kind.startswith("sampler")

    @property
    def scalar_of_memory(self):
        return self.fields[0].scalar if self.fields else self.scalar

    @property
    def scalars(self):
        """((kind, bytes), how many) where an element is numbers of one type without gaps; else None."""
        if not self.fields:
            return abi.SCALAR_FORMATS[self.scalar], self.components
        scalar = abi.SCALAR_FORMATS[self.fields[0].scalar]
        count = sum(field.scalars for field in self.fields)
        same = all(abi.SCALAR_FORMATS[field.scalar] == scalar for field in self.fields)
        return (scalar, count) if same and count * scalar[1] == self.stride else None

    @functools.cached_property
    def alignment(self):
        """Of its address and pitches, in bytes: that of its largest number; raw bytes are words."""
        scalars = [field.scalar for field in self.fields] or [self.scalar] * (self.kind not in abi.RAW)
        return max([4] * (self.kind in abi.RAW) + [abi.SCALAR_FORMATS[scalar][1] for scalar in scalars])

    @functools.cached_property
    def dtype(self):
        """NumPy's type of an element. Structs in structs are dotted names, matrices have their rows."""
        return self._dtype(lambda field: field.shape)

    @functools.cached_property
    def memory_dtype(self):
        """The same as it lies in memory: column_major matrices have their columns."""
        return self._dtype(lambda field: field.memory_shape)

    def _dtype(self, shape_of):
        import numpy

        def of(scalar):
            return "%s%d" % abi.SCALAR_FORMATS[scalar]

        if not self.fields or self.fields[0].name == "":
            return numpy.dtype((of(self.scalar_of_memory), (self.components,)) if self.components > 1
                               else of(self.scalar_of_memory))
        formats = []
        for field in self.fields:
            if not field.is_packed:
                raise RunError("%s: the numbers of %s do not lie side by side; give a dict of members" %
                               (self.name, field.name))
            formats.append((of(field.scalar), shape_of(field)) if field.shape else of(field.scalar))
        return numpy.dtype({"names": [field.name for field in self.fields], "formats": formats,
                            "offsets": [field.offset for field in self.fields], "itemsize": self.stride})

    def has_layout(self, dtype):
        """Whether elements of this type lie in memory as the shader's structs. What has no fields is taken as bytes."""
        if getattr(dtype, "names", None) is None:
            return True
        if any(field.is_by_columns for field in self.fields):
            return False
        return dtype == self.dtype or set(_numbers(dtype)) == set(_numbers(self.dtype))

    def __repr__(self):
        array = "[%s]" % ("" if self.array_count == 0xffffffff else self.array_count) if self.array_count else ""
        space = ", space%d" % self.space if self.space else ""
        return "<%s %s%s : %s%s>" % (self.type, self.name, array, self.register, space)


class Entry:
    """An entry point: name, threads (numthreads), wave_sizes (the first is the default), groupshared_bytes and the
    names of the resources that it uses."""

    def __init__(self, entry, resources):
        self.name, self.threads = _text(entry.name), tuple(entry.threads)
        self.groupshared_bytes = entry.groupshared_bytes
        sizes = [entry.variants[i].wave_size for i in range(entry.variant_count)]
        self.wave_sizes = tuple(dict.fromkeys(sizes))
        self.resources = [resources[entry.resources[i]] for i in range(entry.resource_count)]

    def __repr__(self):
        return "<%s numthreads%r, waves of %s>" % (self.name, self.threads, ", ".join(map(str, self.wave_sizes)))


def read(module):
    """(resources, entries) of a module, by name."""
    resources = [Resource(module.resources[i]) for i in range(module.resource_count)]
    names = [resource.name for resource in resources]
    entries = [Entry(module.entries[i], names) for i in range(module.entry_count)]
    return {resource.name: resource for resource in resources}, {entry.name: entry for entry in entries}
