// The sum of two textures, one thread a texel: the smallest useful compute shader.

Texture2D gInputA : register(t0);
Texture2D gInputB : register(t1);
RWTexture2D<float4> gOutput : register(u0);

// Threads past the right or bottom edge need no test: out of bounds, a load gives 0 and a store is
// dropped, as D3D promises.
[numthreads(16, 16, 1)]
void SumCS(int3 dispatchThreadID : SV_DispatchThreadID)
{
    int2 texel = dispatchThreadID.xy;
    gOutput[texel] = gInputA[texel] + gInputB[texel]; // wavecc: silence bounds
}
