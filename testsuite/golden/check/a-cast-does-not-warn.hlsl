[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint2 v = (uint2)id;
    float f = (float)id.x;
    double d = f;
    float g = (float)d;
}
