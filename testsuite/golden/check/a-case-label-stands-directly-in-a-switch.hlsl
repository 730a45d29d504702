[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    switch (id.x) { default: if (id.y) { case 2: break; } break; }
}
