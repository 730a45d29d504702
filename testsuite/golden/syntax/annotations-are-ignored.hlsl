float4 colour : COLOR <string UIName = "Colour"; float UIMin = 0;> = 1, other <bool hidden = true;>;
Texture2D<float4> picture < string name = "a > b"; >;
float weights[2] <int count = 2;>;
cbuffer C { float scale <>; float bias < float most = 1.5; > : packoffset(c1); };
SamplerState linear_sampler : register(s1) <string filter = "linear";>;
RWStructuredBuffer<float4> o;
template<typename T = float, int n = 2> T last(T a, T b) { return a <b ? a : b; }
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    int a = i, b = 3;
    bool less = a <b, more = b > a;
    o[i] = colour + other + picture.SampleLevel(linear_sampler, 0, 0) + weights[i & 1] * scale + bias + last(1.0, 2.0) + less + more;
}
