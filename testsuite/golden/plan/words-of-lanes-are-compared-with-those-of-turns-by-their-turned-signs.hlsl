// options: --target=x86-64-v3 --wave-size=32
/* Without unsigned comparisons (AVX2): what a loop has for all lanes against what each lane has in all turns. Not of what a
 * range makes signed, nor of what lanes have in each turn. */
StructuredBuffer<uint> Keys : register(t0);
RWStructuredBuffer<uint> Ranks : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint key = Keys[id.x], rank = 0;
    for (uint i = 0; i < 1000; i++) {
        rank += Keys[i] < key;
        rank += (Keys[i] & 0xff) < (key & 0xff);
        rank += Keys[id.x + i] < key;
    }
    Ranks[id.x] = rank;
}
