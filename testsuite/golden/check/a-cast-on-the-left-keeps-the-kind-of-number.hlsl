void give(out int value) { value = 1; }

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    float4 all = id;
    (float2)all = float2(1, 2);
    (int2)all = int2(1, 2);
    give((int)all.x);
}
