// options: --join-groups=off --target=x86-64-v4 --wave-size=16
StructuredBuffer<float3> a;
RWStructuredBuffer<float3> to;
RWStructuredBuffer<float> lengths;

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float3 v = a[i];
    float squares = dot(v, v) + 1;
    to[i] = v / sqrt(squares);
    precise float inverse = 1 / sqrt(squares);
    lengths[i] = inverse;
}
