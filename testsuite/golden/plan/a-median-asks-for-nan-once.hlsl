// options: --target=x86-64-v3 --wave-size=8 --join-groups=off
// The exchanges of a network are asked once whether they have numbers to exchange; a few minimums are repaired
// one by one, and on vectors of 16 lanes there is an instruction for it.
StructuredBuffer<float> gIn;
RWStructuredBuffer<float> gOut;

void Exchange(inout float a, inout float b)
{
    float least = min(a, b);
    b = max(a, b);
    a = least;
}

[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    float a = gIn[i], b = gIn[i + 8], c = gIn[i + 16], d = gIn[i + 24], e = gIn[i + 32];
    Exchange(a, b);
    Exchange(d, e);
    Exchange(c, d);
    Exchange(a, c);
    Exchange(b, d);
    Exchange(b, c);
    gOut[i] = b + c;
    gOut[i + 8] = min(gIn[i + 40], gIn[i + 48]);
}
