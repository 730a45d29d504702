[numthreads(8, 8, 1)]
void main(uint2 a : SV_GROUPID, uint b : sv_groupindex) {}
