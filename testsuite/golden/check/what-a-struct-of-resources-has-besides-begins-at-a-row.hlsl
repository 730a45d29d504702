struct Light { Texture2D<float> map; float near, far; };
cbuffer C { float4 rows[3]; float one; Light first; float two; Light second; float last; };
RWStructuredBuffer<float> o;

[numthreads(1, 1, 1)]
void main()
{
    o[0] = rows[2].x + one + first.near + first.far + two + second.near + last + first.map[uint2(0, 0)] + second.map[uint2(0, 0)];
}
