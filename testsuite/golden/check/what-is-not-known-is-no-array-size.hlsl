[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float a[id.x]; }
    { float a[1.5]; }
    { float a[0]; }
}
