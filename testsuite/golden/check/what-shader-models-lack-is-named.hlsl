// options: -T cs_6_3
RWBuffer<float4> Out;
RWByteAddressBuffer Bytes;
Texture2D<float4> Picture;
TextureCube<float4> Sky;
SamplerState Smooth;
SamplerComparisonState Shadow;

float4 NotReached() { return ddx(Out[0]); }

float4 Reached(float2 at)
{
    float4 sum = ddx(at.x) + ddy_fine(at.x) + Picture.Sample(Smooth, at) + Sky.SampleBias(Smooth, at.xyx, 1);
    sum += Picture.SampleCmp(Shadow, at, 0.5) + Picture.SampleCmpLevel(Shadow, at, 0.5, 2);
    sum += Picture.SampleCmpGrad(Shadow, at, 0.5, at, at) + Picture.SampleCmpBias(Shadow, at, 0.5, 1);
    sum += Picture.CalculateLevelOfDetail(Smooth, at) + Picture.CalculateLevelOfDetail(Shadow, at);
    return sum + Picture.SampleLevel(Smooth, at, 0) + Picture.SampleCmpLevelZero(Shadow, at, 0.5);
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint packed = pack_u8(id.xyzx) + unpack_s8s32(id.x).x + dot4add_u8packed(id.x, id.y, id.z);
    packed += WaveMatch(id.x).x + WaveMultiPrefixSum(id.x, 1) + QuadReadAcrossX(id.x);
    Bytes.InterlockedAdd64(0, 1);
    Out[id.x] = packed + Reached(id.xy);
}
