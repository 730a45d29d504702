"""Compiling HLSL and calling it."""
import ctypes as c
import difflib
import itertools
import math
import operator
import os
import sys
import threading

from . import abi, libraries, resources
from .buffers import Binding
from .errors import CompileError, Diagnostic, Error, Handle, RunError


class Device(Handle):
    """CPU threads that run kernels; kernels share one unless they are given another. workers 0: as many as
    WAVECC_WORKERS says, else as there are CPUs."""

    def __init__(self, workers=0):
        self._library, self._wanted, self._device = libraries.runtime(), workers, None
        self._start()

    def _start(self):
        self._device = self._library.wcc_new_device(self._wanted)
        if not self._device:
            raise RunError("the workers could not be started")

    @property
    def workers(self):
        return self._library.wcc_worker_count(self._device)

    def __del__(self):
        if getattr(self, "_device", None):
            self._library.wcc_free_device(self._device)


_device = None
_device_lock = threading.Lock()


def _usual_device():
    global _device
    with _device_lock:
        if _device is None:
            _device = Device()
        return _device


class New:
    """An output that the call makes, of zeros, and gives back: New(1080, 1920) for a texture, New(4096) for a
    buffer's elements."""

    def __init__(self, *shape):
        self.shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape

    def make(self, resource):
        import numpy

        if resource.kind in ("byteaddress", "rwbyteaddress"):
            return numpy.zeros(self.shape, numpy.uint8)
        return numpy.zeros(self.shape, resource.dtype)


class Counted:
    """The array of an append or consume buffer, or of one with a counter, and how many elements mean something:
    before the call and, in .count, after it."""

    def __init__(self, array, count=0):
        self.array, self.count = array, count


# ---- a call ----


def _flat(value):
    """The numbers of nested lists or of an array, row after row."""
    if hasattr(value, "ravel"):
        return [number for number in value.ravel().tolist()]
    if isinstance(value, (list, tuple)):
        return [number for part in value for number in _flat(part)]
    return [value]


def _shape(value):
    if hasattr(value, "shape"):
        return tuple(value.shape)
    return (len(value), *_shape(value[0])) if isinstance(value, (list, tuple)) and value else ()


def _row_lengths(shape):
    """How many numbers there are in a row, in a row of rows, ..."""
    return list(itertools.accumulate(reversed(shape), operator.mul))


