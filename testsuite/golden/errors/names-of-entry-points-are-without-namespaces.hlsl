// options: -E a::main
RWBuffer<float> o;
namespace a { [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = 1; } }
