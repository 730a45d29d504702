RWStructuredBuffer<uint> gScaled;
cbuffer Constants { uint gSummand; }

[numthreads(64, 1, 1)]
void AddCS(uint i : SV_DispatchThreadID)
{
    gScaled[i] += gSummand;
}
