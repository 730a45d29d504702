RWBuffer<uint> Out;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    errorf("thread %u", i);
    if (i > 3)
        abort();
    Out[i] = i;
}
