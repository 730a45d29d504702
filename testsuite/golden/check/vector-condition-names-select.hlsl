// options: -HV 2021
RWBuffer<float3> output;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float3 v = output[id.x];
    output[id.x] = v > 0 ? v : -v;
}
