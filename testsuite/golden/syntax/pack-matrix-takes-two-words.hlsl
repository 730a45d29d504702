#pragma pack_matrix(diagonal)

[numthreads(1, 1, 1)] void main() {}
