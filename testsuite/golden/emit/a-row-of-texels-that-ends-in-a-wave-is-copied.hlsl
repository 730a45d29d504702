Texture2D<float> In; RWTexture2D<float> Out;
[numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
  for (uint i = 0; i < 4; i++) Out[uint2(4 * id.x + i, id.y)] = In[uint2(4 * id.x + i, id.y)] * 2 + 1;
}
