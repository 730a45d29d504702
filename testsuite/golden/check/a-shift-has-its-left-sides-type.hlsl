int i;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { auto r = i << id.x; }
    { auto r = 1 << id.x; }
}