class _Call:
    """A dispatch from the binding of its arguments to their release."""

    def __init__(self, kernel, entry, given, run):
        self._library, self._kernel = libraries.runtime(), kernel
        self._entry, self._bindings, self._made, self._messages = entry, [], [], []
        self._note = abi.Message(lambda _, text: self._messages.append(text.decode(errors="replace")))
        self._printed = []
        self._take = abi.Print(lambda _, text, length: self._printed.append(text[:length]))
        why = c.create_string_buffer(2048)
        self._runtime = self._library.wcc_new_on(kernel.device._device, kernel._module, why, len(why))
        if not self._runtime:
            raise RunError(why.value.decode(errors="replace"))
        self.times = abi.Times()
        self._run, self._ticket, self._is_stuck = run, None, False
        try:
            self._library.wcc_on_message(self._runtime, self._note, None)
            self._library.wcc_on_print(self._runtime, self._take, None)
            for name, value in given.items():
                self._give(name, value)
        except BaseException:
            self._release()
            raise

    # ---- arguments ----

    def _check(self, status):
        if status == abi.OK:
            return
        error = RunError(self._library.wcc_error(self._runtime).decode(errors="replace"), self._messages)
        if status == abi.TIMED_OUT:
            self._abandon()
        raise error

    def _abandon(self):
        """After a time-out groups may still run: what they use stays for ever, and others get new workers."""
        self._is_stuck = True
        c.pythonapi.Py_IncRef(c.py_object(self))
        self._kernel.device._start()

    def _give(self, name, value):
        resource = self._kernel.resources.get(name)
        if resource is None and name not in self._kernel._members:
            self._kernel._refuse(name)
        if resource is None:
            self._set(name, value)
        elif resource.is_sampler:
            self._check(self._library.wcc_set(self._runtime, name.encode(), str(value).encode()))
        elif resource.kind == "cbuffer" and isinstance(value, dict):
            for member, part in value.items():
                self._set(self._member_of(name, resource, member), part)
        elif resource.array_count and isinstance(value, (list, tuple)):
            for i, element in enumerate(value):
                if element is not None:
                    self._bind(resource, element, "%s[%d]" % (name, i))
        else:
            self._bind(resource, value, name)

    def _member_of(self, name, resource, member):
        """Members of a ConstantBuffer<T> are named behind it, those of a cbuffer by themselves."""
        fields = [field.name for field in resource.fields]
        for known in (member, "%s.%s" % (name, member)):
            if any(field == known or field.startswith((known + ".", known + "[")) for field in fields):
                return known
        raise RunError("%s has no member %s; there are: %s" % (name, member, ", ".join(fields)))

    def _set(self, name, value):
        """A constant, or a struct or an array of them as dicts."""
        if isinstance(value, dict):
            for member, part in value.items():
                self._set("%s.%s" % (name, member), part)
        elif isinstance(value, (list, tuple)) and value and isinstance(value[0], dict):
            for i, part in enumerate(value):
                self._set("%s[%d]" % (name, i), part)
        elif isinstance(value, str):
            self._check(self._library.wcc_set(self._runtime, name.encode(), value.encode()))
        else:
            self._check_shape(name, value)
            self._set_numbers(name, _flat(value))

    def _check_shape(self, name, value):
        """Rows of another length would be other rows; leaving out brackets changes nothing."""
        member = self._kernel._fields.get(name)
        if member is not None and not set(_row_lengths(_shape(value))) <= {1, *_row_lengths(member.shape)}:
            if math.prod(_shape(value)) == member.scalars:  # what else there is the library tells better
                raise RunError("%s: numbers of shape %r do not fit %s, of shape %r" %
                               (name, _shape(value), member.type, member.shape))

    def _set_numbers(self, name, numbers):
        if all(isinstance(number, (int, bool)) for number in numbers):  # of 64 bits, too
            text = ",".join(str(int(number)) for number in numbers)
            self._check(self._library.wcc_set(self._runtime, name.encode(), text.encode()))
            return
        try:
            values = (c.c_double * len(numbers))(*numbers)
        except TypeError as error:
            raise RunError("%s: %s" % (name, error)) from None
        self._check(self._library.wcc_set_f64(self._runtime, name.encode(), values, len(numbers)))

    def _bind(self, resource, value, name):
        counted = value if isinstance(value, Counted) else None
        array = counted.array if counted else value
        if isinstance(array, New):
            array = array.make(resource)
            self._made.append(array)
        if isinstance(array, (str, os.PathLike)):  # a file, or values as --in takes them
            self._check(self._library.wcc_load(self._runtime, name.encode(), os.fspath(array).encode()))
            return
        if resource.kind == "cbuffer":
            self._write(resource, array, name)
            return
        binding = Binding(resource, array, counted.count if counted else None)
        self._bindings.append((binding, resource, counted))
        self._check(self._library.wcc_bind_memory(self._runtime, name.encode(), c.byref(binding.memory)))

    def _write(self, resource, array, name):
        binding = Binding(resource, array)
        try:
            self._check(self._library.wcc_write(self._runtime, name.encode(), binding.memory.data, resource.stride))
        finally:
            binding.release()

    # ---- running ----

    def _record(self):
        groups, wave_size, order, timeout, printf_filter = self._run
        return abi.Run(entry=self._entry.name.encode(), groups=(c.c_uint32 * 3)(*groups), wave_size=wave_size,
                       order=order.encode() if order else None, timeout_seconds=timeout,
                       times=c.pointer(self.times), printf_filter=printf_filter.encode() if printf_filter else None)

    def _tell_printed(self):
        """In the thread that called, so that what the program does with it can fail there."""
        text = b"".join(self._printed).decode(errors="replace")
        if text and self._kernel.on_print is not None:
            self._kernel.on_print(text)

    def run(self):
        try:
            self._check(self._library.wcc_run(self._runtime, c.byref(self._record())))
            return self._results()
        finally:
            self._release()
            self._tell_printed()

    def submit(self):
        try:
            self._ticket = self._library.wcc_submit(self._runtime, c.byref(self._record()), 1)
            if not self._ticket:
                self._check(abi.BAD_INPUT)
        except BaseException:
            self._release()
            raise

    def end(self, status):
        """The results of what was submitted."""
        try:
            if status == abi.TIMED_OUT:
                self._abandon()
            if status != abi.OK:
                error = self._library.wcc_ticket_error(self._ticket)
                raise RunError((error or b"").decode(errors="replace") or "the dispatch was cancelled",
                               self._messages)
            self.times = self._library.wcc_get_times(self._ticket, 0)
            return self._results()
        finally:
            self._release()
            self._tell_printed()

    def _results(self):
        for binding, resource, counted in self._bindings:
            binding.finish(resource.writable)
            if counted is not None:
                counted.count = binding.count
        return None if not self._made else self._made[0] if len(self._made) == 1 else tuple(self._made)

    def _release(self):
        if self._is_stuck:
            return
        if self._ticket:
            self._library.wcc_free_ticket(self._ticket)
            self._ticket = None
        if self._runtime:
            self._library.wcc_free(self._runtime)
            self._runtime = None
        for binding, _, _ in self._bindings:
            binding.release()


