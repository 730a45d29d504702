// options: --explain=word_rows --wave-size=32
StructuredBuffer<float4> Rows, By;
RWStructuredBuffer<float> Out;
cbuffer Sizes { uint Count; };

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint k = 0; k < Count; k++)
        sum += dot(Rows[i * Count + k], By[k]);
    for (uint l = 0; l < Count; l++)
        sum += dot(Rows[l * 64 + i], By[l]);
    float4 each = 0;
    for (uint m = 0; m < Count; m++)
        each += Rows[i * Count + m] * By[m];
    Out[2 * i] = sum;
    Out[2 * i + 1] = each.x * each.y + each.z + each.w;
}
