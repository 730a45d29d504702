cbuffer C { float4 a : packoffset(c0.y); };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
