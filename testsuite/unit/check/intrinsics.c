/* Signatures of intrinsics and resource methods. */
#include "check_test.h"

TEST(arguments_meet_in_one_kind_and_shape)
{
    expect_tree("float3 v; float f;", "float3 r = max(v, f);", "float3 r = max(v, convert<float3>(f))");
    expect_tree("int i;", "auto r = min(i, id.x);", "uint r = min(convert<uint>(i), id.x)");
    expect_tree("float2x2 m;", "auto r = lerp(m, 1, 0.5);", "float2x2 r = lerp(m, float2x2(1, 1, 1, 1), float2x2(0.5, 0.5, 0.5, 0.5))");
    expect_tree("int i;", "auto r = sin(i);", "float r = sin(convert<float>(i))");
    expect_tree("bool3 b;", "auto r = any(b);", "bool r = any(b)");
}

TEST(vectors_of_different_size_are_cut)
{
    expect_message("float3 a; float4 b;", "float f = dot(a, b);", "warning: 'float4' is cut to 'float3' [-Wconversion]");
}

TEST(mul_is_told_by_shapes)
{
    const char *operands = "float s; float3 v; float4 w; float3x4 m; float4x2 n;";
    expect_tree(operands, "auto r = mul(v, m);", "float4 r = mul(v, m)");
    expect_tree(operands, "auto r = mul(m, w);", "float3 r = mul(m, w)");
    expect_tree(operands, "auto r = mul(m, n);", "float3x2 r = mul(m, n)");
    expect_tree(operands, "auto r = mul(v, v);", "float r = mul(v, v)");
    expect_tree(operands, "auto r = mul(s, m);", "float3x4 r = mul(s, m)");
    expect_tree(operands, "auto r = mul(v, s);", "float3 r = mul(v, s)");
    expect_tree("float3x1 column; float1x3 row;", "auto r = mul(column, row);", "float3x3 r = mul(column, row)");
    expect_tree("float3x1 column; float1x3 row;", "auto r = mul(row, column);", "float1x1 r = mul(row, column)");
    expect_tree(operands, "auto r = transpose(m);", "float4x3 r = transpose(m)");
}

TEST(atomics_work_on_places_of_their_type)
{
    const char *places = "groupshared uint g; groupshared float f; RWStructuredBuffer<int> b; RWTexture2D<uint4> t;";
    expect_tree(places, "InterlockedAdd(g, 1);", "InterlockedAdd(g, uint(1))");
    expect_tree(places, "uint old; InterlockedMax(b[id.x], 3, old);", "InterlockedMax(b[id.x], int(3), convert<int>(old))");
    expect_tree(places, "float old; InterlockedExchange(f, 1, old);", "InterlockedExchange(f, float(1), old)");
    expect_message(places, "InterlockedAdd(f, 1);", "error: argument 1 of 'InterlockedAdd' cannot be 'float'");
    expect_message(places, "uint x = 0; InterlockedAdd(x, 1);",
                   "error: 'InterlockedAdd' works on groupshared variables and on elements of writable resources only");
    expect_message(places, "InterlockedAdd(t[id.xy].x, 1);",
                   "error: 'InterlockedAdd' works on groupshared variables and on elements of writable resources only");
}

TEST(bits_are_reinterpreted_by_width)
{
    expect_tree("float3 v;", "uint3 u = asuint(v);", "uint3 u = asuint(v)");
    expect_tree("double d;", "uint lo, hi; asuint(d, lo, hi);", "asuint(d, lo, hi)");
    expect_message("double d;", "uint u = asuint(d);", "error: no 'asuint' takes these arguments: (double)");
    expect_message("bool b;", "uint u = asuint(b);", "error: no 'asuint' takes these arguments: (bool)");
}

TEST(sums_of_64_bits_take_pairs_of_words)
{
    expect_tree("uint2 u;", "auto r = AddUint64(u, u);", "uint2 r = AddUint64(u, u)");
    expect_message("uint3 u;", "auto r = AddUint64(u, u);", "error: no 'AddUint64' takes these arguments: (uint3, uint3)");
    expect_message("uint u;", "auto r = AddUint64(u, u);", "error: no 'AddUint64' takes these arguments: (uint, uint)");
}

