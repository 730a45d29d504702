[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    [unroll(-1)] for (uint i = 0; i < 4; i++) {}
}
