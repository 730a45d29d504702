// </script><b>comment</b> & "quotes" 'and' <!-- http://x -->
#line 2 "</script><b>.hlsl"
static const uint Some = 64; // <img src=x>
StructuredBuffer<float> gIn;
RWStructuredBuffer<float> gOut;
groupshared float gTile[Some];

float Half(float x)
{
    if (x > 1 && x < 8)
        return x / 2;
    return x;
}

[numthreads(64, 1, 1)] void Sum(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    gTile[i] = gIn[id.x * id.x];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < i; k++)
        gOut[id.x] += Half(gTile[k]);
}

[numthreads(64, 1, 1)] void Copy(uint3 id : SV_DispatchThreadID)
{
    gOut[id.x] = gIn[id.x];
}
