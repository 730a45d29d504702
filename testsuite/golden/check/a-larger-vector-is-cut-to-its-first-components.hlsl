[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint2 v = id;
}
