// options: --target=x86-64-v3 --wave-size=32
Texture2D<float> In; RWTexture2D<float> Out; RWTexture2D<float2> Pairs;
[numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID) {
  uint i; float w[4];
  for (i = 0; i < 4; i++) Out[uint2(4 * id.x + i, id.y)] = In[uint2(4 * id.x + i, id.y)] * 2 + 1;
  for (i = 0; i < 2; i++) Pairs[uint2(2 * id.x + i, id.y)] = Pairs[uint2(2 * id.x + i, id.y)].yx;
}
