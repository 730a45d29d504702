[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if constexpr (GroupGetWaveCount() > 4) { nonsense(wrong); } else { float f = 1; }
}
