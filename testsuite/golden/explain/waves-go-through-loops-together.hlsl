// options: --explain=interchange --wave-size=32
RWStructuredBuffer<float> Out;
StructuredBuffer<float> In;
Texture2D<float4> Picture;
cbuffer C { uint count, width; };
groupshared uint gsCount;
[numthreads(256, 1, 1)] void Main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    float sum = 0, taps[8];
    for (uint turn = 0; turn < 32; turn++)
        sum += In[turn * 256 + i];
    for (uint row = 0; row < count; row++)
        sum += In[row * width + id.x];
    for (uint y = 0; y < count; y++)
        sum += dot(Picture[uint2(id.x, y)], 1);
    for (uint all = i; all < count; all += 256)
        sum += In[all];
    for (uint few = 0; few < 3; few++)
        sum += In[few * 256 + i];
    for (int around = -1; around <= 1; around++)
        sum += In[(around + 1) * 256 + i];
    for (int wide = -3; wide <= 3; wide++)
        sum += In[(wide + 3) * 256 + i];
    for (uint beside = 0; beside < 9; beside++)
        sum += In[beside + i];
    for (uint k = 0; k < count; k++) {
        taps[(k + i) & 7] = In[k * 256 + i];
        sum += taps[k & 7];
    }
    for (uint m = 0; m < count; m++)
        if (In[m * 256 + i] > 1)
            InterlockedAdd(gsCount, 1);
    float a = i, b = 1, c = 2, d = 3;
    for (uint n = 0; n < count; n++) {
        float x = In[n * 256 + i];
        a += b * x, b += c * x, c += d * x, d += a * x;
    }
    for (uint s = 0; s < count; s++) {
        if (In[s * 256 + i] > 100)
            break;
        sum += 1;
    }
    for (uint o = 0; o < count; o++) {
        uint before;
        InterlockedAdd(gsCount, uint(In[o * 256 + i]), before);
        sum += before;
    }
    for (uint p = 0; p < count; p++) {
        InterlockedAdd(gsCount, uint(In[p * 256 + i]));
        InterlockedMax(gsCount, 7);
    }
    Out[id.x] = sum + a + b + c + d + gsCount;
}
