#!/usr/bin/python3
"""needs.py FILE: the bits of D3D_SHADER_REQUIRES_ in d3d12shader.h, for each entry point of needs.hlsl."""
import json
import sys

WANTED = {
    "nothing": 0, "of_doubles": 0x1, "more_of_doubles": 0x1 | 0x20, "many_uavs": 0x8, "formats": 0x800,
    "waves": 0x4000, "lanes": 0x4000, "long_integers": 0x8000, "of_halves": 0x40000,
    "typed_atomics": 0x8000 | 0x400000, "texture_atomics": 0x8000 | 0x400000, "shared_atomics": 0x8000 | 0x800000,
    "heap": 0x2000000, "samplers": 0x2000000 | 0x4000000, "heap_atomics": 0x8000 | 0x2000000 | 0x10000000,
}
shaders = {shader["EntryPoint"]: shader for shader in json.load(open(sys.argv[1]))}
assert set(shaders) == set(WANTED), set(shaders) ^ set(WANTED)
for name, bits in WANTED.items():
    if shaders[name]["RequiresFlags"] != bits:
        sys.exit(f"{name}: {shaders[name]['RequiresFlags']:#x}, not {bits:#x}: {shaders[name]['Requires']}")
assert shaders["heap"]["BoundResources"] == []
assert shaders["samplers"]["Requires"] == ["D3D_SHADER_REQUIRES_RESOURCE_DESCRIPTOR_HEAP_INDEXING",
                                           "D3D_SHADER_REQUIRES_SAMPLER_DESCRIPTOR_HEAP_INDEXING"]
