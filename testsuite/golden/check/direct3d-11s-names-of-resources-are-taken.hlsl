// options: -T cs_5_0 -E main
sampler smooth : register(s1);
sampler2D paired;
texture plain;
Texture2D<float4> image : register(t2);
tbuffer Table : register(t3) { float first; float4 second; };
RWStructuredBuffer<float> o;

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uniform float factor)
{
    int3 whole = float4(1, 2, 3, 4);
    for (int k = 0; k < 3; k++)
        o[k] = image.SampleLevel(smooth, 0.5, 0).x * factor;
    for (k = 4; k < image.Length.x; k++)
        o[k] = first + second.w + whole.z;
}
