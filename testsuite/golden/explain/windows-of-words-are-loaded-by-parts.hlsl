// options: --explain=join_words --target=x86-64-v3 --wave-size=32
StructuredBuffer<int> samples;
RWStructuredBuffer<int> smooth;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    for (uint j = 0; j < 4; j++)
        smooth[4 * id.x + j] = samples[4 * id.x + j] + 2 * samples[4 * id.x + j + 1];
}
