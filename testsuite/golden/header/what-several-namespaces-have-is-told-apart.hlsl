// options: --module=m
namespace a { Buffer<float> q; cbuffer K { float z; } float x; struct X { float f; }; StructuredBuffer<X> xs; }
namespace b { Buffer<float> q; cbuffer K { float z; } namespace c { float x; } struct X { int i; }; StructuredBuffer<X> ys; }
struct Pair { Buffer<float> t; }; Pair p; Buffer<float> p_t;
float x;
RWBuffer<float> o;

[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex)
{
    o[i] = a::q[i] + b::q[i] + a::z + b::z + a::x + b::c::x + x + a::xs[i].f + b::ys[i].i + p.t[i] + p_t[i];
}