class Ticket(Handle):
    """A dispatch that runs while the program goes on. Its arrays are the kernel's until wait() is through."""

    def __init__(self, call):
        self._call, self._library, self._outcome = call, libraries.runtime(), None

    @property
    def done(self):
        return self._outcome is not None or self._library.wcc_poll(self._call._ticket) != abi.PENDING

    def wait(self, seconds=0):
        """What the call would have given. seconds: at most so long, then TimeoutError; 0: as long as it takes."""
        if self._outcome is None:
            status = self._library.wcc_wait(self._call._ticket, seconds)
            if status == abi.PENDING:
                raise TimeoutError("the dispatch has not ended")
            try:
                self._outcome = (self._call.end(status), None)
            except RunError as error:
                self._outcome = (None, error)
        if self._outcome[1] is not None:
            raise self._outcome[1]
        return self._outcome[0]

    def cancel(self):
        """No further group starts; wait() then raises."""
        if self._outcome is None:
            self._library.wcc_cancel(self._call._ticket)

    @property
    def times(self):
        """(milliseconds of wall clock, of CPU time), behind wait()."""
        return self._call.times.wall_ms, self._call.times.cpu_ms

    def __del__(self):
        if getattr(self, "_outcome", True) is None:
            self._call._release()  # which waits


class EntryPoint:
    """One of a kernel's, to be called."""

    def __init__(self, kernel, entry):
        self._kernel, self._entry = kernel, entry

    def _call(self, groups, threads, wave_size, order, timeout, printf_filter, given):
        if (groups is None) == (threads is None):
            raise TypeError("%s: say either groups=(x, y, z) or threads=(x, y, z)" % self._entry.name)
        size = groups if threads is None else threads
        size = [operator.index(n) for n in (size if hasattr(size, "__len__") else (size,))]
        size += [1] * (3 - len(size))
        if threads is not None:
            size = [-(-count // of) for count, of in zip(size, self._entry.threads)]
        if len(size) != 3 or min(size) < 0 or max(size) > 0xffffffff:
            raise RunError("%s: %r is no size of a dispatch" % (self._entry.name, tuple(size)))
        return _Call(self._kernel, self._entry, given, (size, wave_size, order, timeout, printf_filter))

    def __call__(self, *, groups=None, threads=None, wave_size=0, order=None, timeout=0, printf_filter=None, **given):
        return self._call(groups, threads, wave_size, order, timeout, printf_filter, given).run()

    def submit(self, *, groups=None, threads=None, wave_size=0, order=None, timeout=0, printf_filter=None, **given):
        """The same without waiting: gives a Ticket."""
        call = self._call(groups, threads, wave_size, order, timeout, printf_filter, given)
        call.submit()
        return Ticket(call)

    def __getattr__(self, name):
        return getattr(self._entry, name)

    def __repr__(self):
        return repr(self._entry)


class Kernel(Handle):
    """What wavecc.compile() gives: `entries` and `resources` by name, `messages` and `diagnostics` of the compiler,
    `was_cached`. Call it where it has one entry point, else its attributes of their names: k.HorzBlurCS(...). Several
    threads may call it at once. `on_print` gets the text that a dispatch prints by printf, when it has ended; it writes
    to sys.stdout; None: the text is lost."""

    def __init__(self, handle, diagnostics, device):
        self._library, self._handle = libraries.compiler(), handle
        self.device, self.diagnostics = device or _usual_device(), diagnostics
        self.on_print = lambda text: sys.stdout.write(text)
        self.messages = self._library.wavecc_messages(handle).decode(errors="replace")
        self.was_cached = bool(self._library.wavecc_was_cached(handle))
        self._module = self._library.wavecc_module(handle)
        if self._module.contents.abi_version != abi.ABI_VERSION:
            raise Error("this package is for another version of libwavecc")
        self.resources, entries = resources.read(self._module.contents)
        self.entries = {name: EntryPoint(self, entry) for name, entry in entries.items()}
        self._members = self._member_names()
        self._fields = {field.name: field for resource in self.resources.values() if resource.kind == "cbuffer"
                        for field in resource.fields}

    def _member_names(self):
        """By which constants can be set: of cbuffers' members, and of what they lie in."""
        names = set()
        for resource in self.resources.values():
            for field in resource.fields if resource.kind == "cbuffer" else ():
                names.add(field.name)
                for i, letter in enumerate(field.name):
                    if letter in ".[":
                        names.add(field.name[:i])
        return names - set(self.resources)

    def _refuse(self, name):
        known = [*self.resources, *sorted(self._members)]
        near = difflib.get_close_matches(name, known, 1)
        guess = "did you mean %s? " % near[0] if near else ""
        raise RunError("no resource or constant is called %s; %sthere are: %s" % (name, guess, ", ".join(known)))

    def _only(self):
        if len(self.entries) != 1:
            raise TypeError("there are several entry points: call one of k.%s" % ", k.".join(self.entries))
        return next(iter(self.entries.values()))

    def __call__(self, **given):
        return self._only()(**given)

    def submit(self, **given):
        return self._only().submit(**given)

    def save_coverage(self, path):
        """Adds to an lcov file what threads came to since the last time; compiled with options="--coverage"."""
        call = _Call(self, None, {}, None)
        try:
            call._check(call._library.wcc_save_coverage(call._runtime, os.fsencode(path)))
        finally:
            call._release()

    def __getattr__(self, name):
        entries = self.__dict__.get("entries", {})
        if name in entries:
            return entries[name]
        raise AttributeError("the kernel has no entry point %s; there are: %s" % (name, ", ".join(entries)))

    def __repr__(self):
        return "<wavecc.Kernel %s>" % ", ".join(map(repr, self.entries.values()))

    def __del__(self):
        if getattr(self, "_handle", None):
            self._library.wavecc_free(self._handle)


# ---- compiling ----

def _listed(given):
    return [given] if isinstance(given, (str, os.PathLike)) else given


def _arguments(entry, options, defines, include_paths, wave_size, target):
    words = ["-E", entry] if entry else []
    words += ["-D%s=%s" % (name, int(value) if isinstance(value, bool) else value)
              for name, value in (defines or {}).items()]
    words += ["-I%s" % os.fspath(path) for path in _listed(include_paths)]
    if wave_size:
        sizes = wave_size if isinstance(wave_size, (str, int)) else ",".join(map(str, wave_size))
        words.append("--wave-size=%s" % sizes)
    if target:
        words.append("--target=%s" % target)
    return [os.fsencode(word) for word in [*words, *_listed(options)]]


def _includer(include):
    """A function of Python, (name, from) -> text or None, as the library calls it; it frees what malloc gave."""
    libc = c.CDLL(None)
    libc.malloc.restype, libc.malloc.argtypes = c.c_void_p, [c.c_size_t]

    def give(_, name, from_file, length):
        text = include(os.fsdecode(name), os.fsdecode(from_file))
        if text is None:
            return None
        data = text.encode() if isinstance(text, str) else bytes(text)
        memory = libc.malloc(len(data) + 1)
        c.memmove(memory, data, len(data))
        length[0] = len(data)
        return memory

    return abi.Include(give)


def _compile(start, *, entry=None, options=(), defines=None, include_paths=(), include=None, wave_size=None,
             target=None, cache=None, device=None, workers=0):
    words = _arguments(entry, options, defines, include_paths, wave_size, target)
    told = []

    def tell(_, diagnostic):
        d = diagnostic.contents
        told.append(Diagnostic(Diagnostic.SEVERITIES[d.severity], os.fsdecode(d.file), d.line, d.column,
                               d.group.decode(), d.message.decode(errors="replace")))

    given = abi.CompilerOptions(arguments=(c.c_char_p * len(words))(*words), argument_count=len(words),
                                diagnose=abi.Diagnose(tell), cache=None if cache is None else os.fsencode(cache))
    if include is not None:
        given.include = _includer(include)
    library = libraries.compiler()
    handle = start(library, given)
    if not library.wavecc_module(handle):
        messages = library.wavecc_messages(handle).decode(errors="replace")
        status = library.wavecc_status(handle)
        library.wavecc_free(handle)
        raise CompileError(messages, told, status)
    return Kernel(handle, told, device or (Device(workers) if workers else None))


def compile(path, **options):
    """A file of HLSL as a Kernel; CompileError where it has errors.

    entry: only this entry point. options: further ones of wavecc's command line, ["-O3", "--cc=gcc"]. defines:
    {"TILE": 16}. include_paths: folders. include: a function (name, from) -> text or None of what #include reads.
    wave_size: 16, or several, (8, 32), or "all". target: "x86-64-v3". cache: the folder of compiled kernels, "" for
    none. workers: threads of its own; else it shares `device`, or one that all share."""
    return _compile(lambda library, given: library.wavecc_compile_file(os.fsencode(path), c.byref(given)), **options)


def compile_text(text, name="text.hlsl", **options):
    """The same of text, a str or bytes, which messages call `name`."""
    try:
        data = text.encode() if isinstance(text, str) else bytes(memoryview(text))
    except TypeError:
        raise TypeError("HLSL is a str or bytes, not %s" % type(text).__name__) from None
    return _compile(lambda library, given: library.wavecc_compile(data, len(data), os.fsencode(name), c.byref(given)),
                    **options)
