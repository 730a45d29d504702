// Colours graded by a table of 32 x 32 x 32, sampled trilinearly; and a turned, repeated picture.

Texture2D<float4> gPicture : register(t0);
Texture3D<float4> gTable : register(t1);
SamplerState gClamped : register(s0);
SamplerState gWrapped : register(s1);
RWTexture2D<float4> gGraded : register(u0);

cbuffer cbTurn : register(b0)
{
    float4 gMatrix; // uv = (xy * gMatrix.xz, xy * gMatrix.yw)
    float2 gOffset;
};

[numthreads(8, 8, 1)]
void GradeCS(uint3 id : SV_DispatchThreadID)
{
    float4 colour = gPicture[id.xy];
    float3 place = saturate(colour.rgb) * (31.0 / 32) + 0.5 / 32;
    gGraded[id.xy] = float4(gTable.SampleLevel(gClamped, place, 0).rgb, colour.a);
}

[numthreads(8, 8, 1)]
void TurnCS(uint3 id : SV_DispatchThreadID)
{
    float2 xy = id.xy + 0.5;
    float2 uv = float2(dot(xy, gMatrix.xz), dot(xy, gMatrix.yw)) + gOffset;
    gGraded[id.xy] = gPicture.SampleLevel(gWrapped, uv, 0);
}
