// options: -T cs_5_0
groupshared float4 all[4096];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    all[id.x] = 1;
}
