RWStructuredBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    switch (i)
    {
        output[i] = before;
    case 0:
        output[i] = 1;
        break;
        output[i] = behind;
    case 1:
        return;
    default:
        {
            output[i] = 2;
            break;
        }
        uint last = nowhere;
    }
}
