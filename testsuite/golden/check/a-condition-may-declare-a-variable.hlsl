[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { if (int i = id.x) { i++; } }
    { while (int i = (int)id.x) { break; } }
}
