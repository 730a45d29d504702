[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { [unroll(3)] for (int i = 0; i < 9; i++) {} }
    { [loop] while (id.x > 3) {} }
    { do {} while (id.x > 3); }
    { [branch] if (id.x > 3) {} }
}
