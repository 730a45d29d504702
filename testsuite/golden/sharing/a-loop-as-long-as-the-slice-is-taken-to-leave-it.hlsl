RWStructuredBuffer<uint> gOut;
cbuffer Sizes { uint gCount; };
[numthreads(1, 1, 1)] void main(uint3 group : SV_GroupID)
{
    uint sum = 0;
    for (uint i = 0; i < min(gCount, 16); i++) {
        sum += gOut[group.x * 16 + i];
        gOut[group.x * 16 + i] = sum;
    }
}
