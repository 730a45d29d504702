// options: --target=x86-64-v3 --wave-size=16
// Of the other row single lanes are all that is wanted, and its vector where a piece goes lane by lane.
Texture2D<float> picture;
RWStructuredBuffer<float> Out;
cbuffer C { uint a, b, c, d; };

[numthreads(4, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    uint y = (id.y ^ a) * b + c;
    y = (y ^ (y >> d)) * a + b;
    y = (y ^ (y >> a)) * c + d;
    y = (y ^ (y >> b)) * d + a;
    Out[i] = picture[uint2(id.x, y % 64)] + picture[uint2(id.x, id.y + a)];
}
