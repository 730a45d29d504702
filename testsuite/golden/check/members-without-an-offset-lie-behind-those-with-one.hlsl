float4 given : register(c5);
float first : register(c0);
float2 free_one;
float3x3 table : register(C8), other;
cbuffer Mixed { float before; float placed : packoffset(c2.y); float behind; float4 row : packoffset(c1); float2 last; };
RWStructuredBuffer<float> o;

[numthreads(1, 1, 1)]
void main()
{
    o[0] = given.w + first + free_one.y + table._12 + other._21 + before + behind + last.y;
}
