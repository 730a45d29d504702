Texture2D<float4> t;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 v = t.mips[2][id.xy];
}
