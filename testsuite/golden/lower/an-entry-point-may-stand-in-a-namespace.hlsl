// options: --wave-size=8
namespace Tiles {
uint twice(uint i) { return 2 * i; }
RWStructuredBuffer<uint> Out;
[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { Out[i] = twice(i); }
}
