"""Finds libwavecc and libwavecc_rt and loads them, once, when they are first needed."""
import ctypes
import ctypes.util
import os
import shutil

from . import abi

try:
    from ._home import HOME  # the tree that pip installed the package from
except ImportError:
    HOME = None

_loaded = {}


def _trees():
    """Where an installed tree or a build folder may be, the likeliest first."""
    here = os.path.dirname(os.path.realpath(__file__))
    yield os.environ.get("WAVECC_HOME")
    yield os.path.join(here, *[".."] * 3, "build")  # the source tree
    yield os.path.join(here, *[".."] * 4)  # PREFIX/share/wavecc/python/wavecc
    yield HOME
    program = shutil.which("wavecc")
    yield program and os.path.dirname(os.path.dirname(os.path.realpath(program)))
    yield program and os.path.dirname(os.path.realpath(program))


def _find(name):
    file = "lib%s.so" % name
    for tree in _trees():
        for folder in ("lib", "") if tree else ():
            path = os.path.join(tree, folder, file)
            if os.path.exists(path):
                return path
    found = ctypes.util.find_library(name)
    if found:
        return found
    raise OSError("%s is not found: build wavecc or install it, or say where it is by WAVECC_HOME" % file)


def _load(name, functions):
    if name not in _loaded:
        library = ctypes.CDLL(_find(name))
        for function, (result, arguments) in functions.items():
            getattr(library, function).restype = result
            getattr(library, function).argtypes = arguments
        _loaded[name] = library
    return _loaded[name]


def compiler():
    return _load("wavecc", abi.COMPILER)


def runtime():
    return _load("wavecc_rt", abi.RUNTIME)
