[numthreads(1, 1, 1)]
void main(uint3 i : SV_GroupIndex) {}
