#!/usr/bin/python3
"""reflection.py FILE: holds what --emit=reflection tells of reflection.hlsl against numbers that were worked
out by hand from "Packing Rules for Constant Variables" (a variable that would cross a 16-byte row begins the
next one; so do arrays, structs and matrices; of an array each element, not the last one's end), from d3dcommon.h
and d3d12shader.h.

reflection.py FILE OTHER: both bind the same resources."""
import json
import sys

# name: offset, size, used
PACKING = {
    "a": (0, 4, True), "b": (4, 12, True),         # one row
    "c": (16, 8, True), "d": (32, 12, True),       # 24 + 12 would cross it
    "e": (48, 36, True),                           # 2 rows and a float
    "f": (84, 4, True),                            # behind the last element
    "g": (96, 12, True), "h": (108, 4, True),
    "m": (112, 48, True),                          # 3 rows of 4
    "n": (160, 48, True),                          # 3 columns of 4
    "o": (208, 40, True),                          # 3 columns of 2
    "p": (248, 8, True), "q": (256, 4, True),
    "never": (260, 12, False),
}
GLOBALS = {"scale": (0, 4, True), "steps": (4, 8, True), "shear": (16, 28, True)}
# name: class, type, rows, columns, elements
TYPES = {
    "a": ("D3D_SVC_SCALAR", "D3D_SVT_FLOAT", 1, 1, 0), "b": ("D3D_SVC_VECTOR", "D3D_SVT_FLOAT", 1, 3, 0),
    "e": ("D3D_SVC_SCALAR", "D3D_SVT_FLOAT", 1, 1, 3), "g": ("D3D_SVC_STRUCT", "D3D_SVT_VOID", 1, 3, 0),
    "m": ("D3D_SVC_MATRIX_ROWS", "D3D_SVT_FLOAT", 3, 4, 0),
    "n": ("D3D_SVC_MATRIX_COLUMNS", "D3D_SVT_FLOAT", 4, 3, 0),
    "p": ("D3D_SVC_SCALAR", "D3D_SVT_DOUBLE", 1, 1, 0), "q": ("D3D_SVC_SCALAR", "D3D_SVT_BOOL", 1, 1, 0),
    "never": ("D3D_SVC_VECTOR", "D3D_SVT_INT", 1, 3, 0),
}
DEFAULTS = {
    "scale": "0000003f", "steps": "03000000" "fcffffff",
    # columns 1 3 5 and 2 4 6
    "shear": "0000803f" "00004040" "0000a040" "00000000" "00000040" "00008040" "0000c040",
}
X, Y = "D3D_SIF_TEXTURE_COMPONENT_0", "D3D_SIF_TEXTURE_COMPONENT_1"
NONE = 0xffffffff
# name: type, register, count, space, return type, dimension, samples, flags
BOUND = {
    "Packing": ("CBUFFER", 3, 1, 2, 0, "UNKNOWN", 0, []),
    "gPairs": ("CBUFFER", 8, 2, 0, 0, "UNKNOWN", 0, []),
    "Table": ("TBUFFER", 9, 1, 0, "UINT", "BUFFER", NONE, []),
    "gShades": ("TEXTURE", 0, 1, 0, "SNORM", "BUFFER", NONE, []),
    "gWhole": ("TEXTURE", 1, 1, 0, "SINT", "TEXTURE2D", NONE, [Y]),
    "gSamples": ("TEXTURE", 2, 1, 0, "FLOAT", "TEXTURE2DMS", 4, [X, Y]),
    "gSky": ("TEXTURE", 3, 1, 0, "FLOAT", "TEXTURECUBEARRAY", NONE, [X, Y]),
    "gNested": ("STRUCTURED", 4, 1, 0, "MIXED", "BUFFER", 48, []),
    "gTyped": ("UAV_RWTYPED", 0, 1, 0, "FLOAT", "BUFFER", NONE, [X, Y]),
    "gCounted": ("UAV_RWSTRUCTURED_WITH_COUNTER", 1, 1, 0, "MIXED", "BUFFER", 12, []),
    "gTaken": ("UAV_CONSUME_STRUCTURED", 2, 1, 0, "MIXED", "BUFFER", 4, []),
    "gBytes": ("UAV_RWBYTEADDRESS", 3, 1, 0, "MIXED", "BUFFER", 0, []),
    "gLines": ("UAV_RWTYPED", 4, 1, 1, "UINT", "TEXTURE1DARRAY", NONE, [X]),
    "gSmooth": ("SAMPLER", 0, 1, 0, 0, "UNKNOWN", 0, []),
}


def same(what, is_, wanted):
    if is_ != wanted:
        sys.exit(f"{what}: {is_}, not {wanted}")


