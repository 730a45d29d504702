cbuffer C { float4 a[5000]; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
