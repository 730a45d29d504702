// options: --join-groups=off --wave-size=8 --target=x86-64-v3
// What lies above and below is, what hangs on the group's x is not.
Texture2D<float> Picture : register(t0), Other : register(t1);
SamplerState Clamped : register(s0);
RWTexture2D<float> Result : register(u0);
float2 Texel;

[numthreads(8, 4, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    float2 uv = (id.xy + 0.5) * Texel;
    float above = Picture.SampleLevel(Clamped, uv - float2(0, Texel.y), 0);
    float below = Picture.SampleLevel(Clamped, uv + float2(0, Texel.y), 0);
    float leant = Other.SampleLevel(Clamped, uv + group.x * float2(0, Texel.y), 0);
    Result[id.xy] = (above + below) * uv.y - leant;
}
