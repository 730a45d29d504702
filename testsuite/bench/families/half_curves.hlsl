// A curve of halves, computed in floats: what is compared was a half.
ByteAddressBuffer gIn : register(t0);
RWStructuredBuffer<float> gOut : register(u0);
cbuffer cbCurve { uint gCount; float gPower; };

[numthreads(64, 1, 1)]
void GammaCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x < gCount)
        gOut[id.x] = pow(f16tof32(gIn.Load(id.x / 2 * 4) >> id.x % 2 * 16), gPower);
}
