[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float f = 16777216.0f + 1.0f;
}
