float3 a;
float4 b;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float f = dot(a, b);
}
