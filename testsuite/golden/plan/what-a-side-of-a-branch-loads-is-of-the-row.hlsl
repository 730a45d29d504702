// options: --wave-size=32 --target=x86-64-v3
/* Sums of what branches result in are no work of the column's, so groups go through their rows together. */
StructuredBuffer<float> In, Other;
RWStructuredBuffer<float> Out;
int Width, Height;

[numthreads(8, 8, 1)]
void main(uint2 id : SV_DispatchThreadID)
{
    if (id.x >= (uint)Width || id.y >= (uint)Height)
        return;
    int x = id.x, y = id.y, i = y * Width + x;
    float left = x > 0 ? In[i - 1] : 0, right = x < Width - 1 ? In[i + 1] : 0, below = y > 0 ? Other[i - Width] : 0,
          above = y < Height - 1 ? Other[i + Width] : 0;
    Out[i] = 0.5f * (right - left + above - below);
}
