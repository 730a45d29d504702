[numthreads(1, 1, 1)]
void main(out uint i : SV_GroupIndex) { i = 1; }