TEST(wave_operations_keep_the_type)
{
    expect_tree("half3 h;", "auto r = WaveActiveSum(h);", "min16float3 r = WaveActiveSum(h)");
    expect_tree("", "auto r = WaveReadLaneAt(id, 3);", "uint3 r = WaveReadLaneAt(id, uint(3))");
    expect_tree("", "auto r = WaveActiveBallot(id.x > 3);", "uint4 r = WaveActiveBallot((id.x > uint(3)))");
    expect_tree("int i;", "auto r = WaveActiveBitOr(i);", "uint r = WaveActiveBitOr(convert<uint>(i))");
}

TEST(get_dimensions_gives_what_the_resource_has)
{
    expect_tree("Texture2DArray t;", "uint w, h, n, m; t.GetDimensions(0, w, h, n, m);", "t.GetDimensions(uint(0), w, h, n, m)");
    expect_tree("Texture2D t;", "float w, h; t.GetDimensions(w, h);", "t.GetDimensions(w, h)");
    expect_tree("RWStructuredBuffer<float3> b;", "uint n, s; b.GetDimensions(n, s);", "b.GetDimensions(n, s)");
    expect_message("Texture3D t;", "uint w, h; t.GetDimensions(w, h);", "error: no 'GetDimensions' takes these arguments: (uint, uint)");
}

TEST(optional_arguments_may_be_left_out)
{
    const char *texture = "Texture2D<float4> t; SamplerState s; TextureCube c;";
    expect_tree(texture, "float4 v = t.SampleLevel(s, 0.5, 1);", "float4 v = t.SampleLevel(s, float2(0.5, 0.5), float(1))");
    expect_tree(texture, "float4 v = t.SampleLevel(s, 0.5, 1, int2(1, 2));", "float4 v = t.SampleLevel(s, float2(0.5, 0.5), float(1), int2(1, 2))");
    expect_tree(texture, "uint status; float4 v = t.Load(int3(1, 2, 0), int2(0, 1), status);", "float4 v = t.Load(int3(1, 2, 0), int2(0, 1), status)");
    expect_tree(texture, "float4 v = c.SampleLevel(s, float3(0, 0, 1), 0);", "float4 v = c.SampleLevel(s, float3(0, 0, 1), float(0))");
    expect_tree("Texture2D<uint2> t; SamplerState s;", "auto g = t.GatherGreen(s, 0.5);", "uint4 g = t.GatherGreen(s, float2(0.5, 0.5))");
}

TEST(raw_buffers_load_and_store_any_type)
{
    const char *raw = "RWByteAddressBuffer b; struct S { float2 a; int b; };";
    expect_tree(raw, "auto r = b.Load(4);", "uint r = b.Load(uint(4))");
    expect_tree(raw, "auto r = b.Load<S>(4);", "S r = b.Load(uint(4))");
    expect_tree(raw, "S s; b.Store(0, s);", "b.Store(uint(0), s)");
    expect_tree(raw, "b.Store<float>(0, 1);", "b.Store(uint(0), float(1))");
    expect_tree(raw, "b.Store3(0, id);", "b.Store3(uint(0), id)");
}

TEST(counters_are_noted)
{
    expect_tree("RWStructuredBuffer<int> b;", "uint i = b.IncrementCounter();", "resource RWStructuredBuffer<int> b : u0 counted");
}

TEST(misspelt_functions_are_guessed)
{
    expect_message("", "float f = saturat(1);", "error: there is no function 'saturat'; did you mean 'saturate'?");
    expect_message("", "float f = SampleStuff(1);", "error: there is no function 'SampleStuff'");
    expect_message("", "float f = dot(1, 2, 3);", "error: no 'dot' takes these arguments: (literal int, literal int, literal int)");
}

TEST(select_chooses_componentwise)
{
    expect_tree("float3 a, b;", "float3 r = select(a > b, a, b);", "float3 r = select((a > b), a, b)");
    expect_tree("float a;", "float3 r = select(bool3(true, false, a > 1), 1.0, 2.0);",
                "float3 r = select(bool3{(bool(true), bool(false), (a > float(1)))}, float3(1, 1, 1), float3(2, 2, 2))");
}
