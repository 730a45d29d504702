RWStructuredBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    switch (i)
    {
        uint seen;
        output[i] = 9;
    case 0:
        seen = 4;
        output[i] = seen;
        break;
        output[i] = 5;
        output[i] = 6;
    case 1:
        output[i] = 1;
        return;
        break;
    case 2:
    default:
        {
            output[i] = 2;
            break;
        }
        uint unused;
    }
}
