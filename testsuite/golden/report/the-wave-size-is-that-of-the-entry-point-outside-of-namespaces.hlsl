// options: -E main -T cs_6_6
RWBuffer<uint> o;
namespace a { [WaveSize(64)] [numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = 1; } }
[WaveSize(16)] [numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = WaveGetLaneCount(); }
