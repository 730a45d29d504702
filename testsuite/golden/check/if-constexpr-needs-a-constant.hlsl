[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if constexpr (id.x > 4) { }
}
