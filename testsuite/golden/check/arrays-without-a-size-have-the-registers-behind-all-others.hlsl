Texture2D<float4> table[];
Texture2D<float> a;
Texture2D<float4> other[] : register(t9, space1);
Texture2D<uint> more[];
Texture2D<float> b;
RWBuffer<float> o;

[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    o[0] = table[i][uint2(0, 0)].x + a[uint2(0, 0)] + more[i][uint2(0, 0)] + b[uint2(0, 0)] + other[i][uint2(0, 0)].y;
}
