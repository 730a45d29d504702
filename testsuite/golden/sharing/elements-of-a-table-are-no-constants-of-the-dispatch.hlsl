// Nor is a component of one, by which a place is counted.
StructuredBuffer<float> gField;
RWStructuredBuffer<uint> gKinds, gTotal;
cbuffer cbField { uint3 gSize; float gLevel; };

uint PlaceOf(uint3 p) { return (p.z * gSize.y + p.y) * gSize.x + p.x; }

[numthreads(8, 8, 4)]
void main(uint3 id : SV_DispatchThreadID)
{
    static const uint3 CORNERS[8] = {uint3(0, 0, 0), uint3(1, 0, 0), uint3(1, 1, 0), uint3(0, 1, 0),
                                     uint3(0, 0, 1), uint3(1, 0, 1), uint3(1, 1, 1), uint3(0, 1, 1)};
    if (any(id >= gSize - 1))
        return;
    uint kind = 0;
    for (uint i = 0; i < 8; ++i)
        if (gField[PlaceOf(id + CORNERS[i])] < gLevel)
            kind |= 1u << i;
    gKinds[PlaceOf(id)] = kind;
    if (kind > 0)
        InterlockedAdd(gTotal[0], kind);
}
