RWBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    [unrol] for (uint k = 0; k < 4; k++)
        output[k] = k;
    [zebra] if (i == 3)
        output[i] = 3;
}
