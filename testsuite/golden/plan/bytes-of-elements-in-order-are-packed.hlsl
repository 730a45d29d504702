// options: --join-groups=off --target=x86-64-v3 --wave-size=16
StructuredBuffer<float4> from;
RWStructuredBuffer<uint> to;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int4 q = int4(round(from[i] * 100));
    to[i] = (q.x & 255) | (q.y & 255) << 8 | (q.z & 255) << 16 | q.w << 24;
}
