"""The Python package: what it promises, expected values by NumPy. Run with WAVECC_HOME and WAVECC_CACHE set, by
testsuite/cli/python_test.c or by hand."""
import array
import copy
import io
import os
import pickle
import sys
import tempfile
import threading
import unittest
import unittest.mock

import numpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "runtime", "python"))
import wavecc
from wavecc import buffers

QUICK = dict(options=["-O0"], wave_size=8)
SCALE = """
cbuffer Settings : register(b0) { float scale; bool adds; int64_t large; float4 tint[2]; row_major float2x3 m; };
struct Light { float3 at; uint kind; };
cbuffer Scene { Light lights[2]; };
Texture2D<float4> gInput : register(t0);
RWTexture2D<float4> gOutput : register(u0);
RWStructuredBuffer<float> gValues : register(u1);

[numthreads(8, 4, 1)]
void Scale(uint2 id : SV_DispatchThreadID)
{
    gOutput[id] = gInput[id] * scale + (adds ? tint[1] : 0);
}

[numthreads(1, 1, 1)]
void Tell()
{
    gValues[0] = lights[1].at.y;
    gValues[1] = lights[0].kind;
    gValues[2] = m[1][2];
    gValues[3] = float(large >> 32);
}
"""


def image(height=5, width=7):
    return numpy.arange(height * width * 4, dtype=numpy.float32).reshape(height, width, 4)


def unaligned(shape, dtype=numpy.float32):
    """Zeros at an odd address."""
    dtype = numpy.dtype(dtype)
    return numpy.ndarray(shape, dtype, numpy.zeros(numpy.prod(shape) * dtype.itemsize + 1, numpy.uint8), 1)


