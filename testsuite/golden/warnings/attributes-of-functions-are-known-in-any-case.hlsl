RWBuffer<uint> output;

[numthread(1, 1, 1)]
uint never_called(uint x) { return x; }

[unroll]
uint once(uint x) { return x; }

[MaxVertexCount(3)]
void of_another_stage() {}

[[vk::ext_capability(1)]] [noinline]
uint twice(uint x) { return 2 * once(x); }

[NumThreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    [Unroll] for (uint k = 0; k < 4; k++)
        output[k] = k;
    [NumThreads] if (i == 3)
        output[i] = twice(3);
}
