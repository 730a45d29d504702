// options: -enable-16bit-types -T cs_6_2 --target=x86-64-v3 --wave-size=32
StructuredBuffer<half4> In; RWStructuredBuffer<half4> Out; StructuredBuffer<uint16_t> Words; RWStructuredBuffer<uint16_t> Twice; RWStructuredBuffer<uint16_t4> Turned;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
  Out[id.x] = In[id.x] * half(2) + half(1);
  for (uint i = 0; i < 4; i++) Twice[4 * id.x + i] = Words[4 * id.x + i] * 2 + 1;
  Turned[id.x] = Turned[id.x].yxwz;
}