def named(items):
    names = [item["Name"] for item in items]
    same("names", len(set(names)), len(names))
    return dict(zip(names, items))


def bound(shader):
    out = {}
    for name, item in named(shader["BoundResources"]).items():
        returned = item["ReturnType"]
        out[name] = (item["Type"].removeprefix("D3D_SIT_"), item["BindPoint"], item["BindCount"], item["Space"],
                     returned and returned.removeprefix("D3D_RETURN_TYPE_"),
                     item["Dimension"].removeprefix("D3D_SRV_DIMENSION_"), item["NumSamples"], item["uFlags"])
    return out


def check_variables(buffer, wanted):
    variables = named(buffer["Variables"])
    same(buffer["Name"], list(variables), list(wanted))
    for name, variable in variables.items():
        same(name, (variable["StartOffset"], variable["Size"], variable["uFlags"] == ["D3D_SVF_USED"]), wanted[name])
        same(name, variable["DefaultValue"], DEFAULTS.get(name))
        if name in TYPES:
            is_ = variable["Type"]
            same(name, (is_["Class"], is_["Type"], is_["Rows"], is_["Columns"], is_["Elements"]), TYPES[name])


def offsets(variable):
    return {name: member["Type"]["Offset"] for name, member in named(variable["Type"]["Members"]).items()}


def check_all(shader):
    buffers = named(shader["ConstantBuffers"])
    same("buffers", set(buffers), {"Packing", "$Globals", "gPairs", "Table", "gNested", "gCounted", "gTaken"})
    same("size", (buffers["Packing"]["Size"], buffers["$Globals"]["Size"]), (272, 48))
    check_variables(buffers["Packing"], PACKING)
    check_variables(buffers["$Globals"], GLOBALS)
    same("g", offsets(named(buffers["Packing"]["Variables"])["g"]), {"x": 0, "y": 8})
    same("Table", (buffers["Table"]["Type"], buffers["Table"]["Size"]), ("D3D_CT_TBUFFER", 64))
    same("gPairs", [(v["Name"], v["Type"]["Name"]) for v in buffers["gPairs"]["Variables"]], [("gPairs", "Pair")])
    element, = buffers["gNested"]["Variables"]
    same("gNested", (buffers["gNested"]["Type"], buffers["gNested"]["Size"], element["Name"]),
         ("D3D_CT_RESOURCE_BIND_INFO", 48, "$Element"))
    same("gNested", offsets(element), {"pairs": 0, "shorts": 24, "turn": 32})
    same("gNested", element["Type"]["Columns"], 2 * 3 + 4 + 4)
    same("gNested", [m["Type"]["Type"] for m in element["Type"]["Members"]],
         ["D3D_SVT_VOID", "D3D_SVT_UINT16", "D3D_SVT_FLOAT"])
    is_ = bound(shader)
    is_.pop("$Globals")  # gets what register is free
    same("bound", is_, BOUND)
    same("group", shader["ThreadGroupSize"], {"X": 8, "Y": 4, "Z": 2, "Total": 64})
    same("waves", shader["WaveSize"], {"Min": 16, "Max": 64, "Preferred": 32})
    same("groupshared", shader["GroupSharedBytes"], 100 * 4 + 4)
    same("requires", shader["RequiresFlags"], 0x1 | 0x800 | 0x4000 | 0x8000)
    desc = shader["Desc"]
    same("version", desc["Version"], 5 << 16 | 6 << 4 | 8)
    same("counts", (desc["ConstantBuffers"], desc["BoundResources"], desc["cBarrierInstructions"],
                    desc["cInterlockedInstructions"], desc["TextureNormalInstructions"],
                    desc["cTextureStoreInstructions"]), (7, 15, 1, 1, 1, 3))


def check_few(shader):
    same("few", set(bound(shader)), {"$Globals", "gTyped"})
    buffer, = shader["ConstantBuffers"]
    same("few", [v["Name"] for v in buffer["Variables"] if v["uFlags"]], ["steps"])
    same("few", (shader["WaveSize"], shader["RequiresFlags"], shader["GroupSharedBytes"]), (None, 0, 0))
    same("few", (shader["Desc"]["StaticFlowControlCount"], shader["Desc"]["DynamicFlowControlCount"]), (1, 0))


shaders = {shader["EntryPoint"]: shader for shader in json.load(open(sys.argv[1]))}
if len(sys.argv) > 2:
    for other in json.load(open(sys.argv[2])):
        # the text does not say how many samples a texture has
        is_, wanted = ({name: row[:6] for name, row in bound(s).items()} for s in (other, shaders[other["EntryPoint"]]))
        same("of IR text", is_, wanted)
else:
    check_all(shaders["all"])
    check_few(shaders["few"])
