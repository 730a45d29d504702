[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float f = id.x > 3 ? 1 : 2; }
    { uint u = (id.x > 3 ? 1 : 2) * 5; }
}