class Calls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.k = wavecc.compile_text(SCALE, "scale.hlsl", **QUICK)

    def test_arrays_are_used_in_place(self):
        out = numpy.zeros((5, 7, 4), numpy.float32)
        tint = [[0, 0, 0, 0], [1, 2, 3, 4]]
        self.k.Scale(gInput=image(), gOutput=out, scale=2.5, adds=True, tint=tint, threads=(7, 5))
        numpy.testing.assert_array_equal(out, image() * numpy.float32(2.5) + numpy.float32([1, 2, 3, 4]))

    def test_a_part_of_an_image_is_an_image(self):
        whole = numpy.zeros((20, 30, 4), numpy.float32)
        self.k.Scale(gInput=image(), gOutput=whole[3:8, 10:17], scale=1, groups=(1, 2, 1))
        numpy.testing.assert_array_equal(whole[3:8, 10:17], image())
        whole[3:8, 10:17] = 0
        self.assertFalse(whole.any())

    def test_what_is_known_of_an_array_is_asked_once_and_only_while_it_is_so(self):
        k = wavecc.compile_text("RWTexture2D<float> t; [numthreads(1, 1, 1)] void main(uint3 i : SV_DispatchThreadID)"
                                "{ uint w, h; t.GetDimensions(w, h); t[i.xy] += w * 10 + h; }")
        memory = numpy.zeros((6, 8), numpy.float32)
        array = memory[:, :4]
        looked = []

        class Looked(buffers.View):
            def __init__(self, array):
                looked.append(array)
                super().__init__(array)

        with unittest.mock.patch.object(buffers, "View", Looked):
            for _ in range(3):
                k(t=array, groups=(4, 6))
            self.assertEqual(len(looked), 1)
            k(t=memory[:, 4:], groups=(4, 6))  # only the address is another
            self.assertEqual(len(looked), 1)
        self.assertEqual(memory.tolist(), [[138.0] * 4 + [46.0] * 4] * 6)
        memory[:] = 0
        array.shape = (2, 3, 4)
        with self.assertRaisesRegex(wavecc.RunError, r"shape \(2, 3, 4\) does not fit"):
            k(t=array, groups=(4, 6))
        array.shape = (6, 4)
        array.flags.writeable = False
        with self.assertRaisesRegex(wavecc.RunError, "cannot be written"):
            k(t=array, groups=(4, 6))
        self.assertEqual(memory.max(), 0)
        whole = numpy.zeros((6, 4), numpy.float32)
        k(t=whole, groups=(4, 6))
        whole.dtype = numpy.int32
        whole[:] = 1
        with self.assertRaisesRegex(wavecc.RunError, "float32"):
            k(t=whole, groups=(4, 6))
        whole = numpy.zeros((2, 2), numpy.float32)
        k(t=whole, groups=(2, 2))
        whole.resize((40, 50), refcheck=False)  # elsewhere, and larger
        k(t=whole, groups=(50, 40))
        self.assertEqual((whole[39, 49], whole[1, 1], whole[0, 0]), (540, 540, 562))

    def test_other_numbers_and_orders_are_converted_both_ways(self):
        given = image().astype(numpy.float64)[::-1, :, ::-1]
        out = numpy.zeros((5, 7, 4), numpy.float64)
        self.k.Scale(gInput=given, gOutput=out[:, ::-1], scale=1, threads=(7, 5))
        numpy.testing.assert_array_equal(out[:, ::-1], given)

    def test_outputs_can_be_made_by_the_call(self):
        out = self.k.Scale(gInput=image(), gOutput=wavecc.New(5, 7), scale=3, threads=(7, 5))
        self.assertEqual((out.shape, out.dtype), ((5, 7, 4), numpy.float32))
        numpy.testing.assert_array_equal(out, image() * 3)

    def test_constants_of_structs_arrays_matrices_and_64_bits(self):
        values = numpy.zeros(4, numpy.float32)
        self.k.Tell(gValues=values, lights=[{"kind": 9}, {"at": (1, 2.5, 3)}], m=[[1, 2, 3], [4, 5, 6]],
                    large=7 << 32, groups=1)
        self.assertEqual(values.tolist(), [2.5, 9, 6, 7])

    def test_constants_are_the_declared_ones_again_in_the_next_call(self):
        values = numpy.ones(4, numpy.float32)
        self.k.Tell(gValues=values, groups=1)
        self.assertEqual(values.tolist(), [0, 0, 0, 0])

    def test_a_whole_cbuffer_from_a_dict_and_from_bytes(self):
        values = numpy.zeros(4, numpy.float32)
        self.k.Tell(gValues=values, Settings={"large": 5 << 32, "m": numpy.arange(6.0)}, groups=1)
        self.assertEqual(values.tolist(), [0, 0, 5, 5])
        scene = numpy.zeros(8, numpy.float32)
        scene[5] = 4.5
        self.k.Tell(gValues=values, Scene=scene, groups=1)
        self.assertEqual(values[0], 4.5)

    def test_values_as_the_command_line_has_them(self):
        k = wavecc.compile_text("StructuredBuffer<uint> a; RWStructuredBuffer<uint> o; [numthreads(4, 1, 1)]"
                                "void main(uint i : SV_DispatchThreadID) { o[i] = a[i] * 2; }", **QUICK)
        o = numpy.zeros(4, numpy.uint32)
        k(a="u32(5..8)", o=o, groups=1)
        self.assertEqual(o.tolist(), [10, 12, 14, 16])

    def test_threads_are_rounded_up_to_groups(self):
        out = numpy.zeros((5, 9, 4), numpy.float32)
        self.k.Scale(gInput=numpy.ones((5, 9, 4), numpy.float32), gOutput=out, scale=1, threads=(9, 5, 1))
        self.assertTrue(out.all())

    def test_what_is_submitted_runs_meanwhile(self):
        outs = [numpy.zeros((5, 7, 4), numpy.float32) for _ in range(4)]
        tickets = [self.k.Scale.submit(gInput=image(), gOutput=out, scale=i, threads=(7, 5))
                   for i, out in enumerate(outs)]
        for i, ticket in enumerate(tickets):
            ticket.wait()
            self.assertTrue(ticket.done)
            numpy.testing.assert_array_equal(outs[i], image() * i)
            self.assertGreaterEqual(ticket.times[0], 0)

    def test_several_python_threads_may_call(self):
        results = {}

        def call(i):
            results[i] = self.k.Scale(gInput=image(), gOutput=wavecc.New(5, 7), scale=i, threads=(7, 5))

        threads = [threading.Thread(target=call, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for i in range(8):
            numpy.testing.assert_array_equal(results[i], image() * i)


class Mistakes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.k = wavecc.compile_text(SCALE, "scale.hlsl", **QUICK)

    def refused(self, words, **given):
        with self.assertRaises(wavecc.RunError) as caught:
            self.k.Scale(threads=(7, 5), **given)
        self.assertIn(words, str(caught.exception))

    def test_names_are_guessed(self):
        self.refused("did you mean gInput?", gImput=image())
        self.refused("did you mean scale?", scal=1)

    def test_shapes_and_types_are_told(self):
        self.refused("shape (5, 7, 3) does not fit Texture2D<float4>", gInput=image()[..., :3])
        self.refused("complex128 cannot become float32", gInput=image().astype(complex))
        self.refused("takes 1 value, not 2", scale=[1, 2])
        self.refused("scale: must be real number, not NoneType", scale=None)
        self.refused("m: numbers of shape (3, 2) do not fit row_major float2x3, of shape (2, 3)", m=numpy.zeros((3, 2)))
        self.refused("numbers of shape (4, 2) do not fit", tint=[[1, 2]] * 4)
        for fitting in (range(6), [[range(3)[0]] * 3] * 2, numpy.zeros((1, 2, 3)), numpy.zeros((6, 1))):
            self.k.Scale(groups=1, m=list(fitting))

    def test_results_stay_what_they_are(self):
        half = image() + 0.5
        for dtype in (numpy.uint8, numpy.int64, bool):
            out = numpy.zeros((5, 7, 4), dtype)
            self.refused("gOutput: results are float32, which an array of %s cannot hold" % out.dtype,
                         gInput=half, gOutput=out, scale=1)
        text = "struct P { float x; uint n; }; RWStructuredBuffer<P> p; RWBuffer<uint> o;" \
               "[numthreads(1, 1, 1)] void main() { o[0] = 300; p[0].x *= 3; p[0].n += 255; }"
        k = wavecc.compile_text(text, **QUICK)
        for o, p, words in ((numpy.zeros(1, numpy.uint8), None, "o: numbers of uint32 do not fit uint8"),
                            (None, numpy.ones(1, [("x", "f4"), ("n", "u1")]), "p.n: numbers of uint32 do not fit uint8"),
                            (None, numpy.ones(1, [("x", "i4"), ("n", "u4")]), "p.x: results are float32"),
                            (None, numpy.full(1, 1.5, [("n", "f4"), ("x", "f4")]), "p.n: float32 cannot become uint32")):
            with self.assertRaises(wavecc.RunError) as caught:
                k(groups=1, **{name: value for name, value in (("o", o), ("p", p)) if value is not None})
            self.assertIn(words, str(caught.exception))
        o = numpy.arange(1)  # int64, whose numbers uint can hold
        k(o=o, groups=1)
        self.assertEqual(o.tolist(), [300])

    def test_an_array_that_cannot_be_written_is_no_output(self):
        fixed = image()
        fixed.flags.writeable = False
        self.refused("cannot be written", gOutput=fixed)
        self.k.Scale(gInput=fixed, gOutput=image(), threads=(7, 5))
        self.refused("cannot be written", gOutput=image().tolist())

    def test_an_unaligned_array_is_copied_in_and_out(self):
        source, target = (unaligned((5, 7, 4)) for _ in range(2))
        source[...] = image()
        for _ in range(2):  # what is known of aligned ones of this layout does not hold for these
            self.k.Scale(gInput=image(), gOutput=numpy.empty_like(image()), scale=2, threads=(7, 5))
            target[...] = 0
            self.k.Scale(gInput=source, gOutput=target, scale=2, threads=(7, 5))
            numpy.testing.assert_array_equal(target, image() * 2)

    def test_rows_an_odd_number_of_bytes_apart_are_copied_in_and_out(self):
        bytes_ = numpy.zeros((5, 7 * 16 + 1), numpy.uint8)
        target = numpy.ndarray((5, 7, 4), numpy.float32, bytes_, 0, (7 * 16 + 1, 16, 4))
        self.k.Scale(gInput=image(), gOutput=target, scale=2, threads=(7, 5))
        numpy.testing.assert_array_equal(target, image() * 2)
        self.assertEqual(bytes_[:, -1].tolist(), [0] * 5)

    def test_sizes_of_dispatches(self):
        for given in (dict(), dict(groups=1, threads=1)):
            with self.assertRaises(TypeError):
                self.k.Scale(**given)
        with self.assertRaises(wavecc.RunError):
            self.k.Scale(groups=(-1, 1, 1))
        with self.assertRaises(TypeError):
            self.k.Scale(groups=(1.5, 1, 1))
        self.k.Scale(groups=numpy.array([1, 1, 1]))

    def test_text_is_str_or_bytes(self):
        for given in (5, [65], None):
            with self.assertRaisesRegex(TypeError, "HLSL is a str or bytes, not %s" % type(given).__name__):
                wavecc.compile_text(given)
        wavecc.compile_text(bytearray(b"[numthreads(1, 1, 1)] void Main() {}"), **QUICK)(groups=1)

    def test_several_entry_points_are_no_function(self):
        with self.assertRaises(TypeError) as caught:
            self.k(groups=1)
        self.assertIn("k.Scale, k.Tell", str(caught.exception))
        with self.assertRaises(AttributeError):
            self.k.Scael

    def test_hlsl_that_does_not_compile(self):
        with self.assertRaises(wavecc.CompileError) as caught:
            wavecc.compile_text("[numthreads(1, 1, 1)]\nvoid main() { int a = b; }", "wrong.hlsl", **QUICK)
        error = caught.exception
        self.assertEqual(error.status, 1)
        self.assertIn("wrong.hlsl:2:23: error: 'b' is not declared", str(error))
        first = error.diagnostics[0]
        self.assertEqual((first.severity, first.file, first.line, first.column), ("error", "wrong.hlsl", 2, 23))
        with self.assertRaises(wavecc.CompileError) as caught:
            wavecc.compile("/no/such/file.hlsl")
        self.assertEqual(caught.exception.status, 2)

    def test_errors_come_through_pickle(self):
        for call, words in ((lambda: wavecc.compile_text("x y", "wrong.hlsl", **QUICK), ("diagnostics", "status")),
                            (lambda: self.k.Scale(nothing=1, groups=1), ("messages",))):
            with self.assertRaises(wavecc.Error) as caught:
                call()
            again = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((type(again), str(again)), (type(caught.exception), str(caught.exception)))
            for word in words:
                self.assertEqual(repr(getattr(again, word)), repr(getattr(caught.exception, word)))

    def test_kernels_devices_and_tickets_are_not_copied(self):
        ticket = self.k.Scale.submit(groups=1) if hasattr(self.k.Scale, "submit") else None
        for handle in filter(None, (self.k, wavecc.Device(1), ticket)):
            for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "neither copied nor pickled"):
                    duplicate(handle)
        self.k.Scale(groups=1)  # a copy that went would have taken it along

    def test_a_kernel_that_takes_too_long(self):
        endless = wavecc.compile_text("RWStructuredBuffer<uint> o; [numthreads(1, 1, 1)] void main() {"
                                      " for (uint i = 0; i < 3000000000u; i++) o[0] = o[0] * 5 + i; }", **QUICK)
        with self.assertRaises(wavecc.RunError):
            endless(o=numpy.zeros(1, numpy.uint32), groups=(1000, 1, 1), timeout=0.05)


class Package(unittest.TestCase):
    def test_its_version_is_the_compilers(self):
        with open(os.path.join(HERE, "..", "..", "runtime", "python", "pyproject.toml")) as file:
            self.assertIn('version = "%s"' % wavecc.version(), file.read())


class Kinds(unittest.TestCase):
    def run_text(self, text, threads, **given):
        return wavecc.compile_text(text, **QUICK)(threads=threads, **given)

    def test_structured_arrays_have_their_fields(self):
        k = wavecc.compile_text("struct P { float3 at; uint id; float2 uv[2]; };"
                                "RWStructuredBuffer<P> p; [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID)"
                                "{ P q = p[i]; q.at *= 2; q.id += i; q.uv[1] = q.at.xy; p[i] = q; }", **QUICK)
        dtype = k.resources["p"].dtype
        self.assertEqual((dtype.names, dtype.itemsize), (("at", "id", "uv"), 32))
        p = numpy.zeros(5, dtype)
        p["at"] = numpy.arange(15).reshape(5, 3)
        other = numpy.zeros(5, [("id", "u8"), ("uv", "f8", (2, 2)), ("at", "f8", (3,))])
        other["at"] = p["at"]
        for given in (p, other):
            before = given["at"].copy()
            k(p=given, threads=5)
            numpy.testing.assert_array_equal(given["at"], before * 2)
            numpy.testing.assert_array_equal(given["id"], range(5))
            numpy.testing.assert_array_equal(given["uv"][:, 1], before[:, :2] * 2)

    def test_fields_are_found_by_name_where_structs_are_as_large(self):
        k = wavecc.compile_text("struct Q { int2 b; }; struct P { uint n; float x; Q q[2]; }; RWStructuredBuffer<P> p;"
                                "[numthreads(1, 1, 1)] void main() { P e = p[0]; e.n += 1; e.x *= 2; e.q[1].b = e.q[0].b; p[0] = e; }",
                                **QUICK)
        parts = [("q[0].b", "<i4", (2,)), ("q[1].b", "<i4", (2,))]
        for fields in ([("x", "f4"), ("n", "u4"), *parts], [("n", "i4"), ("x", "f4"), *parts],
                       [("n", "u4"), ("x", "f4"), ("q", [("b", "i4", (2,))], (2,))]):
            p = numpy.zeros(1, fields)
            p["n"], p["x"] = 7, 2.5
            (p["q"]["b"][0] if "q" in p.dtype.names else p["q[0].b"])[0] = 3, 4
            k(p=p, groups=1)
            self.assertEqual((p["n"][0], p["x"][0]), (8, 5))
            numpy.testing.assert_array_equal(p["q"]["b"][0][1] if "q" in p.dtype.names else p["q[1].b"][0], [3, 4])

    def test_matrices_have_their_rows(self):
        k = wavecc.compile_text("struct P { float2x3 m; row_major float2x3 r; float2x2 s[2]; }; StructuredBuffer<P> before; RWStructuredBuffer<P> p;"
                                "cbuffer C { float gap[2]; }; [numthreads(1, 1, 1)] void main()"
                                "{ P e = before[0]; e.m[1][0] *= 10; e.r[1][0] *= 10; e.s[1][1][0] *= 10; p[0] = e; }", **QUICK)
        before = numpy.zeros(1, k.resources["p"].dtype)
        for name in before.dtype.names:
            before[name].flat = range(1, 9)
        want, got = before.copy(), numpy.zeros_like(before)
        want["m"][0][1][0] = want["r"][0][1][0] = 40
        want["s"][0][1][1][0] = 70
        k(before=before, p=got, groups=1)
        for name in got.dtype.names:
            numpy.testing.assert_array_equal(got[name], want[name])
        with self.assertRaises(wavecc.RunError) as caught:
            k.resources["C"].dtype
        self.assertIn("C: the numbers of gap do not lie side by side", str(caught.exception))

    def test_append_buffers_count(self):
        evens = wavecc.Counted(numpy.zeros(100, numpy.uint32))
        self.run_text("AppendStructuredBuffer<uint> evens; [numthreads(32, 1, 1)] void main(uint i : SV_DispatchThreadID)"
                      "{ if (i % 2 == 0) evens.Append(i); }", 64, evens=evens)
        self.assertEqual(evens.count, 32)
        self.assertEqual(sorted(evens.array[:32]), list(range(0, 64, 2)))

    def test_raw_typed_16_bit_and_3d(self):
        raw, typed, small = numpy.zeros(16, numpy.uint32), numpy.zeros((4, 2), numpy.float32), numpy.zeros(4, numpy.int16)
        volume = numpy.zeros((2, 3, 4), numpy.int32)
        k = wavecc.compile_text("RWByteAddressBuffer raw; RWBuffer<float2> typed; RWStructuredBuffer<int16_t> small;"
                                "RWTexture3D<int> volume; [numthreads(4, 1, 1)] void main(uint3 i : SV_DispatchThreadID)"
                                "{ raw.Store(i.x * 4, i.x); typed[i.x] = float2(i.x, 0.5); small[i.x] = int16_t(-i.x);"
                                " volume[i] = i.x + 10 * i.y + 100 * i.z; }",
                                options=["-O0", "-enable-16bit-types"], wave_size=8)
        k(raw=raw, typed=typed, small=small, volume=volume, threads=(4, 3, 2))
        self.assertEqual(raw[:4].tolist(), [0, 1, 2, 3])
        self.assertEqual(typed.tolist(), [[0, 0.5], [1, 0.5], [2, 0.5], [3, 0.5]])
        self.assertEqual(small.tolist(), [0, -1, -2, -3])
        x, y, z = numpy.meshgrid(range(4), range(3), range(2), indexing="ij")
        numpy.testing.assert_array_equal(volume, (x + 10 * y + 100 * z).T)

    def test_unaligned_structs_and_bytes_are_copied_in_and_out(self):
        k = wavecc.compile_text("struct P { double d; uint n; uint m; }; RWStructuredBuffer<P> p; RWByteAddressBuffer b;"
                                "[numthreads(1, 1, 1)] void main() { p[1].d += 1; p[1].n = 7;"
                                " b.Store(4, b.Load(0) + 1); }", **QUICK)
        p, b = unaligned(2, k.resources["p"].dtype), unaligned(8, numpy.uint8)
        b[:4] = 5, 0, 0, 1
        k(p=p, b=b, groups=1)
        self.assertEqual(p.tolist(), [(0, 0, 0), (1, 7, 0)])
        self.assertEqual(b.tolist(), [5, 0, 0, 1, 6, 0, 0, 1])

    def test_samplers_and_arrays_of_textures(self):
        text = ("Texture2D<float> maps[3]; SamplerState s; RWStructuredBuffer<float> o;"
                "[numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID)"
                "{ o[i] = maps[NonUniformResourceIndex(i % 3)].SampleLevel(s, float2(1.25, 0.5), 0); }")
        maps = [numpy.float32([[1, 2]]), None, numpy.float32([[5, 9]])]
        for state, want in (("point,wrap", [1, 0, 5, 1]), ("point,clamp", [2, 0, 9, 2])):
            o = numpy.zeros(4, numpy.float32)
            self.run_text(text, 4, maps=maps, s=state, o=o)
            self.assertEqual(o.tolist(), want)

    def test_arrays_need_not_be_numpys(self):
        o = array.array("I", [0] * 4)
        raw = bytearray(16)
        self.run_text("RWStructuredBuffer<uint> o; RWByteAddressBuffer raw; [numthreads(4, 1, 1)]"
                      "void main(uint i : SV_DispatchThreadID) { o[i] = i * i; raw.Store(i * 4, i); }", 4, o=o, raw=raw)
        self.assertEqual(o.tolist(), [0, 1, 4, 9])
        self.assertEqual(raw, bytes([0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]))

    def test_includes_and_defines(self):
        k = wavecc.compile_text('#include "by.hlsli"\nRWStructuredBuffer<uint> o; [numthreads(4, 1, 1)]'
                                "void main(uint i : SV_DispatchThreadID) { o[i] = i * BY + PLUS; }",
                                include=lambda name, _: "#define BY 3\n" if name == "by.hlsli" else None,
                                defines={"PLUS": 10}, **QUICK)
        o = numpy.zeros(4, numpy.uint32)
        k(o=o, groups=1)
        self.assertEqual(o.tolist(), [10, 13, 16, 19])

    def test_coverage_is_added_to_a_file(self):
        k = wavecc.compile_text("RWStructuredBuffer<uint> o;\n[numthreads(8, 1, 1)]\nvoid main(uint i : SV_GroupIndex)\n{\n"
                                "    if (i > 5)\n        o[i] = 1;\n}\n", "steps.hlsl", options=["-O0", "--coverage"], wave_size=8)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "steps.info")
            for groups in (3, 2):
                k(o=numpy.zeros(8, numpy.uint32), groups=groups)
                k.save_coverage(path)
            with open(path) as file:
                lines = file.read().splitlines()
        for line in ("SF:steps.hlsl", "DA:5,40", "DA:6,10", "BRDA:5,5,0,10", "BRDA:5,5,1,30"):
            self.assertIn(line, lines)
        plain = wavecc.compile_text("RWStructuredBuffer<uint> o; [numthreads(8, 1, 1)] void main() { o[0] = 1; }", **QUICK)
        with self.assertRaisesRegex(wavecc.RunError, "compiled without"):
            plain.save_coverage("never.info")

    def test_what_kernels_print_goes_where_on_print_says(self):
        k = wavecc.compile_text("[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex, uint3 g : SV_GroupID)\n"
                                "{ printf(\"%u:%u \", g.x, i); }", **QUICK)
        with unittest.mock.patch("sys.stdout", io.StringIO()) as out:
            k(groups=2)
        self.assertEqual(out.getvalue(), "0:0 0:1 0:2 0:3 1:0 1:1 1:2 1:3 ")
        told = []
        k.on_print = told.append
        k(groups=3, printf_filter="group=1,lane=2")
        ticket = k.submit(groups=1)
        self.assertEqual(told, ["1:2 "])
        ticket.wait()
        self.assertEqual(told, ["1:2 ", "0:0 0:1 0:2 0:3 "])
        k.on_print = None
        k(groups=1)
        with self.assertRaisesRegex(wavecc.RunError, "printf_filter: 'x' is not of the form"):
            k(groups=1, printf_filter="x")

    def test_a_kernel_tells_what_it_has(self):
        k = wavecc.compile_text(SCALE, wave_size=(8, 16), options=["-O0"])
        self.assertEqual(list(k.entries), ["Scale", "Tell"])
        self.assertEqual(k.entries["Scale"].threads, (8, 4, 1))
        self.assertEqual(k.entries["Scale"].wave_sizes, (8, 16))
        self.assertEqual(k.resources["gOutput"].register, "u0")
        self.assertEqual(repr(k.resources["gInput"]), "<Texture2D<float4> gInput : t0>")
        out = k.Scale(gInput=image(), gOutput=wavecc.New(5, 7), scale=1, threads=(7, 5), wave_size=16)
        numpy.testing.assert_array_equal(out, image())


if __name__ == "__main__":
    unittest.main()
