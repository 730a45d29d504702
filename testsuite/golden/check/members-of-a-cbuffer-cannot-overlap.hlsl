cbuffer C { float4 a : packoffset(c0); float b : packoffset(c0.z); };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
