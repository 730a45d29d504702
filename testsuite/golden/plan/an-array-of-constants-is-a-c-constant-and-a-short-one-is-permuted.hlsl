// options: --wave-size=16 --target=x86-64-v3
RWStructuredBuffer<float> Out : register(u0);
static const float weights[9] = { 1, 2, 4, 2, 1, 0.5, 0.25, 0.125, 3 };
static const half few[2] = { 1, 0.5 };
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float sum = 0, written[16];
    for (uint k = 0; k < 16; k++)
        written[k] = 1;
    written[i & 15] = 2;
    if (i % 3 == 0) {
        const float deep[40] = { 7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4,
                                 7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4 };
        sum = deep[i * 7 % 40] + weights[i * 5 % 9];
    }
    Out[i] = sum + few[i * i & 1] + weights[i * 3 & 15] + written[i * 5 & 15];
}
