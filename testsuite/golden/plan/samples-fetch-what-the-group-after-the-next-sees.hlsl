// options: --wave-size=32 --target=x86-64-v4
// Groups of several rows: the first two samples fetch ahead. In the loop the next turn sees the same
// texels but for one.
Texture2D<float> picture;
SamplerState near;
RWTexture2D<float> result;
cbuffer Size { float2 texel; int count; };

[numthreads(32, 4, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) + 0.5) * texel;
    float sum = picture.SampleLevel(near, uv, 0) + picture.SampleLevel(near, uv + texel, 0);
    for (int i = 2; i < count; i++)
        sum += picture.SampleLevel(near, uv + float2(i * texel.x, 0), 0);
    result[id.xy] = sum;
}
