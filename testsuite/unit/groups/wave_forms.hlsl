// Wave and quad operations on vectors and matrices act on each component; wave_forms_test.c has the same in C.
RWStructuredBuffer<uint> Out : register(u0); // WORDS a thread

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint2x3 m = {i, 1, i * i, i % 5, 7 * i, 3};
    uint4 v = uint4(i, i + 1, i % 3, 2);
    if (i % 8 == 5)
        return;
    uint2x3 sum = WaveActiveSum(m), prefix = WavePrefixSum(m), first = WaveReadLaneFirst(m);
    uint3x2 turned = WaveReadLaneAt(transpose(m), 2);
    uint4 product = WaveActiveProduct(v % 2 + 1), most = WaveActiveMax(v), bits = WaveActiveBitXor(v);
    bool4 equal = WaveActiveAllEqual(v);
    uint4 across = QuadReadAcrossX(v);
    uint words[WORDS] = {sum._m00, sum._m01, sum._m02, sum._m10, sum._m11, sum._m12, prefix._m00, prefix._m02, prefix._m12, first._m10, first._m11,
                         turned._m00, turned._m20, turned._m21, product.x, product.w, most.x, most.y, most.z, bits.x, bits.w,
                         equal.x, equal.w, across.x, across.z, 0};
    for (uint k = 0; k < WORDS; k++)
        Out[i * WORDS + k] = words[k];
}
