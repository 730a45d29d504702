RWStructuredBuffer<uint4> o;
struct Pair { uint a, b; uint next() { return a++; } };
#define SET(x, y) x = y
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    uint x = i, y = 1;
    Pair pair = {i, 2};
    x = x;
    pair.a = pair.a;
    pair.a = pair.b;
    o[i].xy = o[i].yx;
    uint4 v = o[0];
    v.xy = v.xy;
    v.xy = v.yx;
    SET(y, y);
    x += x;
    o[i] = x + y + pair.next() + v;
}
