// options: --target=x86-64-v4 --wave-size=16 -enable-16bit-types -T cs_6_6 --join-groups=off
StructuredBuffer<half> from;
RWStructuredBuffer<half> to;

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    half a = from[i], b = from[i + 16], c = from[i + 32];
    half twice = a * b;
    precise half kept = b * c + a;
    to[i] = abs(a * c + c) + floor(twice) + (twice - kept);
}
