[numthreads(1, 1, 1)]
void main(uint g : SV_GroupIndex)
{
    int c = 0;
    switch (g) {
    case 0:
    case 1: c = 1;
    case 2: c += 2; break;
    default: return;
    }
}
