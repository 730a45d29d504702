"""Arrays of the caller, by the buffer protocol: NumPy's, array.array, bytearray, memoryview, ..."""
import ctypes as c

from . import abi
from .errors import RunError

_STRIDES, _FORMAT, _WRITABLE = 0x10 | 0x8, 0x4, 0x1


class _Buffer(c.Structure):
    _fields_ = [("buf", c.c_void_p), ("obj", c.py_object), ("len", c.c_ssize_t), ("itemsize", c.c_ssize_t),
                ("readonly", c.c_int), ("ndim", c.c_int), ("format", c.c_char_p), ("shape", c.POINTER(c.c_ssize_t)),
                ("strides", c.POINTER(c.c_ssize_t)), ("suboffsets", c.POINTER(c.c_ssize_t)), ("internal", c.c_void_p)]


_get = c.pythonapi.PyObject_GetBuffer
_get.argtypes, _get.restype = [c.py_object, c.POINTER(_Buffer), c.c_int], c.c_int
_release = c.pythonapi.PyBuffer_Release
_release.argtypes, _release.restype = [c.POINTER(_Buffer)], None

# PEP 3118's letters for numbers of the machine's own order, by (kind, bytes).
_LETTERS = {"?": ("b", 1), "b": ("i", 1), "B": ("u", 1), "c": ("u", 1), "h": ("i", 2), "H": ("u", 2), "i": ("i", 4),
            "I": ("u", 4), "l": ("i", 8), "L": ("u", 8), "q": ("i", 8), "Q": ("u", 8), "e": ("f", 2), "f": ("f", 4),
            "d": ("f", 8)}


class Hold:
    """An array's memory, of which nothing but the address is looked at, held until release()."""

    __slots__ = ("_buffer", "address", "writable")

    def __init__(self, array):
        raw = self._buffer = _Buffer()
        _get(array, raw, _STRIDES | _FORMAT)
        self.address, self.writable = raw.buf, not raw.readonly

    def release(self):
        if self._buffer is not None:
            _release(self._buffer)
            self._buffer = None


class View(Hold):
    """An array's memory and how it lies, held until release()."""

    def __init__(self, array):
        super().__init__(array)
        raw = self._buffer
        self.bytes, self.itemsize = raw.len, raw.itemsize
        self.shape = tuple(raw.shape[i] for i in range(raw.ndim))
        self.strides = tuple(raw.strides[i] for i in range(raw.ndim))
        letters = (raw.format or b"B").decode()
        self.scalar = _LETTERS.get(letters.lstrip("@=<^") if letters[:1] != "<" or letters == "<" else letters[1:])
        self.dtype = getattr(array, "dtype", None)
        self.is_struct = letters.startswith("T{") or letters.endswith(("s", "w", "x"))

    def is_packed(self, axes):
        """Whether the last `axes` axes follow one another without gaps."""
        want = self.itemsize
        for size, stride in reversed(list(zip(self.shape, self.strides))[len(self.shape) - axes:]):
            if stride != want and size > 1:
                return False
            want *= size
        return True


def _numpy_dtype(scalar):
    import numpy

    kind, size = abi.SCALAR_FORMATS[scalar]
    return numpy.dtype("%s%d" % (kind, size))


def _can_become(given, dtype):
    """Of whole numbers each is looked at: _converted."""
    import numpy

    return given.kind in "biu" and dtype.kind in "iu" or numpy.can_cast(given, dtype, "same_kind")


def _converted(array, dtype, name):
    """A packed copy with that type; where numbers could lose their meaning it is an error."""
    import numpy

    given = numpy.asarray(array)
    if not _can_become(given.dtype, dtype):
        raise RunError("%s: %s cannot become %s; convert it with .astype()" % (name, given.dtype, dtype))
    converted = numpy.array(given, dtype, order="C", ndmin=1)  # anew: the one given may lie unaligned
    if dtype.kind in "iu" and not numpy.array_equal(converted, given):
        raise RunError("%s: numbers of %s do not fit %s" % (name, given.dtype, dtype))
    return converted


