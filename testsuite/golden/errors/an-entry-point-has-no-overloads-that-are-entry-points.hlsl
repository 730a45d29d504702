// options: -E main
RWBuffer<float> o;
namespace a { [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = 1; } }
void main(float x) { o[0] = x; }
[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { main(2.0f); }
[numthreads(8, 1, 1)] void main(uint3 i : SV_DispatchThreadID) { main(3.0f); }
