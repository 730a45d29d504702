RWStructuredBuffer<float4> output;
float4x4 transform;
float2x2 small;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float4 v = output[i];
    float2 two = v.xy;
    v.rgb = v.rgx;
    v.xyz = v.xyb;
    v.x = two.xb;
    two = v.uv;
    two = two.YX;
    two = v.st;
    v = v.xyz1;
    v.x = two.w1;
    v.xyz = two.uvw;
    v.x = two.length;
    v.x = transform._00;
    v.xy = transform.m01_m22;
    v.x = small._00;
    v.x = small.m22;
    v.x = transform.first;
}
