RWBuffer<int> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    [unroll] if (i) Out[0] = 1;
    [branch] for (int k = 0; k < 3; k++) Out[k] = 1;
    [loop] { Out[1] = 2; }
    [unroll] Out[2] = 3;
    [branch] switch (i) { case 1: break; }
    [forcecase] if (i) Out[0] = 1;
    [call] while (Out[0] > 3) Out[0] -= 1;
    [allow_uav_condition] return;
}
