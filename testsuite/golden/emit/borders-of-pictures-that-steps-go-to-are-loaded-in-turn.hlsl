// 256 texels of a row and 16 on either side, of which those beyond a border are the border's.
RWTexture2D<float4> In; // what others may store to is not copied (plan_padded.c)
RWTexture2D<float4> Out;
groupshared float4 Row[256 + 32];

[numthreads(256, 1, 1)]
void main(int3 t : SV_GroupThreadID, int3 id : SV_DispatchThreadID)
{
    int width, height;
    In.GetDimensions(width, height);
    if (t.x < 16)
        Row[t.x] = In[int2(max(id.x - 16, 0), id.y)];
    if (t.x >= 240)
        Row[t.x + 32] = In[int2(min(id.x + 16, width - 1), id.y)];
    Row[t.x + 16] = In[int2(min(id.x, width - 1), id.y)];
    GroupMemoryBarrierWithGroupSync();
    Out[id.xy] = Row[t.x] + Row[t.x + 16] + Row[t.x + 32];
}
