"""HLSL compute shaders on CPU threads, on arrays in place.

    import numpy, wavecc
    k = wavecc.compile("blur.hlsl", entry="HorzBlurCS")
    k(gInput=image, gOutput=out, gBlurRadius=5, groups=(8, 1080, 1))

Arrays are NumPy's, or anything with the buffer protocol. docs/python.md of wavecc tells all of it."""
from .errors import CompileError, Diagnostic, Error, RunError
from .kernel import Counted, Device, Kernel, New, Ticket, compile, compile_text
from .libraries import compiler as _compiler

__all__ = ["CompileError", "Counted", "Device", "Diagnostic", "Error", "Kernel", "New", "RunError", "Ticket",
           "compile", "compile_text", "version"]


def version():
    """Of the compiler: "0.1.0"."""
    return _compiler().wavecc_version().decode()
