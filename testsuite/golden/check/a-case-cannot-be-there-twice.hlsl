[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    switch (id.x) { case 1: break; case 2 - 1: break; }
}
