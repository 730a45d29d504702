// options: --wave-size=16
#include "lines-of-other-files-name-them.hlsli"
RWStructuredBuffer<float> Out;
[numthreads(16, 1, 1)] void main(uint i : SV_GroupIndex)
{
    float straße = Out[i]; // ü
    if (i < 5)
        Out[i] = from_another(straße);
}
