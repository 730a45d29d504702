// options: --wave-size=8 --target=x86-64-v3
// A checksum begins with a constant and goes on with what it finds; a cipher begins with data. A counter is none.
StructuredBuffer<uint> Words;
StructuredBuffer<uint> Table;
RWStructuredBuffer<uint> Out;
cbuffer Constants
{
    uint Count;
};

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint sum = ~0u, state = Words[i], steps = 0;
    for (uint k = 0; k < Count; k++) {
        sum = Table[sum & 255] ^ sum >> 8 ^ Words[i + k];
        state = (state >> 8 | state << 24) ^ Table[state >> 24];
        steps += Table[steps + i & 1023] & 1;
    }
    Out[i] = sum ^ state ^ steps;
}
