// options: --target=x86-64-v3 --wave-size=8 --join-groups=off
// The machine's minimum is its second operand where one is NaN: that will do where this is known to be a number, also
// that of a loop which began with one.
StructuredBuffer<float> gIn;
RWStructuredBuffer<float> gOut;
uint gCount;

[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    float least = 1e30, loaded = gIn[i + 4096];
    for (uint k = 0; k < gCount; k++) {
        float x = gIn[i + k * 8];
        least = min(least, x);
        loaded = max(loaded, x);
    }
    gOut[i] = least;
    gOut[i + 8] = loaded;
    gOut[i + 16] = min(loaded, float(gCount));
}
