// options: --explain=lanes_in_turn --target=x86-64-v4
RWStructuredBuffer<uint> gComposite;
uint gCount;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    if (i > 1)
        for (uint k = i * i; k < gCount; k += i)
            gComposite[k] = 1;
}
