"""The structures and functions of wcc_abi.h, wcc_rt.h and wavecc.h, as ctypes sees them."""
import ctypes as c

ABI_VERSION = 14

(BOOL, I16, U16, I32, U32, I64, U64, F16, F32, F64, UNORM, SNORM) = range(12)
SCALAR_NAMES = ("bool", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64",
                "unorm", "snorm")
# What a scalar is in memory: kind as in NumPy's dtype.kind, bytes.
SCALAR_FORMATS = (("u", 4), ("i", 2), ("u", 2), ("i", 4), ("u", 4), ("i", 8), ("u", 8), ("f", 2), ("f", 4), ("f", 8),
                  ("f", 4), ("f", 4))

KINDS = ("cbuffer", "buffer", "rwbuffer", "structured", "rwstructured", "append", "consume", "byteaddress",
         "rwbyteaddress", "texture1d", "texture1d_array", "texture2d", "texture2d_array", "texture3d", "texturecube",
         "texturecube_array", "texture2dms", "texture2dms_array", "rwtexture1d", "rwtexture1d_array", "rwtexture2d",
         "rwtexture2d_array", "rwtexture3d", "sampler", "sampler_comparison")
RAW = {"byteaddress", "rwbyteaddress", "cbuffer"}
WRITABLE = {"rwbuffer", "rwstructured", "append", "consume", "rwbyteaddress", "rwtexture1d", "rwtexture1d_array",
            "rwtexture2d", "rwtexture2d_array", "rwtexture3d"}
COUNTED = {"append", "consume"}
# How many axes of texels a texture has; the slices of arrays, cubes and volumes are one.
AXES = {"texture1d": 1, "texture1d_array": 2, "texture2d": 2, "texture2d_array": 3, "texture3d": 3, "texturecube": 3,
        "texturecube_array": 3}

(OK, CHECK_FAILED, BAD_INPUT, TIMED_OUT, CANCELLED, PENDING) = range(6)


def _struct(name, *fields):
    return type(name, (c.Structure,), {"_fields_": list(fields)})


Field = _struct("Field", ("name", c.c_char_p), ("type", c.c_char_p), ("offset", c.c_uint32), ("scalar", c.c_int),
                ("rows", c.c_uint32), ("columns", c.c_uint32), ("row_stride", c.c_uint32),
                ("column_stride", c.c_uint32), ("array_count", c.c_uint32), ("array_stride", c.c_uint32),
                ("default_value", c.c_void_p))

ResourceInfo = _struct("ResourceInfo", ("name", c.c_char_p), ("type", c.c_char_p), ("kind", c.c_int),
                       ("register_class", c.c_char), ("register_index", c.c_uint32), ("space", c.c_uint32),
                       ("array_count", c.c_uint32), ("first_row", c.c_uint32), ("scalar", c.c_int),
                       ("components", c.c_uint32), ("stride", c.c_uint32), ("has_counter", c.c_uint32),
                       ("fields", c.POINTER(Field)), ("field_count", c.c_uint32), ("sampler", c.c_void_p))

Variant = _struct("Variant", ("wave_size", c.c_uint32), ("scratch_bytes", c.c_uint32), ("run", c.c_void_p),
                  ("scheduled", c.c_uint32), ("in_order", c.c_uint32), ("lane_order", c.c_char_p),
                  ("extra_waves", c.c_uint32), ("run_row", c.c_void_p), ("stack_bytes", c.c_uint32), ("coverage", c.c_void_p),
                  ("watches", c.c_uint32), ("traces", c.c_uint32), ("prints", c.c_uint32),
                  ("sharing", c.c_void_p), ("updates", c.c_void_p))

Entry = _struct("Entry", ("name", c.c_char_p), ("threads", c.c_uint32 * 3), ("groupshared_bytes", c.c_uint32),
                ("resources", c.POINTER(c.c_uint32)), ("resource_count", c.c_uint32),
                ("variants", c.POINTER(Variant)), ("variant_count", c.c_uint32), ("stores", c.c_void_p),
                ("store_count", c.c_uint32))

