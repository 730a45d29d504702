globallycoherent RWStructuredBuffer<uint> Out;

[numthreads(1, 1, 1)]
void main()
{
    int globallycoherent = 1, reordercoherent = 2;
    Out[0] = globallycoherent + reordercoherent;
}
