// Lanes with the bit are counted from the wave's first place on, and so are those without it: of two lanes at one place
// the higher one stays, on whichever side it is.
// groups: 2 1 1
// row 0: i32 128
// row 1: i32 128
// wave sizes: 16 32 64
// lanes: 16
StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint lane = WaveGetLaneIndex(), word = In[id.x];
    bool has_bit = (word & 1) != 0;
    uint before = WavePrefixCountBits(has_bit);
    Out[id.x - lane + (has_bit ? before : lane - before)] = word * 7 + id.x;
}
