globallycoherent RWStructuredBuffer<uint> gFlags;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gFlags[id.x] = 1;
}
