// options: --target=x86-64-v3 --wave-size=32
groupshared uint tile[256]; groupshared uint own[256]; StructuredBuffer<uint> In; RWStructuredBuffer<uint> Out;
[numthreads(64,1,1)] void main(uint t : SV_GroupIndex) {
  uint i, j; for (i = t; i < 256; i += 64) { tile[i] = In[i]; own[i] = In[i + 1]; }
  GroupMemoryBarrierWithGroupSync();
  for (j = 0; j < 4; j++) Out[4 * t + j] = tile[4 * t + j] ^ tile[4 * t + j + 1];
  uint sum = 0; for (j = 0; j < 4; j++) { sum += own[4 * t + j]; own[4 * t + j] = sum; }
  GroupMemoryBarrierWithGroupSync();
  for (i = t; i < 256; i += 64) Out[1024 + i] = own[i];
}
