RWStructuredBuffer<int> sites;
RWStructuredBuffer<int> swapped;
cbuffer Settings
{
    int least;
};

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    int site = sites[2 * t];
    if (site > least) {
        sites[2 * t] = -site;
        swapped[(t & ~7u) + t % 4 * 2 + (t >> 2 & 1)] = site; // one vector, each word of a lane
    }
}
