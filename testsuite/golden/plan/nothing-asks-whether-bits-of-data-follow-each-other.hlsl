// options: --wave-size=16 --target=x86-64-v3
// Parts of words, but for the last two: a whole word, and half of one.
StructuredBuffer<uint> Words;
StructuredBuffer<float> Table;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint word = Words[i];
    Out[i] = Table[word & 255] + Table[256 + 2 * ((word >> 8) & 15)] + Table[(word ^ (word >> 7)) >> 22] + Table[word] +
             Table[word & 0xffff];
}
