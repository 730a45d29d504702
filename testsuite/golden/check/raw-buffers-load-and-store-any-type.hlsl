RWByteAddressBuffer b;
struct S { float2 a; int b; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { auto r = b.Load(4); }
    { auto r = b.Load<S>(4); }
    { S s; b.Store(0, s); }
    { b.Store<float>(0, 1); }
    { b.Store3(0, id); }
}