def _check_target(target, dtype, name):
    """Results of that type must be able to go back into the array. Flags may: 0 is False."""
    if not _can_become(dtype, target.dtype) and not (target.dtype.kind == "b" and dtype.kind in "iu"):
        raise RunError("%s: results are %s, which an array of %s cannot hold" % (name, dtype, target.dtype))


def _put_back(target, results, name):
    if target.dtype.kind in "iu":
        results = _converted(results, target.dtype, name)
    target[...] = results.reshape(target.shape)


def _takes_results(array):
    """Not those that only look like arrays: a result could not go back into a list."""
    flags = getattr(array, "flags", None)
    return flags.writeable if flags is not None else not isinstance(array, (list, tuple))


def _layout_of(array):
    """All that decides how an array of NumPy's lies at its address; None: another one."""
    kind = type(array)
    if kind.__name__ != "ndarray" or kind.__module__ != "numpy":
        return None
    return array.dtype, array.shape, array.strides


def _is_aligned(resource, address):
    return not (address or 0) % resource.alignment


_MAX_LAYOUTS = 64  # that a resource remembers


class Binding:
    """An array bound to a resource: `memory` as the runtime takes it. finish() puts results back where the kernel
    worked in a copy, and lets go of the array."""

    def __init__(self, resource, array, count=None):
        self.name, self._array, self._copy = resource.name, array, None
        self._view, self._counter = None, None
        layout = _layout_of(array)
        known = resource.layouts.get(layout)
        if known is None or not self._try_again(resource, array, known):
            self._find(resource, array)
            if layout is not None and self._copy is None:
                self._remember(resource, layout)
        if count is not None:
            self._counter = c.c_uint32(count)
            self.memory.counter = c.pointer(self._counter)

    def _find(self, resource, array):
        """How the array is bound: in place, or as a copy."""
        self.memory = abi.Memory()
        if not self._try(resource, array):
            self._copy = self._copy_of(resource, array)
            if not self._try(resource, self._copy):
                raise RunError("%s: an array of shape %s does not fit %s" %
                               (self.name, getattr(array, "shape", "?"), resource.type))
        if resource.writable and not (self._view.writable and _takes_results(array)):
            self._view.release()
            raise RunError("%s: the array cannot be written to" % self.name)
        if resource.writable and self._copy is not None:
            self._check_results()

    def _remember(self, resource, layout):
        if len(resource.layouts) >= _MAX_LAYOUTS:
            resource.layouts.clear()
        resource.layouts[layout] = bytes(self.memory)

    def _try_again(self, resource, array, known):
        """In place, as an array of this layout was before: only its address is another."""
        view = self._view = Hold(array)
        if not _is_aligned(resource, view.address) or (resource.writable and not view.writable):
            view.release()
            return False
        self.memory = abi.Memory.from_buffer_copy(known)
        self.memory.data = view.address
        return True

    @property
    def count(self):
        return self._counter.value if self._counter is not None else None

    @property
    def is_copied(self):
        return self._copy is not None

    def _try(self, resource, array):
        """Whether it can be used in place."""
        try:
            self._view = View(array)
        except (BufferError, TypeError, ValueError):
            return False
        if self._fits(resource, self._view) and self._lies_aligned(resource):
            return True
        self._view.release()
        return False

    def _lies_aligned(self, resource):
        memory = self.memory
        return all(_is_aligned(resource, at) for at in (memory.data, memory.row_pitch, memory.slice_pitch))

    def _fits(self, resource, view):
        if resource.kind in abi.AXES or resource.kind.lstrip("rw") in abi.AXES:
            return self._fits_texture(resource, view)
        return self._fits_buffer(resource, view)

    def _has_layout(self, resource, view):
        return self._copy is not None or resource.has_layout(view.dtype)

    def _fits_buffer(self, resource, view):
        if not view.is_packed(len(view.shape)) or view.address is None:
            return False
        self.memory.data = view.address
        if resource.kind in abi.RAW:
            self.memory.width = view.bytes
            return resource.kind != "cbuffer" or view.bytes == resource.stride and self._has_layout(resource, view)
        if resource.fields and (view.is_struct or view.scalar is None):
            if view.itemsize != resource.stride or len(view.shape) != 1 or not self._has_layout(resource, view):
                return False
            self.memory.width = view.shape[0]
            return True
        scalars = resource.scalars
        if scalars is None or view.scalar != scalars[0] or len(view.shape) < 1:
            return False
        rest = 1
        for size in view.shape[1:]:
            rest *= size
        if rest != scalars[1]:
            return False
        self.memory.width = view.shape[0]
        return True

    def _fits_texture(self, resource, view):
        axes = abi.AXES[resource.kind[2:] if resource.kind.startswith("rw") else resource.kind]
        has_components = resource.components > 1 or len(view.shape) == axes + 1
        if view.scalar != abi.SCALAR_FORMATS[resource.scalar] or len(view.shape) != axes + has_components:
            return False
        if has_components and view.shape[-1] != resource.components or not view.is_packed(1 + has_components):
            return False
        shape, strides = view.shape[:axes], view.strides[:axes]
        packed = resource.stride * shape[-1]
        if any(size > 1 and stride < packed for size, stride in zip(shape[:-1], strides[:-1])):
            return False
        memory = self.memory
        memory.data, memory.width = view.address, shape[-1]
        if axes == 2 and resource.kind.endswith("texture1d_array"):
            memory.height, memory.depth = 1, shape[0]
            memory.slice_pitch = strides[0] if shape[0] > 1 else 0
            return True
        memory.height = shape[-2] if axes > 1 else 1
        memory.row_pitch = strides[-2] if axes > 1 and shape[-2] > 1 else 0
        if axes == 3:
            memory.depth = shape[0]
            memory.slice_pitch = strides[0] if shape[0] > 1 else 0
            return shape[0] < 2 or strides[0] >= packed
        return True

    def _copy_of(self, resource, array):
        try:
            import numpy
        except ImportError:
            raise RunError("%s: without NumPy only packed arrays of the right type can be bound" % self.name) from None
        if resource.fields and numpy.asarray(array).dtype.names:
            return self._struct_copy(resource, numpy.asarray(array))
        if resource.kind in abi.RAW:
            return numpy.array(array, order="C", ndmin=1)
        scalars = resource.scalars
        if scalars is None:
            raise RunError("%s: %s takes structs; its .dtype is that of k.resources[%r].dtype" %
                           (self.name, resource.type, self.name))
        return _converted(array, _numpy_dtype(resource.scalar_of_memory), self.name)

    def _struct_copy(self, resource, array):
        import numpy

        if set(array.dtype.names) != set(resource.dtype.names):
            raise RunError("%s: the array has the fields %s, %s has %s" %
                           (self.name, ", ".join(array.dtype.names), resource.type, ", ".join(resource.dtype.names)))
        copy = numpy.zeros(array.shape, resource.memory_dtype)
        self._turned = {field.name for field in resource.fields if field.is_by_columns}
        for field in array.dtype.names:
            copy[field] = _converted(self._turn(field, array[field]), copy[field].dtype, "%s.%s" % (self.name, field))
        return copy

    def _turn(self, field, numbers):
        """Rows of a matrix to columns and back, where it lies in memory by columns."""
        return numbers.swapaxes(-1, -2) if field in self._turned and numbers.ndim > 1 else numbers

    def _parts(self):
        """What results go into, what they are and what that is called, one by one of a struct's members."""
        import numpy

        target = numpy.asarray(self._array)
        if not target.dtype.names:
            return [(target, self._copy, self.name)]
        return [(target[field], self._turn(field, self._copy[field]), "%s.%s" % (self.name, field))
                for field in target.dtype.names]

    def _check_results(self):
        try:
            for target, copy, name in self._parts():
                _check_target(target, copy.dtype, name)
        except RunError:
            self._view.release()
            raise

    def finish(self, writable):
        if writable and self._copy is not None:
            for target, copy, name in self._parts():
                _put_back(target, copy, name)
        self.release()

    def release(self):
        if self._view is not None:
            self._view.release()
            self._view = None
