// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<double2> In; RWStructuredBuffer<double2> Out; StructuredBuffer<uint64_t4> Four; RWStructuredBuffer<uint64_t4> Turned; RWStructuredBuffer<uint64_t> Words;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
  Out[id.x] = In[id.x] * 2 + Out[id.x];
  Turned[id.x] = Four[id.x].yxwz;
  for (uint i = 0; i < 2; i++) Words[2 * id.x + i] = Words[2 * id.x + i] ^ id.x;
}
