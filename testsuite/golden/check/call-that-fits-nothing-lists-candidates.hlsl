float blend(float a, float b) { return a + b; }
float blend(float3 a, float3 b, float t) { return lerp(a, b, t).x; }
Texture2D<float4> image;
RWBuffer<float> output;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    output[id.x] = blend(image, 1);
}