Module = _struct("Module", ("abi_version", c.c_uint32), ("source", c.c_char_p), ("resources", c.POINTER(ResourceInfo)),
                 ("resource_count", c.c_uint32), ("resource_rows", c.c_uint32), ("entries", c.POINTER(Entry)),
                 ("entry_count", c.c_uint32))

Times = _struct("Times", ("wall_ms", c.c_double), ("cpu_ms", c.c_double))

Run = _struct("Run", ("entry", c.c_char_p), ("groups", c.c_uint32 * 3), ("wave_size", c.c_uint32),
              ("order", c.c_char_p), ("timeout_seconds", c.c_double), ("times", c.POINTER(Times)),
              ("printf_filter", c.c_char_p))

Memory = _struct("Memory", ("data", c.c_void_p), ("width", c.c_uint32), ("height", c.c_uint32), ("depth", c.c_uint32),
                 ("row_pitch", c.c_uint64), ("slice_pitch", c.c_uint64), ("stride", c.c_uint32), ("mips", c.c_uint32),
                 ("levels", c.c_void_p), ("counter", c.POINTER(c.c_uint32)), ("bytes", c.c_uint64))

CompilerDiagnostic = _struct("CompilerDiagnostic", ("severity", c.c_int), ("file", c.c_char_p), ("line", c.c_int),
                             ("column", c.c_int), ("group", c.c_char_p), ("message", c.c_char_p))

Diagnose = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(CompilerDiagnostic))
Include = c.CFUNCTYPE(c.c_void_p, c.c_void_p, c.c_char_p, c.c_char_p, c.POINTER(c.c_size_t))
Message = c.CFUNCTYPE(None, c.c_void_p, c.c_char_p)
Print = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(c.c_char), c.c_size_t)

CompilerOptions = _struct("CompilerOptions", ("arguments", c.POINTER(c.c_char_p)), ("argument_count", c.c_int),
                          ("diagnose", Diagnose), ("include", Include), ("context", c.c_void_p), ("cache", c.c_char_p))

# Of each function what it gives and takes.
_P, _S, _U = c.c_void_p, c.c_char_p, c.c_uint32
COMPILER = {
    "wavecc_compile": (_P, [c.c_char_p, c.c_size_t, _S, c.POINTER(CompilerOptions)]),
    "wavecc_compile_file": (_P, [_S, c.POINTER(CompilerOptions)]),
    "wavecc_module": (c.POINTER(Module), [_P]),
    "wavecc_messages": (_S, [_P]),
    "wavecc_status": (c.c_int, [_P]),
    "wavecc_was_cached": (c.c_int, [_P]),
    "wavecc_free": (None, [_P]),
    "wavecc_version": (_S, []),
}
RUNTIME = {
    "wcc_new_device": (_P, [_U]),
    "wcc_free_device": (None, [_P]),
    "wcc_worker_count": (_U, [_P]),
    "wcc_new_on": (_P, [_P, c.POINTER(Module), c.c_char_p, c.c_size_t]),
    "wcc_free": (None, [_P]),
    "wcc_on_message": (None, [_P, Message, _P]),
    "wcc_on_print": (None, [_P, Print, _P]),
    "wcc_error": (_S, [_P]),
    "wcc_bind_memory": (c.c_int, [_P, _S, c.POINTER(Memory)]),
    "wcc_load": (c.c_int, [_P, _S, _S]),
    "wcc_write": (c.c_int, [_P, _S, c.c_void_p, c.c_size_t]),
    "wcc_set": (c.c_int, [_P, _S, _S]),
    "wcc_set_f64": (c.c_int, [_P, _S, c.POINTER(c.c_double), _U]),
    "wcc_set_format": (c.c_int, [_P, _S, _S]),
    "wcc_save_coverage": (c.c_int, [_P, _S]),
    "wcc_run": (c.c_int, [_P, c.POINTER(Run)]),
    "wcc_submit": (_P, [_P, c.POINTER(Run), _U]),
    "wcc_wait": (c.c_int, [_P, c.c_double]),
    "wcc_poll": (c.c_int, [_P]),
    "wcc_cancel": (None, [_P]),
    "wcc_get_times": (Times, [_P, _U]),
    "wcc_ticket_error": (_S, [_P]),
    "wcc_free_ticket": (None, [_P]),
}
